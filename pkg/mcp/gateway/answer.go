package gateway

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// JSON-RPC's codes, MCP's own, and one of usher's, outside of what these reserve.
const (
	codeParse       = -32700
	codeInvalid     = -32600
	codeNoMethod    = -32601
	codeParams      = -32602
	codeInternal    = -32603
	codeNoResource  = -32002 // before 2026-07-28
	codeUnsupported = -32022
	codeRefused     = 1 // the gate, or a bound of usher's, said no
)

// rpcError is an answer that is an error. raw is a server's own error object, which is
// passed as it is.
type rpcError struct {
	code    int
	message string
	data    []byte
	raw     []byte
}

func (e *rpcError) Error() string { return e.message }

func (e *rpcError) object() []byte {
	if e.raw != nil {
		return e.raw
	}
	b := append(strconv.AppendInt([]byte(`{"code":`), int64(e.code), 10), `,"message":`...)
	b = append(b, quote(e.message)...)
	if e.data != nil {
		b = append(append(b, `,"data":`...), e.data...)
	}
	return append(b, '}')
}

func invalid(message string) *rpcError   { return &rpcError{code: codeInvalid, message: message} }
func badParams(message string) *rpcError { return &rpcError{code: codeParams, message: message} }

// send writes one frame made of parts, as one line.
func send(out Sink, parts ...[]byte) error {
	for i, p := range parts {
		parts[i] = oneLine(p)
	}
	if w, ok := out.(*lines); ok {
		return w.write(parts...)
	}
	return out.Send(bytes.Join(parts, nil))
}

// reply sends an answer; of a batch all come together.
func reply(out Sink, parts ...[]byte) error {
	if b, ok := out.(*batch); ok {
		b.add(parts)
		return nil
	}
	return send(out, parts...)
}

func sendResult(out Sink, id, result []byte) error {
	return reply(out, []byte(`{"jsonrpc":"2.0","id":`), id, []byte(`,"result":`), result, []byte(`}`))
}

func sendError(out Sink, id []byte, e *rpcError) error {
	if id == nil {
		id = []byte("null")
	}
	return reply(out, []byte(`{"jsonrpc":"2.0","id":`), id, []byte(`,"error":`), e.object(), []byte(`}`))
}

// notification is the frame of one; params may be nil.
func notification(method string, params []byte) []byte {
	b := append([]byte(`{"jsonrpc":"2.0","method":`), quote(method)...)
	if params != nil {
		b = append(append(b, `,"params":`...), params...)
	}
	return append(b, '}')
}

// quote is a text as JSON, nothing escaped that needs no escape. Bytes that are not
// UTF-8 become U+FFFD.
func quote(s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a text can be encoded, and a buffer takes it
	return bytes.TrimRight(b.Bytes(), "\n")
}

// textOf is the value of a sound text; false for anything else.
func textOf(raw []byte) (string, bool) {
	if len(raw) < 2 || raw[0] != '"' {
		return "", false
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1]), true
	}
	var s string
	err := json.Unmarshal(raw, &s) // sound, so nothing is mended
	return s, err == nil
}

// object is an object of members written already, those with an empty value left out.
func object(pairs ...[]byte) []byte {
	b := []byte{'{'}
	for i := 0; i+1 < len(pairs); i += 2 {
		if len(pairs[i+1]) == 0 {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(append(append(append(b, '"'), pairs[i]...), '"', ':'), pairs[i+1]...)
	}
	return append(b, '}')
}

// list is a JSON list of values written already.
func list(items [][]byte) []byte {
	return append(append([]byte{'['}, bytes.Join(items, []byte{','})...), ']')
}
