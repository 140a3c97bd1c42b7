package hooks

import (
	"slices"
	"strconv"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// objectShape is the whole of the object shape in one line, groupShape one of its
// groups and handlerShape one of its hooks.
const (
	objectShape  = `{"hooks": {"PreToolUse": [` + groupShape + `]}}`
	groupShape   = `{"matcher": "acme__*", "hooks": [` + handlerShape + `]}`
	handlerShape = `{"type": "command", "command": "/path/to/check", "timeout": 60}`
)

// object reads the object shape: groups of hooks by event (SPEC H1, H3). False
// means that there are more than a file may hold.
func (r *reader) object(v *strictjson.Value) bool {
	events := v.Members()
	if n := countHooks(events); n > MaxHooks {
		r.tooMany(v.Place(), n)
		return false
	}
	lost := r.lostEntry(v, events)
	for _, m := range events {
		if !strictjson.Ignored(m.Key) && !(lost && slices.Contains(keys[:], m.Key)) {
			r.event(m)
		}
	}
	return true
}

// countHooks counts what may become a message or a hook, one for each place that
// should hold hooks and does not.
func countHooks(events []strictjson.Member) int {
	n := 0
	for _, m := range events {
		if strictjson.Ignored(m.Key) {
			continue
		}
		if m.Value.Kind() != strictjson.KindArray {
			n++
		}
		for _, g := range m.Value.Items() {
			n += max(1, len(g.Get("hooks").Items()))
		}
	}
	return n
}

// lostEntry tells of an entry of the list shape around which the list is
// missing: its keys stand where events should. It counts as a guard.
func (r *reader) lostEntry(v *strictjson.Value, events []strictjson.Member) bool {
	e := r.begin(v, "hooks", Hook{Match: names.Any()})
	for _, m := range events {
		if slices.Contains(entryKeys[:], m.Key) {
			e.fail(m.Place, "shape", "key "+quote(m.Key)+" is one of an entry in a list, and no list is around it", "write "+shape)
			r.end(e, nil)
			return true
		}
	}
	return false
}

// entryKeys are those of the list shape that stand in no other place.
var entryKeys = [...]string{"name", "event", "match", "command", "args", "timeoutMs", "modelOutput"}

// event reads one key of the object. What it is about is dropped with a key that
// is no event: it counts as a guard (SPEC H13).
func (r *reader) event(m strictjson.Member) {
	id, _ := clean.Cut(clean.Line(m.Key), 64)
	id = "hooks." + id
	e := r.begin(m.Value, id, Hook{Match: names.Any()})
	known, ok := ParseEvent(m.Key)
	e.hook.Event = known
	var because *fault.Problem
	if !ok {
		message, near := unknownEvent(m.Key)
		e.fail(m.Place, "unknown-event", message, eventHint(m.Key, near))
		because = &e.problems[0]
	}
	if !e.kind(m.Value, strictjson.KindArray, "an event") {
		r.end(e, because)
		return
	}
	r.problems = append(r.problems, e.problems...)
	n := 0
	for i, v := range m.Value.Items() {
		r.group(v, id+"["+strconv.Itoa(i)+"]", known, &n, because)
	}
}
