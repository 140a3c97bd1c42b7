package gateway

import "usher/pkg/strictjson"

type messageKind uint8

const (
	flawed messageKind = iota // no message; fault says why
	requested
	noticed
	answered // to a request of ours
)

// frame is one message of an assistant.
type frame struct {
	kind   messageKind
	b      []byte
	id     []byte // as written; nil where there is none, or none that can be sent back
	method string
	params *strictjson.Part
	fault  *rpcError
}

// readFrame reads one message (SPEC Q1). Keys match byte for byte, and one that a
// reader which folds case would take for the envelope's own refuses the message: two
// readers of one request must not see two requests.
func readFrame(b []byte) frame {
	f := frame{b: b}
	members, ok := strictjson.Skim(b, maxDepth, "params", "_meta")
	if !ok {
		f.fault = unsound(b)
		return f
	}
	if twin := members.Folded("jsonrpc", "id", "method", "params", "result", "error"); twin != "" {
		f.fault = invalid("the message holds a key that differs from " + twin + " only in case")
		return f
	}
	id := members.Find(b, "id")
	switch {
	case id == nil:
	case len(id) > maxID:
		f.fault = invalid("the id is longer than 256 bytes")
		return f
	case !isID(id):
		f.fault = invalid("the id is neither a text nor a whole number")
		return f
	}
	f.id = id
	if string(members.Find(b, "jsonrpc")) != `"2.0"` {
		f.fault = invalid(`the message does not say "jsonrpc": "2.0"`)
		return f
	}
	f.sort(members)
	return f
}

// sort says what a message is that is sound so far.
func (f *frame) sort(members strictjson.Parts) {
	method, result, failed := members.Find(f.b, "method"), members.Pick("result"), members.Pick("error")
	f.params = members.Pick("params")
	switch {
	case method != nil && (result != nil || failed != nil):
		f.fault = invalid("the message is a request and an answer at once")
	case method != nil:
		f.called(method)
	case f.id != nil && (result != nil) != (failed != nil):
		f.kind = answered
	default:
		f.fault = invalid("the message is neither a request nor an answer")
	}
}

func (f *frame) called(method []byte) {
	name, ok := textOf(method)
	if f.params != nil && f.b[f.params.Start] != '{' {
		ok = false
	}
	switch {
	case !ok:
		f.fault = invalid("the method must be a text and its params an object")
	case f.id != nil:
		f.kind, f.method = requested, name
	default:
		f.kind, f.method = noticed, name
	}
}
