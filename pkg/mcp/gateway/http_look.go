package gateway

import (
	"encoding/base64"
	"strings"

	"usher/pkg/strictjson"
)

const headerMismatch = -32020 // MCP 2026-07-28

// looked is what the door has to know of a message, to hold its headers against it.
type looked struct {
	id              []byte // raw, nil where there is none
	method, version string
	name            string // of what is called, read or got
	isNamed         bool
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
	name := given[0]
	if coded, ok := strings.CutPrefix(name, "=?base64?"); ok {
		coded, whole := strings.CutSuffix(coded, "?=")
		raw, err := base64.StdEncoding.DecodeString(coded)
		if !whole || err != nil {
			return false
		}
		name = string(raw)
	}
	return name == l.name
}
