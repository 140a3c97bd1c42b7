package mcp

import (
	"strconv"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

const (
	maxArgs      = 256      // SPEC 18
	maxArgsBytes = 64 << 10 // all of them together
)

// readArgs reads the arguments as they reach the program, but for ${…} (SPEC S4, S7).
func (e *entry) readArgs(v *strictjson.Value) {
	items, _ := e.texts(v, "args", `write a list: ["-y", "name"]`, maxArgs)
	size, before := 0, ""
	for _, it := range items {
		size += len(it.text)
		what := index("args", it.index)
		parts, ok := e.expandable(it.text, what, it.at)
		if e.visible(it.text, "", what, it.at) && ok {
			e.checkArg(before, parts, what, it.at)
		}
		e.out.Args, before = append(e.out.Args, joinParts(parts)), it.text
	}
	if size > maxArgsBytes {
		e.fail(v.Place(), "mcp/too-many", "args has "+strconv.Itoa(size)+" bytes, at most "+strconv.Itoa(maxArgsBytes)+" are allowed", "")
	}
}

// checkArg says what is odd about one argument; before is the one ahead of it.
func (e *entry) checkArg(before string, parts []part, what string, at strictjson.Place) {
	e.argSecret(parts, what, at)
	e.projectArg(before, parts, what, at)
	if looksExpanded(parts) {
		e.note(fault.SeverityNote, at, "mcp/no-expansion", what+" holds ~ or $, which reach the program as they are", "write the whole path, or ${env:NAME}")
	}
}

// looksExpanded reports ~/… at the start or $NAME in the literal text of an argument.
func looksExpanded(parts []part) bool {
	for i, p := range parts {
		if p.kind != partText {
			continue
		}
		if i == 0 && (p.text == "~" || strings.HasPrefix(p.text, "~/")) {
			return true
		}
		for j := 0; j+1 < len(p.text); j++ {
			c := p.text[j+1]
			if p.text[j] == '$' && (c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
				return true
			}
		}
	}
	return false
}

// argSecret holds ${secret:…} in args to one's own servers: whoever can list
// processes sees it (SPEC S7).
func (e *entry) argSecret(parts []part, what string, at strictjson.Place) {
	for _, p := range parts {
		if p.kind != partSecret {
			continue
		}
		const message = " holds a secret, which the process list shows to everyone on this computer"
		switch {
		case e.p.rules.Project:
			e.fail(at, "mcp/secret-in-project", what+message+"; a project file may not do that", "pass it in env instead")
		case e.p.rules.Layer == "machine":
			e.fail(at, "mcp/secret-in-args", what+message+"; only a person's own server may do that", "pass it in env instead")
		default:
			e.note(fault.SeverityWarning, at, "mcp/secret-in-args", what+message, "pass it in env if the server can read it there")
		}
		return
	}
}
