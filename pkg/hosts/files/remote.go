package files

import (
	"strings"

	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/redact"
	"usher/pkg/strictjson"
)

// readRemote reads where a server is and what it is sent.
func (e *entry) readRemote() {
	e.readURL()
	for _, r := range [...]role{roleArgs, roleEnv, roleEnvNames, roleEnvAsked, roleCwd, roleSandbox} {
		for _, m := range e.fields[r] {
			if r == roleSandbox || m.value.empty() {
				e.warn(m.at, "import/no-place", quoted(m.key)+" means nothing for an address and is left out", "")
				continue
			}
			e.fail(m.at, "import/both", quoted(m.key)+" means nothing for a server with an address", "take it out")
		}
	}
	for _, m := range e.fields[roleHeaders] {
		e.readHeaders(m, false)
	}
	for _, m := range e.fields[roleHeaderEnv] {
		e.readHeaders(m, true)
	}
	if s, m, ok := e.word(roleToken); ok {
		name, err := names.ParseEnvName(s)
		if err != nil || mcp.Secretish(s) {
			e.fail(m.at, "import/bad-env-name", quoted(m.key)+" must be the name of the variable that holds the token", "")
		}
		e.out.TokenEnv = name
	}
	if m, ok := e.one(roleOAuth); ok {
		e.readOAuth(m)
	}
}

func (n *node) empty() bool { return n == nil || len(n.items)+len(n.members)+len(n.text) == 0 }

// readURL takes the address over. Gemini has one for each transport, of which
// the streamable one is taken.
func (e *entry) readURL() {
	ms := e.fields[roleURL]
	m := ms[0]
	for _, other := range ms[1:] {
		switch {
		case other.key == "httpUrl":
			m = other
		case m.key != "httpUrl":
			e.fail(other.at, "import/both", quoted(m.key)+" and "+quoted(other.key)+" are two addresses", "take one out")
		}
	}
	if len(ms) > 1 && !e.failed {
		e.warn(m.at, "import/transport", `"httpUrl" is taken; the other address is for the old SSE transport`, "")
	}
	s, ok := m.value.word()
	if !ok {
		e.wrongType(m, "a text")
		return
	}
	parts, why, hint := e.pieces(s, e.shellNames())
	switch {
	case why != "":
		e.fail(m.value.at, "import/reference", "the address "+why, hint)
	case len(parts) > 1 || len(parts) == 1 && parts[0].kind != pieceText:
		e.fail(m.value.at, "import/reference", "the address holds a variable"+firstVariable(parts)+", and usher expands nothing in a URL", "write it out; a secret goes into a header")
	case len(mcp.PlainSecrets(mcp.Server{URL: s})) > 0:
		e.fail(m.value.at, "import/secret", "the address looks as if it held a secret, and usher has no place for one there", "send it in a header: ${secret:"+string(e.id)+"/NAME}")
	}
	e.out.URL = s
}

// firstVariable names the variable of a text, without its default.
func firstVariable(parts []piece) string {
	for _, p := range parts {
		if name, ok := strings.CutPrefix(p.text, "${env:"); ok && p.kind == pieceRef {
			name, _, _ = strings.Cut(strings.TrimSuffix(name, "}"), ":-")
			return " " + name
		}
	}
	return ""
}

// readHeaders reads a table of headers, or of the variables that hold them.
func (e *entry) readHeaders(m member, variables bool) {
	if !m.value.is(strictjson.KindObject) {
		e.wrongType(m, "a table of texts")
		return
	}
	for _, h := range m.value.members {
		s, ok := h.value.scalar()
		if !ok {
			e.fail(h.at, "import/bad-type", "headers."+strings.Trim(quoted(h.key), `"`)+" must be a text, got "+h.value.what(), "")
			continue
		}
		if mcp.Secretish(h.key) {
			e.fail(h.at, "import/secret", "the name of a header looks as if it were a secret", "")
			continue
		}
		field := "headers." + strings.Trim(quoted(h.key), `"`)
		if !variables {
			if s, ok = e.rewritten(h.key, field, s, h.value.at); !ok {
				continue
			}
		} else if name, ok := e.envName(s, h.value.at); ok {
			s = "${env:" + string(name) + "}"
		} else {
			continue
		}
		e.out.Headers = append(e.out.Headers, mcp.Header{Name: h.key, Value: redact.New(s)})
	}
}
