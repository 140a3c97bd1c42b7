package texts

import (
	"fmt"

	"usher/pkg/fault"
	"usher/pkg/names"
)

// Kinds of text that have names.
const (
	aPrompt = "prompt"
	aSkill  = "skill"
)

// held is a name whose file is there and cannot be used. The name stays with its
// layer: nothing of a lower one is used for it, or whatever breaks a file of the
// person's would hand its name to a project (SPEC L7, F4). Without a name it is a
// folder that cannot be read, which may hold any.
type held struct{ kind, name, layer, file string }

// hold keeps a name; one that no text can have is nobody's.
func (l *loader) hold(kind, name, file string) {
	if _, err := names.ParseCommandName(name); err == nil {
		l.set.held = append(l.set.held, held{kind, name, l.at, file})
	}
}

// holdAll keeps every name that a folder may hold.
func (l *loader) holdAll(file string, kinds ...string) {
	for _, kind := range kinds {
		l.set.held = append(l.set.held, held{kind: kind, layer: l.at, file: file})
	}
}

// holds is the first that keeps the name from what is lower.
func (s *Set) holds(kind, name string) (held, bool) {
	for _, h := range s.held {
		if h.kind == kind && (h.name == name || h.name == "") {
			return h, true
		}
	}
	return held{}, false
}

// kept reports, and says, that a name is kept from a text of a lower layer. What one
// folder holds is of one layer: a broken file in it takes nothing from its neighbours.
func (l *loader) kept(kind, name, file string) string {
	h, ok := l.set.holds(kind, name)
	if !ok {
		return ""
	}
	p := fault.Problem{
		File: file, Entry: name, Rule: "text/shadowed", Severity: fault.SeverityWarning,
		Message: fmt.Sprintf("the %s %q is shadowed by %s, which cannot be used", kind, name, h.file), Hint: "mend that file, or move it away",
	}
	if h.name == "" {
		p.Message = fmt.Sprintf("the %s %q is not used: %s comes before it, and whether that has one of this name cannot be told", kind, name, h.file)
		p.Hint = "mend that folder, or move it away"
	}
	l.note(p)
	return h.layer
}
