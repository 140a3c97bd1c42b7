package hooks

import (
	"strconv"
	"time"

	"usher/pkg/clean"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

func (e *entry) readMatch() {
	v := e.get("match")
	if v == nil {
		return
	}
	if e.hook.Event != "" && !e.hook.Event.OnTool() {
		e.fail(e.member("match").Place, "match-on-event", string(e.hook.Event)+" is not about a tool and has no match", "take match out")
	}
	s, ok := e.text("match")
	if !ok {
		return
	}
	pattern, err := names.ParsePattern(s)
	switch {
	case s == "":
		e.fail(v.Place(), "empty-match", "match may not be empty", "leave match out to meet every tool")
		return
	case err != nil:
		e.fail(v.Place(), "long-match", err.Error(), "write a shorter pattern; * is any run of characters")
		return
	}
	e.hook.Match, e.hook.HasMatch = pattern, true
	e.warnMatch(v.Place(), s, pattern)
}

func (e *entry) readTimeout() {
	v := e.get("timeoutMs")
	if v == nil || !e.kind(v, strictjson.KindNumber, "timeoutMs") {
		return
	}
	ms, ok := v.Int()
	if ok && ms >= MinTimeout.Milliseconds() && ms <= MaxTimeout.Milliseconds() {
		e.hook.Timeout = time.Duration(ms) * time.Millisecond
		return
	}
	raw, cut := clean.Cut(string(v.Raw()), 32)
	if cut {
		raw += "…"
	}
	e.fail(v.Place(), "timeout-range", "timeoutMs must be "+strconv.FormatInt(MinTimeout.Milliseconds(), 10)+" to "+strconv.FormatInt(MaxTimeout.Milliseconds(), 10)+", got "+raw, "write whole milliseconds: a second is 1000")
}

func (e *entry) readModelOutput() {
	v := e.get("modelOutput")
	if v == nil {
		return
	}
	e.hook.ModelOutput, _ = e.flag("modelOutput")
	if e.hook.Event != "" && e.hook.Event != PostToolUse {
		e.fail(e.member("modelOutput").Place, "model-output-on-event", "only PostToolUse has modelOutput, not "+string(e.hook.Event), "take modelOutput out")
	}
}

func (e *entry) readOnError() {
	s, ok := e.text("onError")
	if !ok {
		return
	}
	switch s {
	case "deny", "warn":
		e.hook.Warn, e.hook.OnErrorSaid = s == "warn", true
	default:
		e.fail(e.get("onError").Place(), "on-error", `onError must be "deny" or "warn", got `+quote(s), `write "deny", or take it out`)
		return
	}
	if s == "deny" && e.hook.Event != "" && e.hook.Event != PreToolUse {
		e.warn(e.get("onError").Place(), "on-error-event", "onError has a say on PreToolUse only: a "+string(e.hook.Event)+" hook that fails is logged", "take onError out")
	}
}
