package gateway

import (
	"context"
	"slices"
	"strings"

	"usher/pkg/clean"
	"usher/pkg/fault"
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
	said := find(r.b, r.meta, keyVersion)
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
	caps := find(r.b, r.meta, keyCaps)
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
	if t := twinOf(r.params.inside, "name", "arguments", "_meta", "uri", "cursor", "level", "ref", "argument",
		"inputResponses", "requestState", "notifications", "protocolVersion", "capabilities"); t != "" {
		return t
	}
	return twinOf(r.meta, "progressToken", keyVersion, keyCaps, keyInfo, keyLevel)
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
	members, ok := scan(caps, "elicitation")
	e := pick(members, "elicitation")
	return ok && e != nil && e.inside != nil && (len(e.inside) == 0 || pick(e.inside, "form") != nil)
}

// initialize begins a session (SPEC V1).
func (r *request) initialize(ctx context.Context) ([]byte, error) {
	version, fault := r.word("protocolVersion")
	if fault != nil {
		return nil, fault
	}
	if version == modernVersion || !slices.Contains(spoken(), version) {
		version = newestSession
	}
	can := asksByForm(r.param("capabilities")) && version >= "2025-06-18"
	r.s.mu.Lock()
	again := r.s.version != ""
	if !again {
		r.s.version, r.s.asks, r.s.who = version, can, whoOf(r.param("clientInfo"))
	}
	r.s.mu.Unlock()
	if again {
		return nil, invalid("the session has begun already")
	}
	gr := r.greeting(ctx)
	return object([]byte("protocolVersion"), quote(version), []byte("capabilities"), r.g.capabilities(gr, version),
		[]byte("serverInfo"), r.g.self(), []byte("instructions"), instructions(gr)), nil
}

// greeting is what holds, for the words of a beginning; what it could not be is said,
// and refuses every call anyway.
func (r *request) greeting(ctx context.Context) Ground {
	gr, err := r.g.now(ctx)
	if err != nil {
		r.g.say(fault.Problem{Rule: "serve/refusing", Message: "every call is refused: " + clean.Line(err.Error())})
		return nil
	}
	return gr
}

// discover says what usher speaks (2026-07-28).
func (r *request) discover(ctx context.Context) ([]byte, error) {
	var all [][]byte
	for _, v := range spoken() {
		all = append(all, quote(v))
	}
	gr := r.greeting(ctx)
	return r.cached([]byte("supportedVersions"), list(all), []byte("capabilities"), r.g.capabilities(gr, modernVersion),
		[]byte("instructions"), instructions(gr)), nil
}

func (r *request) ping(context.Context) ([]byte, error) { return []byte("{}"), nil }

func (g *Gateway) self() []byte {
	return object([]byte("name"), quote("usher"), []byte("version"), quote(g.o.Version))
}

// instructions are quoted, nil for none.
func instructions(gr Ground) []byte {
	if gr == nil || gr.Instructions() == "" {
		return nil
	}
	return quote(gr.Instructions())
}

// capabilities are what usher offers in a version; what servers offer beside tools
// only where the policy says so (SPEC V1).
func (g *Gateway) capabilities(gr Ground, version string) []byte {
	changes := []byte(`{"listChanged":true}`)
	var resources, completions, logging []byte
	if gr != nil && gr.Standing().Policy.ServeResources {
		resources = []byte(`{"subscribe":true,"listChanged":true}`)
		if version == modernVersion {
			resources = changes
		}
	}
	if gr != nil && (gr.Standing().Policy.ServeResources || gr.Standing().Policy.ServePrompts) && version > "2024-11-05" {
		completions = []byte("{}")
	}
	if version != modernVersion {
		logging = []byte("{}")
	}
	return object([]byte("tools"), changes, []byte("prompts"), changes, []byte("resources"), resources,
		[]byte("completions"), completions, []byte("logging"), logging)
}

// result is an answer of usher's own, cached one that 2026-07-28 wants told how long it
// holds: what may be called is looked at anew every time (SPEC V4).
func (r *request) result(pairs ...[]byte) []byte {
	if r.modern {
		pairs = append([][]byte{[]byte("resultType"), []byte(`"complete"`)}, pairs...)
		pairs = append(pairs, []byte("_meta"), object([]byte(keyServer), r.g.self()))
	}
	return object(pairs...)
}

func (r *request) cached(pairs ...[]byte) []byte {
	if r.modern {
		pairs = append(pairs, []byte("ttlMs"), []byte("0"), []byte("cacheScope"), []byte(`"private"`))
	}
	return r.result(pairs...)
}
