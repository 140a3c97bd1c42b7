package starter

import (
	"strings"

	"usher/pkg/hooks"
	"usher/pkg/names"
)

// Lang is the language of a script. The zero value is Shell.
type Lang uint8

const (
	Shell Lang = iota
	Python
	Node
)

// languages are the words of hooks new --lang, in the order of Lang.
var languages = [...]struct{ word, ext, program string }{
	{"sh", ".sh", ""}, {"python", ".py", "python3"}, {"node", ".js", "node"},
}

// Words are the names of the languages.
func Words() []string {
	var ws []string
	for _, l := range languages {
		ws = append(ws, l.word)
	}
	return ws
}

// ParseLang takes a language's name exactly as it is written.
func ParseLang(s string) (Lang, bool) {
	for i, l := range languages {
		if l.word == s {
			return Lang(i), true
		}
	}
	return Shell, false
}

// FileName is what a hook's script is called.
func (l Lang) FileName(name names.HookName) string { return string(name) + languages[l].ext }

// Program is what reads such a script, "" where the script is a program itself.
func (l Lang) Program() string { return languages[l].program }

// Args are the arguments of Program. Python is kept from taking modules out of
// the folder it runs in, which may be a project's.
func (l Lang) Args(script string) []string {
	switch l {
	case Shell:
		return nil
	case Python:
		return []string{"-I", script}
	case Node:
		return []string{script}
	}
	return nil
}

// Script is the starter of an event. It holds the hook's name and nothing else
// that was given.
func Script(l Lang, e hooks.Event, name names.HookName) string {
	for _, s := range scripts {
		if s.event == e {
			return strings.Replace([...]string{Shell: s.shell, Python: s.python, Node: s.node}[l], "NAME", string(name), 1)
		}
	}
	return ""
}

var scripts = [...]struct {
	event               hooks.Event
	shell, python, node string
}{
	{hooks.PreToolUse, shellPath, pythonPath, nodePath},
	{hooks.PostToolUse, shellAudit, pythonAudit, nodeAudit},
	{hooks.UserPromptSubmit, shellMessage, pythonMessage, nodeMessage},
	{hooks.TurnEnd, shellTurnEnd, pythonTurnEnd, nodeTurnEnd},
	{hooks.Stop, shellStop, pythonStop, nodeStop},
	{hooks.SessionStart, shellSession, pythonSession, nodeSession},
}
