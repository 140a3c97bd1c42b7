package hosts

import (
	"fmt"
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// eventReader is an event while it is read.
type eventReader struct {
	name     string
	doc      *strictjson.Value
	event    Event
	problems []fault.Problem
}

// strays takes the host's own members over and gives the keys that are misspelt,
// one after another, for there may be a million.
func (r *eventReader) strays() {
	known, members := eventKeys(), r.doc.Members()
	for i, m := range members {
		if r.means(m.Key) {
			r.spelling(m)
			continue
		}
		misspelt := ""
		for _, s := range strictjson.Strays(members[i:i+1], known) {
			if s.CaseOnly || strings.EqualFold(s.Member.Key, s.Nearest) { // U+212A folds to k
				misspelt = s.Nearest
			}
		}
		if misspelt == "" {
			r.event.Host = append(r.event.Host, File{Key: m.Key, Value: m.Value.Raw()})
		} else if len(r.problems) < maxTold {
			r.problems = append(r.problems, problem(m.Place, "event/key-case",
				fmt.Sprintf("the key %s must be spelt %q", quoted(m.Key), misspelt)))
		}
	}
}

// spelling hands on what a host calls the tool, the conversation and the result in
// its own words, which a hook written for that host may look for. A result too
// large for a hook is not among them.
func (r *eventReader) spelling(m strictjson.Member) {
	switch m.Key {
	case hostTool, hostConversation, hostResult:
		if raw := m.Value.Raw(); len(raw) <= MaxResult {
			r.event.Host = append(r.event.Host, File{Key: m.Key, Value: raw})
		}
	}
}

// member is a key's value where it means something for this event, else nil.
func (r *eventReader) member(key string) *strictjson.Value {
	if !r.means(key) {
		return nil
	}
	return r.doc.Get(key)
}

// first is the value of usher's own key, else of the host's; nil without either.
func (r *eventReader) first(own, host string) *strictjson.Value {
	if v := r.member(own); v != nil {
		return v
	}
	return r.member(host)
}

// text is a member's text; false where it is absent or not what it must be.
func (r *eventReader) text(key string, among ...string) (string, bool) {
	v := r.member(key)
	if v == nil {
		return "", false
	}
	s, ok := v.Text()
	switch {
	case !ok:
		r.wrong(v.Place(), key+" must be text")
	case len(among) > 0 && !slices.Contains(among, s):
		r.wrong(v.Place(), key+" must be "+strings.Join(among, " or "))
	default:
		return s, true
	}
	return "", false
}

// either is the text of usher's own key, else of the host's. Both are checked.
func (r *eventReader) either(own, host string) (string, bool) {
	s, ok := r.text(own)
	other, given := r.text(host)
	if r.member(own) != nil {
		return s, ok
	}
	return other, given
}

// result is {"ok":…,"text":…} in usher's own form. A host's is whatever its tool
// gave: text as it is, anything else as JSON.
func (r *eventReader) result() {
	v := r.member("result")
	if v == nil {
		r.hostResult()
		return
	}
	ok, text, good := readResult(v)
	if !good {
		r.wrong(v.Place(), `result must be {"ok":true|false,"text":"…"}`)
		return
	}
	r.event.Result = &EventResult{OK: ok, Text: cutText(text)}
}

func readResult(v *strictjson.Value) (ok bool, text string, good bool) {
	if v.Kind() != strictjson.KindObject || len(strictjson.Unknown(v, []string{"ok", "text"})) > 0 || v.Get("ok") == nil {
		return false, "", false
	}
	if ok, good = v.Get("ok").Bool(); !good || v.Get("text") == nil {
		return ok, "", good
	}
	text, good = v.Get("text").Text()
	return ok, text, good
}

func (r *eventReader) hostResult() {
	v := r.member(hostResult)
	if v == nil {
		return
	}
	text, ok := v.Text()
	if !ok {
		text = string(v.Raw())
	}
	r.event.Result = &EventResult{OK: !saysFailed(v), Text: cutText(text)}
}

// saysFailed reports a host's result that says of itself that the tool failed.
func saysFailed(v *strictjson.Value) bool {
	if v.Kind() != strictjson.KindObject {
		return false
	}
	for _, key := range [...]string{"isError", "is_error"} {
		if f := v.Get(key); f != nil {
			if failed, ok := f.Bool(); ok && failed {
				return true
			}
		}
	}
	return false
}

func (r *eventReader) wrong(at strictjson.Place, msg string) {
	r.problems = append(r.problems, problem(at, "event/bad-value", msg))
}

func (r *eventReader) missing(rule, msg string) {
	r.problems = append(r.problems, problem(r.doc.Place(), rule, msg))
}

// EventShape is what an event looks like in usher's own form.
func EventShape(name string) string {
	switch name {
	case preToolUse:
		return shape
	case postToolUse:
		return `{"tool":"server__tool","args":{…},"result":{"ok":true,"text":"…"}}`
	case userPromptSubmit:
		return `{"message":"…"}`
	case turnEnd, stopEvent:
		return `{"outcome":"done"}`
	}
	return `{"conversationId":"…"}`
}

func refusedEvent(name, msg string, ps []fault.Problem) *fault.Error {
	e := refused(msg, ps)
	e.Hints = []string{"send " + EventShape(name)}
	return e
}
