package files

import (
	"slices"
	"strings"

	"usher/pkg/fault"
)

// handler is one hook as the assistant writes it.
func (f HookFile) handler(w Wiring, e HookEvent) (*node, error) {
	s := f.Host.style
	argv := w.Command(f.Host.Name, e)
	if s.expands && slices.ContainsFunc(argv, func(word string) bool { return strings.Contains(word, "$") }) {
		return nil, fault.New(fault.Refused, "a path with $ cannot be written into a file of "+f.Host.Name+"'s, which takes it for a variable", "move it")
	}
	var ms []member
	if s.typed {
		ms = append(ms, pair("type", newText("command")))
	}
	if s.named { // Qwen Code runs one of two hooks of the same name
		ms = append(ms, pair("name", newText("usher "+e.Fires)))
	}
	key, reader := s.keys[0], shellUnix
	if f.goos == "windows" {
		key, reader = s.keys[len(s.keys)-1], s.shell
	}
	if reader == shellNone {
		ms = append(ms, pair(key, newText(argv[0])), pair("args", newTexts(argv[1:])))
	} else {
		line, err := commandLine(argv, reader)
		if err != nil {
			return nil, err
		}
		ms = append(ms, pair(key, newText(line)))
	}
	if s.seconds > 0 {
		ms = append(ms, pair(s.timeout, newNumber(f.seconds(e)*s.unit)))
	}
	if s.closed != nil && e.closed {
		ms = append(ms, *s.closed)
	}
	return newTable(ms...), nil
}

// seconds is how long the assistant is to wait: longer than usher itself takes at
// most (SPEC G6). A person waits for a message to be sent, so it has no ten minutes.
func (f HookFile) seconds(e HookEvent) int {
	if e.Fires == firesPrompt && f.Host.style.seconds > 60 {
		return 60
	}
	return f.Host.style.seconds
}

// item is a handler as it stands in its event's list.
func (f HookFile) item(handler *node, e HookEvent) *node {
	s := f.Host.style
	switch {
	case (s.flat || e.loose) && e.matcher != "":
		return newTable(append([]member{pair("matcher", newText(e.matcher))}, handler.members...)...)
	case s.flat || e.loose:
		return handler
	case e.matcher != "":
		return newTable(pair("matcher", newText(e.matcher)), pair("hooks", newList(handler)))
	}
	return newTable(pair("hooks", newList(handler)))
}
