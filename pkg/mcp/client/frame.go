package client

import (
	"strconv"
	"strings"

	"usher/pkg/clean"
	"usher/pkg/strictjson"
)

const (
	// maxDepth is SPEC 18's for what a message carries, and one for the envelope.
	maxDepth = 65

	// maxValues bounds what a message costs once it is looked at.
	maxValues = 1_000_000
)

type frameKind uint8

const (
	noise   frameKind = iota // not a message
	answer                   // to a request of ours
	request                  // the server asks for something
	notice                   // the server tells something
	flawed                   // meant as a message, and none: why says what is wrong
)

// frame is one line of a server, read strictly (SPEC Q1): keys match byte for
// byte, so "ID" and "RESULT" are members nobody knows.
type frame struct {
	kind   frameKind
	id     string // as written
	method string
	params *strictjson.Value
	result *strictjson.Value // of an answer: this or failure
	failed *strictjson.Value
	why    string
}

func readFrame(line []byte) frame {
	if !begins(line) {
		return frame{}
	}
	root, problems := strictjson.Decode(line, strictjson.Options{MaxBytes: maxLine, MaxDepth: maxDepth, MaxValues: maxValues, AllowNull: true})
	if root == nil {
		return frame{kind: flawed, why: clean.Line(problems[0].Message)}
	}
	if root.Kind() == strictjson.KindArray {
		return frame{kind: flawed, why: "it is a batch, which MCP has no more"}
	}
	m := members(root)
	id, method := m["id"], m["method"]
	if method != nil {
		name, ok := method.Text()
		switch {
		case !ok:
			return frame{kind: flawed, why: "its method is " + method.Kind().String() + ", not a text"}
		case id != nil:
			return frame{kind: request, id: string(id.Raw()), method: name}
		}
		return frame{kind: notice, method: name, params: m["params"]}
	}
	f := frame{kind: answer, id: string(id.Raw()), result: m["result"], failed: m["error"]}
	if id == nil && f.result == nil && f.failed == nil {
		return frame{}
	}
	version, _ := m["jsonrpc"].Text()
	switch {
	case version != "2.0":
		f.why = `it does not say "jsonrpc": "2.0"`
	case f.result != nil && f.failed != nil:
		f.why = "it holds both a result and an error"
	case f.result == nil && f.failed == nil:
		f.why = "it holds neither a result nor an error"
	default:
		f.why = twin(m)
	}
	return f
}

// unfit is why a result is not passed on: MCP's are objects.
func (f frame) unfit() string {
	if f.result.Kind() == strictjson.KindObject {
		return ""
	}
	return "its result is " + f.result.Kind().String() + ", not an object"
}

// twin tells of a member that a reader which folds case would take for one of the
// envelope's: two readers of one answer must not see two answers (SPEC Q1).
func twin(members map[string]*strictjson.Value) string {
	for key := range members {
		for _, own := range [...]string{"jsonrpc", "id", "result", "error", "method"} {
			if key != own && strings.EqualFold(key, own) {
				return "it holds " + strconv.Quote(key) + " beside " + own
			}
		}
	}
	return ""
}

// members are an object's by their keys, found in one pass: what is in a message
// may be large, and each look for one key alone would walk over all of it.
func members(v *strictjson.Value) map[string]*strictjson.Value {
	list := v.Members()
	out := make(map[string]*strictjson.Value, len(list))
	for _, m := range list {
		out[m.Key] = m.Value
	}
	return out
}

// begins tells what may be a message from banners and blank lines.
func begins(line []byte) bool {
	for _, c := range line {
		switch c {
		case ' ', '\t', '\r':
		case '{', '[':
			return true
		default:
			return false
		}
	}
	return false
}

// number is an id of ours as it stands in a frame. 1.0, "1" and 01 are none:
// usher writes whole numbers and takes back what it wrote.
func number(raw string) (int64, bool) {
	n, err := strconv.ParseInt(raw, 10, 64)
	return n, err == nil && n > 0 && strconv.FormatInt(n, 10) == raw
}
