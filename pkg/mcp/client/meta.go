package client

import (
	"encoding/json"
	"slices"

	"usher/pkg/strictjson"
)

// hopKeys of _meta tell who speaks to whom, and what that one can do: the next hop's are
// usher's own. An assistant that offers elicitation has offered it to usher alone (SPEC Q7).
func hopKeys() []string {
	return []string{"io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientCapabilities", "io.modelcontextprotocol/clientInfo"}
}

// ownMeta are the members of _meta that each request of a newer version carries.
func ownMeta(version, usher string) []byte {
	own := ""
	for i, value := range [...]any{version, struct{}{}, map[string]string{"name": "usher", "version": usher}} {
		text, err := json.Marshal(value)
		if err != nil {
			return nil // three texts
		}
		own += `,"` + hopKeys()[i] + `":` + string(text)
	}
	return []byte(own[1:])
}

// graft is what is changed of a request's params: of them cut is left out, and before,
// the number where there is a token, and after stand there.
type graft struct {
	cut           span
	before, after []byte
	token         span // of the params, the assistant's own; zero: none is sent
}

// graftOf is the change for params, whose members are given: a progress token becomes
// usher's own, or is left out where none is wanted, and _meta tells of this hop alone.
// Where nothing else changes, every other byte stays as it is; else the members of
// _meta do.
func graftOf(params []byte, members strictjson.Parts, wanted bool, own []byte) graft {
	meta := members.Pick("_meta")
	if meta == nil {
		return inserted(params, members, own)
	}
	text := meta.Of(params)
	inner, isObject := strictjson.Skim(text, maxDepth)
	if !isObject && own == nil {
		return graft{}
	}
	g := graft{cut: span{meta.Start, meta.Stop}, before: append([]byte("{"), own...)}
	into, kept := &g.before, 0
	for _, m := range inner {
		hop := slices.Contains(hopKeys(), string(m.Key))
		token := string(m.Key) == "progressToken" && isToken(text[m.Start])
		if hop || token && !wanted {
			continue
		}
		if kept++; len(g.before)+len(g.after) > 1 {
			*into = append(*into, ',')
		}
		if !token {
			*into = append(*into, text[m.At:m.Stop]...)
			continue
		}
		*into = append(*into, text[m.At:m.Start]...)
		g.token = span{meta.Start + m.Start, meta.Start + m.Stop}
		into = &g.after
	}
	*into = append(*into, '}')
	if kept < len(inner) || own != nil {
		return g
	}
	return graft{cut: g.token, token: g.token}
}

// inserted puts _meta first where there is none.
func inserted(params []byte, members strictjson.Parts, own []byte) graft {
	if own == nil {
		return graft{}
	}
	first := slices.Index(params, '{') + 1
	g := graft{cut: span{first, first}, before: slices.Concat([]byte(`"_meta":{`), own, []byte("}"))}
	if len(members) > 0 {
		g.before = append(g.before, ',')
	}
	return g
}
