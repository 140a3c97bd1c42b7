package gateway

import (
	"usher/pkg/strictjson"
)

const headerMismatch = -32020 // MCP 2026-07-28

// looked is what the door has to know of a message, to hold its headers against it.
type looked struct {
	id              []byte // raw, nil where there is none
	method, version string
	name            string // of what is called, read or got
	isNamed         bool
	args            *strictjson.Value // of a call
}

// look reads a message as strictly as those behind the door: what they would read
// otherwise than a balancer in front is not let in.
func look(message []byte) (said looked, sound bool) {
	v, problems := strictjson.Decode(message, strictjson.Options{MaxBytes: maxBody, AllowNull: true})
	if v == nil || len(problems) > 0 {
		return looked{}, false
	}
	if v.Kind() != strictjson.KindObject {
		return looked{}, true
	}
	if id := v.Get("id"); id.Kind() == strictjson.KindString || id.Kind() == strictjson.KindNumber {
		said.id = id.Raw()
	}
	said.method, _ = v.Get("method").Text()
	params := v.Get("params")
	said.version, _ = params.Get("_meta").Get("io.modelcontextprotocol/protocolVersion").Text()
	switch said.method {
	case "tools/call", "prompts/get":
		said.name, said.isNamed = params.Get("name").Text()
		said.args = params.Get("arguments")
	case "resources/read":
		said.name, said.isNamed = params.Get("uri").Text()
	}
	return said, true
}

// named says whether the header Mcp-Name is what the message says. Where a message
// names nothing the header is not looked at, for nothing goes by it.
func (l looked) named(given []string) bool {
	if !l.isNamed {
		return true
	}
	if len(given) != 1 {
		return false
	}
	name, ok := plain(given[0])
	return ok && name == l.name
}

// asks reports a message, sound as it is, that an answer is due to.
func asks(message []byte) bool {
	v, _ := strictjson.Decode(message, strictjson.Options{MaxBytes: maxBody, AllowNull: true})
	one := func(v *strictjson.Value) bool {
		_, isMethod := v.Get("method").Text()
		return isMethod && v.Get("id") != nil
	}
	some := v.Kind() == strictjson.KindObject && one(v)
	if v.Kind() == strictjson.KindArray {
		v.Each(func(_ string, item strictjson.Value) bool { some = some || one(&item); return !some })
	}
	return some
}
