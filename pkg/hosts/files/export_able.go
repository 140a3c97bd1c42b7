package files

import (
	"strings"

	"usher/pkg/strictjson"
)

// able is what a client can say beside program, arguments, variables and address.
type able struct {
	passed   string // the key of the names of variables that are passed on
	cwd      string
	token    string // the key of the variable that holds a bearer token
	off      string // the key that turns a server off, and its value for that
	offWord  bool
	start    string // the key of how long a start may take
	unit     int    // how many milliseconds it counts
	about    string // the key of a description
	more     []member
	reserved []string // names that are its own
}

// able is one row beside the catalogue's.
func (i Info) able() able {
	a := able{}
	switch i.Client {
	case ClaudeCode:
		a.reserved = []string{"workspace", "claude-in-chrome", "computer-use", "Claude Preview", "Claude Browser"}
	case Codex:
		a = able{passed: "env_vars", cwd: "cwd", token: "bearer_token_env_var", off: "enabled", start: "startup_timeout_sec", unit: 1000}
	case Gemini, Qwen:
		a.cwd = "cwd"
	case OpenCode:
		a = able{cwd: "cwd", off: "enabled", start: "timeout", unit: 1, more: []member{pair("enabled", newBool(true))}}
	case Zed:
		a.off = "enabled"
	case Goose:
		a = able{off: "enabled", about: "description", more: []member{pair("enabled", newBool(true))}}
	case Copilot:
		a.more = []member{pair("tools", newTexts([]string{"*"}))}
	case Cline, Roo, Kiro, Windsurf, Antigravity, Kaitoi:
		a.off, a.offWord = "disabled", true
	case Kkss:
		a.passed, a.token = "env", "tokenEnv"
	default: // the others say no more
	}
	return a
}

// variable is the client's form of ${env:NAME}, or false. next is the text behind it:
// a bare $NAME ends only where no letter follows.
func (i Info) variable(name, fallback string, has bool, next string) (string, bool) {
	best := ""
	for _, form := range i.Refs {
		switch {
		case has != strings.Contains(form, "default"), !strings.Contains(form, "NAME"):
		case strings.Contains(form, "secret") || strings.Contains(form, "input"):
		case len(form) > len(best) && strings.Count(form, "{") <= 1:
			best = form
		}
	}
	if best == "" || best == "$NAME" && next != "" && nameLength("A"+next) > 1 {
		return "", false
	}
	return strings.Replace(strings.Replace(best, "default", fallback, 1), "NAME", name, 1), true
}

// workspace is the client's word for the project folder.
func (i Info) workspace() (string, bool) {
	for _, form := range i.Refs {
		if form == "${workspaceFolder}" || form == "${workspace}" {
			return form, true
		}
	}
	return "", false
}

// meant reports a literal text in which the client would see one of its variables.
func (i Info) meant(s string) bool {
	for _, form := range i.Refs {
		switch before, _, _ := strings.Cut(form, "NAME"); {
		case before == "$":
			for at := range s {
				if s[at] == '$' && nameLength(s[at+1:]) > 0 {
					return true
				}
			}
		case strings.Contains(form, "NAME") && strings.Contains(s, before):
			return true
		}
	}
	return i.Client == OpenCode && strings.Contains(s, "{file:")
}

// local is the entry of a program.
func (i Info) localEntry(command string, args []string) []member {
	out := i.typed(i.Shape.Local)
	if i.Shape.CommandList {
		return append(out, pair(i.Shape.Command, newTexts(append([]string{command}, args...))))
	}
	out = append(out, pair(i.Shape.Command, newText(command)))
	if len(args) > 0 {
		out = append(out, pair("args", newTexts(args)))
	}
	return out
}

func (i Info) typed(word string) []member {
	if i.Shape.Type == "" || word == "" {
		return nil
	}
	return []member{pair(i.Shape.Type, newText(word))}
}

// named is an entry as it stands in a list, its name first.
func (i Info) named(name string, ms []member) *node {
	switch {
	case i.List:
		return newTable(append([]member{pair(i.nameKey(), newText(name))}, ms...)...)
	case i.Client == Goose:
		return newTable(append([]member{pair("name", newText(name))}, ms...)...)
	}
	return &node{kind: strictjson.KindObject, members: ms}
}
