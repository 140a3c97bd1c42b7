package hooks

import (
	"strconv"
	"time"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// handlerKeys are those of a hook in the object shape (SPEC H1).
var handlerKeys = [...]string{"type", "command", "args", "timeout", "shell", "onError", "enabled", "description"}

// handler reads one hook of a group, whose event and matcher are its own. An
// event that is not known makes no name.
func (r *reader) handler(v *strictjson.Value, place string, group Hook, n int, because *fault.Problem) {
	h := Hook{Event: group.Event, Match: group.Match, HasMatch: group.HasMatch, Timeout: DefaultObjectTimeout}
	e := r.begin(v, place, h)
	if group.Event != "" {
		e.hook.Name = madeName(group.Event, n)
		e.id, e.subject = string(e.hook.Name), `hook "`+string(e.hook.Name)+`"`
	}
	if e.isObject("a hook", handlerShape) {
		e.readHandler()
	}
	r.end(e, because)
}

// readHandler takes every key, so that every problem is said and not the first alone.
func (e *entry) readHandler() {
	e.members = e.v.Members()
	e.strays = strictjson.Strays(e.members, handlerKeys[:])
	e.readType()
	e.readProgram()
	e.readSeconds()
	e.readOnError()
	if on, ok := e.flag("enabled"); ok {
		e.hook.Parked = !on
	}
	e.hook.Description, _ = e.text("description")
	e.readStrays(handlerHint)
}

func (e *entry) readType() {
	s, ok := e.text("type")
	if !ok {
		e.missing("type", "missing-type", `add "type": "command"`)
		return
	}
	at := e.get("type").Place()
	switch s {
	case "command":
	case "http", "prompt", "agent", "mcp_tool":
		e.fail(at, "hook-type", "type "+s+" is not supported: a hook here is a program", `write "type": "command", and let the command do it`)
	default:
		e.fail(at, "hook-type", `type must be "command", got `+quote(s), `write "type": "command"`)
	}
}

func (e *entry) readSeconds() {
	v := e.get("timeout")
	if v == nil || !e.kind(v, strictjson.KindNumber, "timeout") {
		return
	}
	least, most := int64(MinObjectTimeout/time.Second), int64(MaxObjectTimeout/time.Second)
	s, ok := v.Int()
	if ok && s >= least && s <= most {
		e.hook.Timeout = time.Duration(s) * time.Second
		return
	}
	raw, cut := clean.Cut(string(v.Raw()), 32)
	if cut {
		raw += "…"
	}
	hint := "write whole seconds"
	if ok && s > most && s%1000 == 0 && s/1000 <= most {
		hint = "write seconds, not milliseconds: " + strconv.FormatInt(s/1000, 10)
	}
	e.fail(v.Place(), "timeout-range", "timeout must be "+strconv.FormatInt(least, 10)+" to "+strconv.FormatInt(most, 10)+" seconds, got "+raw, hint)
}
