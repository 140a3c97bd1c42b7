package gateway

import (
	"slices"
	"strings"

	"usher/pkg/strictjson"
)

const (
	modernVersion = "2026-07-28"
	newestSession = "2025-11-25"

	keyVersion  = "io.modelcontextprotocol/protocolVersion"
	keyInfo     = "io.modelcontextprotocol/clientInfo"
	keyCaps     = "io.modelcontextprotocol/clientCapabilities"
	keyLevel    = "io.modelcontextprotocol/logLevel"
	keyServer   = "io.modelcontextprotocol/serverInfo"
	keyListener = "io.modelcontextprotocol/subscriptionId"
)

// spoken are the versions of MCP that usher speaks, newest first.
func spoken() []string {
	return []string{modernVersion, newestSession, "2025-06-18", "2025-03-26", "2024-11-05"}
}

// speaks says which version a request is of and whether the method is one of it. A
// request that names its version in _meta is of 2026-07-28, every other is of the
// session's.
func (r *request) speaks(m method) *rpcError {
	if twin := r.twin(); twin != "" {
		return invalid("the params hold a key that differs from " + twin + " only in case")
	}
	said := r.meta.Find(r.b, keyVersion)
	version, isText := textOf(said)
	r.s.mu.Lock()
	held, asks := r.s.version, r.s.asks
	r.s.mu.Unlock()
	switch {
	case said == nil && (r.s.lone || m.era == since):
		return badParams("_meta must name " + keyVersion + ": usher speaks " + strings.Join(spoken(), ", ") + ", the older ones from initialize on")
	case said == nil && held == "" && !m.early:
		return invalid("the first request must be initialize")
	case said != nil && !isText:
		return badParams(keyVersion + " must be a text")
	case said != nil && version == modernVersion:
		return r.speaksModern(m)
	case said != nil && (held == "" || r.s.lone || !slices.Contains(spoken(), version)):
		return unsupported(said)
	}
	r.asks = asks
	if m.era == since {
		return noMethodIn(held)
	}
	return nil
}

func (r *request) speaksModern(m method) *rpcError {
	r.modern = true
	caps := r.meta.Find(r.b, keyCaps)
	if len(caps) == 0 || caps[0] != '{' {
		return badParams("_meta must hold " + keyCaps + ", an object")
	}
	if m.era == before {
		return noMethodIn(modernVersion)
	}
	r.asks = asksByForm(caps)
	return nil
}

func noMethodIn(version string) *rpcError {
	return &rpcError{code: codeNoMethod, message: "no such method in version " + version}
}

// twin is a key of usher's or MCP's own that one in the params is like but for case;
// what is in arguments is the tool's affair.
func (r *request) twin() string {
	if r.params == nil {
		return ""
	}
	if t := r.params.Inside.Folded("name", "arguments", "_meta", "uri", "cursor", "level", "ref", "argument",
		"inputResponses", "requestState", "notifications", "protocolVersion", "capabilities"); t != "" {
		return t
	}
	return r.meta.Folded("progressToken", keyVersion, keyCaps, keyInfo, keyLevel)
}

func unsupported(said []byte) *rpcError {
	var all [][]byte
	for _, v := range spoken() {
		all = append(all, quote(v))
	}
	if len(said) > maxID {
		said = []byte(`""`)
	}
	return &rpcError{code: codeUnsupported, message: "unsupported protocol version",
		data: object([]byte("supported"), list(all), []byte("requested"), said)}
}

// asksByForm reports that an assistant with these capabilities can put a form to a
// person; an empty object means forms.
func asksByForm(caps []byte) bool {
	members, ok := strictjson.Skim(caps, maxDepth, "elicitation")
	e := members.Pick("elicitation")
	return ok && e != nil && e.Inside != nil && (len(e.Inside) == 0 || e.Inside.Pick("form") != nil)
}
