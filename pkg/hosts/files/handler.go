package files

import (
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
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

// seconds is how long the assistant is to wait. Nothing but a call or a message waits
// for more than the usual.
func (f HookFile) seconds(e HookEvent) int {
	if e.Fires != firesPre && f.Host.style.seconds > 60 {
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

// hung is one hook as it stands in a file.
type hung struct {
	word    string // of the event
	item    int    // in the event's list
	sub     int    // in the item's own list; -1 where the item is the handler
	alone   bool   // nothing else stands in the item
	whole   *node  // the item
	handler *node
	argv    []string
	fires   string
	is      calls
}

// path is where it stands below the events.
func (h hung) path() []string {
	out := []string{h.word, itoa(h.item)}
	if h.sub >= 0 && !h.alone {
		out = append(out, "hooks", itoa(h.sub))
	}
	return out
}

// hungIn are all hooks of a file, in groups or not.
func hungIn(events *node, host string) []hung {
	var out []hung
	if events == nil {
		return nil
	}
	for _, event := range events.members {
		if !event.value.is(strictjson.KindArray) {
			continue
		}
		for at, item := range event.value.items {
			list := item.get("hooks")
			if !list.is(strictjson.KindArray) {
				out = append(out, hangs(hung{word: event.key, item: at, sub: -1, alone: true, whole: item, handler: item}, host))
				continue
			}
			for sub, handler := range list.items {
				out = append(out, hangs(hung{word: event.key, item: at, sub: sub, alone: len(list.items) == 1, whole: item, handler: handler}, host))
			}
		}
	}
	return out
}

func hangs(h hung, host string) hung {
	argv, one := argvOf(h.handler)
	h.argv = argv
	switch {
	case one:
		h.fires, h.is = recognise(argv, host)
	case mentions(argv):
		h.is = callsByHand
	}
	return h
}

// presence compares a hook with the item that would be written.
func (h hung) presence(want *node) Presence {
	have, argv := h.whole, []string(nil)
	wanted := want
	if list := want.get("hooks"); list != nil {
		wanted = list.items[0]
	}
	if h.sub >= 0 {
		have = h.handler
		if !matches(h.whole, want) {
			return Changed
		}
	}
	argv, _ = argvOf(wanted)
	switch {
	case covers(have, wanted, false):
		return Exact
	case slices.Equal(withoutPlaces(argv), withoutPlaces(h.argv)) && covers(have, wanted, true):
		return Moved
	}
	return Changed
}

// matches reports that a group is for every tool, as the one that would be written.
func matches(group, want *node) bool {
	for _, m := range group.members {
		switch m.key {
		case "hooks", "description", "sequential":
		case "matcher":
			if s, ok := m.value.word(); !ok || s != "" && !same(m.value, want.get("matcher")) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// covers reports that all of want stands in have, and beside it nothing but what is
// shown to people; with moved whatever the command.
func covers(have, want *node, moved bool) bool {
	command := func(key string) bool {
		return moved && slices.Contains([]string{"command", "args", "bash", "powershell"}, key)
	}
	for _, m := range want.members {
		if v := have.get(m.key); !command(m.key) && (v == nil || !same(v, m.value)) {
			return false
		}
	}
	for _, m := range have.members {
		if want.get(m.key) == nil && !command(m.key) && !slices.Contains([]string{"name", "description", "statusMessage", "comment"}, m.key) {
			return false
		}
	}
	return true
}
