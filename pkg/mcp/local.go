package mcp

import (
	"strings"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// readLocal reads what a program on this computer is started with (SPEC S4, S5).
func (e *entry) readLocal() {
	e.readCommand()
	if v := e.field("args"); v != nil {
		e.readArgs(v)
	}
	if v := e.field("env"); v != nil {
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
	if strings.TrimSpace(s) == "" {
		e.fail(v.Place(), "mcp/empty", what+" may not be empty", "")
		return false
	}
	if strings.HasPrefix(s, "~") || strings.Contains(s, "$") {
		e.fail(v.Place(), "mcp/no-expansion", what+" holds ~ or $, and nothing is expanded in it", hint)
		return false
	}
	return e.visible(s, s, what, v.Place())
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
