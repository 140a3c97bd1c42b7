package gateway

import (
	"bytes"
	"strings"

	"usher/pkg/clean"
	"usher/pkg/strictjson"
)

// unsound is why a message could not be read.
func unsound(b []byte) *rpcError {
	switch {
	case beginsWith(b, '['):
		return invalid("a batch is not taken: send each message alone")
	case !beginsWith(b, '{'):
		return &rpcError{code: codeParse, message: "the message is no JSON object"}
	}
	_, problems := strictjson.Decode(b, strictjson.Options{MaxBytes: maxMessage, MaxDepth: maxDepth, AllowNull: true})
	if len(problems) == 0 {
		return &rpcError{code: codeParse, message: "the message is no JSON object"}
	}
	return &rpcError{code: codeParse, message: "the message is refused: " + clean.Line(problems[0].Message)}
}

// beginsWith reports the first byte that is no blank.
func beginsWith(b []byte, c byte) bool {
	b = bytes.TrimLeft(b, " \t\r\n")
	return len(b) > 0 && b[0] == c
}

// isID takes texts and whole numbers as they are written; 1 and "1" and 1.0 are
// three ids, and null is none.
func isID(raw []byte) bool {
	if raw[0] == '"' {
		return true
	}
	for i, c := range raw {
		if (c < '0' || c > '9') && (c != '-' || i > 0) {
			return false
		}
	}
	return true
}

// sameID is one spelling of an id: a text may be written in several ways, and those
// name one request.
func sameID(id string) string {
	if strings.IndexByte(id, '\\') < 0 {
		return id
	}
	text, ok := textOf([]byte(id))
	if !ok {
		return id
	}
	return string(quote(text))
}

// oneLine is a message without line ends, which in sound JSON stand between values
// only; the bytes given are not changed.
func oneLine(b []byte) []byte {
	if bytes.IndexByte(b, '\n') < 0 && bytes.IndexByte(b, '\r') < 0 {
		return b
	}
	out := bytes.Clone(b)
	for i, c := range out {
		if c == '\n' || c == '\r' {
			out[i] = ' '
		}
	}
	return out
}
