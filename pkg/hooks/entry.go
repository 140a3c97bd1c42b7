package hooks

import (
	"slices"
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

// entry reads item i of the list. The Dropped is nil when it may be used.
func (r *reader) entry(i int, v *strictjson.Value) (Hook, *Dropped) {
	place := "hooks[" + strconv.Itoa(i) + "]"
	e := &entry{src: r.src, v: v, subject: place, id: place}
	e.hook = Hook{Match: names.Any(), Timeout: DefaultTimeout, Layer: r.src.Layer, File: r.src.Path, Place: v.Place()}
	switch v.Kind() {
	case strictjson.KindObject:
		e.read(r)
	case strictjson.KindNull:
		e.fail(v.Place(), "null", "an entry may not be null", "take it out, or write "+shape)
	case strictjson.KindBool, strictjson.KindNumber, strictjson.KindString, strictjson.KindArray:
		e.fail(v.Place(), "bad-type", "an entry must be an object, got "+v.Kind().String(), "write "+shape)
	}
	sortByPlace(e.problems)
	r.problems = append(r.problems, e.problems...)
	first := slices.IndexFunc(e.problems, isError)
	if first < 0 {
		return e.hook, nil
	}
	return Hook{}, &Dropped{
		Name: string(e.hook.Name), Event: e.hook.Event, Guards: e.hook.Event.guards(),
		Match: e.hook.Match, Problem: e.problems[first], Layer: r.src.Layer,
	}
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
	e.readStrays()
}

// readStrays tells of the keys that are not a hook's; past many of them the rest
// is counted.
func (e *entry) readStrays() {
	const many = 100
	for i, s := range e.strays {
		if i == many {
			e.fail(s.Member.Place, "unknown-key", strconv.Itoa(len(e.strays)-many)+" more keys from here on are not known", "take them out")
			return
		}
		p := s.Problem(e.src.options(), e.id)
		p.Message = e.subject + ": " + p.Message
		if hint := keyHint(s.Member.Key); hint != "" && !s.CaseOnly {
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
	at := e.get("event").Place()
	if near := strictjson.Nearest(s, eventNames()); near != "" {
		e.fail(at, "unknown-event", "event "+quote(s)+` is not known; the nearest is "`+near+`"`, `write "event": "`+near+`"`)
		return
	}
	e.fail(at, "unknown-event", "event "+quote(s)+" is not known", "write one of "+eventList())
}
