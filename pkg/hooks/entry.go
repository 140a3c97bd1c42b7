package hooks

import (
	"strconv"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// entry is one item of the list while it is read.
type entry struct {
	src      Source
	v        *strictjson.Value
	members  []strictjson.Member
	subject  string // how messages begin: hook "name", or hooks[2]
	id       string // Problem.Entry: the name, or hooks[2]
	hook     Hook
	strays   []strictjson.Stray
	problems []fault.Problem
}

// entry reads item i of the list.
func (r *reader) entry(i int, v *strictjson.Value) {
	place := "hooks[" + strconv.Itoa(i) + "]"
	e := r.begin(v, place, Hook{Match: names.Any(), Timeout: DefaultTimeout})
	if e.isObject("an entry", shape) {
		e.read(r)
	}
	r.end(e, nil)
}

// read takes every key, so that every problem is said and not the first alone.
func (e *entry) read(r *reader) {
	e.members = e.v.Members()
	e.strays = strictjson.Strays(e.members, keys[:])
	e.readName(r)
	e.readEvent()
	e.readMatch()
	e.readCommand()
	e.readArgs()
	e.readTimeout()
	e.readModelOutput()
	e.readOnError()
	if on, ok := e.flag("enabled"); ok {
		e.hook.Parked = !on
	}
	e.hook.Description, _ = e.text("description")
	e.readStrays(keyHint)
}

// readStrays tells of the keys that do not belong; past many of them the rest is
// counted. own is a way out where spelling alone does not lead to the right key.
func (e *entry) readStrays(own func(key string) string) {
	const many = 100
	for i, s := range e.strays {
		if i == many {
			e.fail(s.Member.Place, "unknown-key", strconv.Itoa(len(e.strays)-many)+" more keys from here on are not known", "take them out")
			return
		}
		p := s.Problem(e.src.options(), e.id)
		p.Message = e.subject + ": " + p.Message
		if hint := own(s.Member.Key); hint != "" && !s.CaseOnly {
			p.Hint = hint
		}
		e.problems = append(e.problems, p)
	}
}

// keys of an entry in the list shape (SPEC H1).
var keys = [...]string{
	"name", "event", "match", "command", "args", "timeoutMs", "modelOutput", "onError", "enabled", "description",
}

// readName also takes the name: the first to write it has it, even where that
// entry falls to another fault, so that no second one takes a guard's place.
func (e *entry) readName(r *reader) {
	s, ok := e.text("name")
	if !ok {
		e.missing("name", "missing-name", `add "name": 1 to 32 lower-case letters, digits and hyphens`)
		return
	}
	at := e.get("name").Place()
	name, err := names.ParseHookName(s)
	if err != nil {
		e.fail(at, "bad-name", err.Error()+", got "+quote(s), `write it like "study-folder-only"`)
		return
	}
	e.hook.Name, e.id, e.subject = name, s, `hook "`+s+`"`
	if first, used := r.take(s, at); used {
		e.fail(at, "duplicate-name", "the name is already used on line "+strconv.Itoa(first.Line)+"; the first entry keeps it", "give this entry another name")
	}
}

func (e *entry) readEvent() {
	s, ok := e.text("event")
	if !ok {
		e.missing("event", "missing-event", `add "event", one of `+eventList())
		return
	}
	event, ok := ParseEvent(s)
	if ok {
		e.hook.Event = event
		return
	}
	message, near := unknownEvent(s)
	hint := "write one of " + eventList()
	if near != "" {
		hint = `write "event": "` + near + `"`
	}
	e.fail(e.get("event").Place(), "unknown-event", message, hint)
}

// unknownEvent says so, with the event that is likely meant, or "".
func unknownEvent(s string) (message, near string) {
	message = "event " + quote(s) + " is not known"
	if near = strictjson.Nearest(s, eventNames()); near != "" {
		message += `; the nearest is "` + near + `"`
	}
	return message, near
}
