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

// readLocal reads what a program on this computer is started with (SPEC S4, S5).
func (e *entry) readLocal() {
	e.readCommand()
	if v := e.fields["args"]; v != nil {
		e.readArgs(v)
	}
	if v := e.fields["env"]; v != nil {
		e.readEnv(v)
	}
	if s, v, ok := e.text("cwd"); ok {
		e.plainPath(s, v, "cwd")
		e.out.Cwd = s
	}
	e.readPackage()
}

func (e *entry) readCommand() {
	s, v, ok := e.text("command")
	if !ok {
		return
	}
	if e.plainPath(s, v, "command") && oneName(s) {
		e.note(fault.SeverityNote, v.Place(), "mcp/command-line", "command is the name of one file, blanks and all; no shell reads it",
			`write the program in command and each argument in args: ["…", "…"]`)
	}
	e.out.Command = s
}

// oneName reports a command that looks like a line for a shell.
func oneName(s string) bool {
	return strings.ContainsAny(s, ";|&<>*`") || strings.Contains(s, " ") && !strings.ContainsAny(s, `/\`)
}

// plainPath checks a text that is used as it stands: not empty, all of it
// visible, nothing in it that looks as if it were expanded (SPEC S4, S7).
func (e *entry) plainPath(s string, v *strictjson.Value, what string) bool {
	const hint = "nothing is expanded here: write the whole path"
	if s == "" {
		e.fail(v.Place(), "mcp/empty", what+" may not be empty", "")
		return false
	}
	if strings.HasPrefix(s, "~") || strings.Contains(s, "$") {
		e.fail(v.Place(), "mcp/no-expansion", what+" holds ~ or $, and nothing is expanded in it", hint)
		return false
	}
	return e.visible(s, s, what, v.Place())
}

func (e *entry) readArgs(v *strictjson.Value) {
	args, at, ok := e.texts(v, "args", `write a list: ["-y", "name"]`)
	if !ok {
		return
	}
	if len(args) > maxArgs {
		e.fail(v.Place(), "mcp/too-many", "args has "+strconv.Itoa(len(args))+" items, at most "+strconv.Itoa(maxArgs)+" are allowed", "")
		return
	}
	size := 0
	for i, arg := range args {
		size += len(arg)
		parts, ok := e.expandable(arg, index("args", i), at[i])
		if !e.visible(arg, "", index("args", i), at[i]) || !ok {
			continue
		}
		before := ""
		if i > 0 {
			before = args[i-1]
		}
		e.checkArg(before, parts, index("args", i), at[i])
		e.out.Args = append(e.out.Args, joinParts(parts))
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

// expandable reads the ${…} of a text where SPEC S7 allows them.
func (e *entry) expandable(s, what string, at strictjson.Place) ([]part, bool) {
	parts, why, hint := parseParts(s, e.shape == ShapeMcpServers)
	if why != "" {
		e.fail(at, "mcp/reference", what+" "+why, hint)
		return nil, false
	}
	for _, p := range parts {
		owner, _, own := strings.Cut(p.text, "/")
		if p.kind == partSecret && own && owner != e.id {
			e.fail(at, "mcp/reference", what+" names a secret that belongs to the server "+quoted(owner), "store it for this one: usher secret set "+e.id+"/NAME")
			return nil, false
		}
	}
	return parts, true
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
