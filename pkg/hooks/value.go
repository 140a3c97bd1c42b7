package hooks

import (
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// text is a key's string; false when it is absent or something else, which is
// then a problem of its own.
func (e *entry) text(key string) (string, bool) {
	v := e.get(key)
	if v == nil || !e.kind(v, strictjson.KindString, key) {
		return "", false
	}
	return v.Text()
}

// flag is a key's true or false, as text is for strings.
func (e *entry) flag(key string) (value, ok bool) {
	v := e.get(key)
	if v == nil || !e.kind(v, strictjson.KindBool, key) {
		return false, false
	}
	return v.Bool()
}

// kind checks a value's kind. null is never a value (SPEC F2).
func (e *entry) kind(v *strictjson.Value, want strictjson.Kind, what string) bool {
	switch v.Kind() {
	case want:
		return true
	case strictjson.KindNull:
		e.fail(v.Place(), "null", what+" may not be null", "take "+what+" out, or write "+want.String())
	default:
		e.fail(v.Place(), "bad-type", what+" must be "+want.String()+", got "+v.Kind().String(), "")
	}
	return false
}

// missing reports a key that every entry needs; one of a wrong kind, or misspelt,
// has been told already.
func (e *entry) missing(key, rule, hint string) {
	near := func(s strictjson.Stray) bool { return s.Nearest == key }
	if e.get(key) != nil || slices.ContainsFunc(e.strays, near) {
		return
	}
	e.fail(e.v.Place(), rule, key+" is missing", hint)
}

func (e *entry) fail(at strictjson.Place, rule, message, hint string) {
	e.add(fault.SeverityError, at, rule, message, hint)
}

func (e *entry) warn(at strictjson.Place, rule, message, hint string) {
	e.add(fault.SeverityWarning, at, rule, message, hint)
}

func (e *entry) add(s fault.Severity, at strictjson.Place, rule, message, hint string) {
	e.problems = append(e.problems, fault.Problem{
		File: e.src.Path, Line: at.Line, Column: at.Column, Entry: e.id, Rule: "hooks/" + rule,
		Severity: s, Message: e.subject + ": " + message, Hint: hint,
	})
}

// member is a key and its value; the zero Member when the key is absent.
func (e *entry) member(key string) strictjson.Member {
	for _, m := range e.members {
		if m.Key == key {
			return m
		}
	}
	return strictjson.Member{}
}

func (e *entry) get(key string) *strictjson.Value { return e.member(key).Value }

func eventNames() []string {
	out := make([]string, 0, 6)
	for _, e := range Events() {
		out = append(out, string(e))
	}
	return out
}

func eventList() string { return strings.Join(eventNames(), ", ") }
