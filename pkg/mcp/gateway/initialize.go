package gateway

import (
	"context"
	"slices"

	"usher/pkg/clean"
	"usher/pkg/fault"
)

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
	if gr == nil {
		return nil
	}
	if words := gr.Instructions(); words != "" {
		return quote(words)
	}
	return nil
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
