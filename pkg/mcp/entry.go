package mcp

import (
	"slices"
	"strconv"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// maxProblems of an entry, and of the top keys, are listed; the rest is counted,
// so that a hostile file cannot make a large answer.
const maxProblems = 100

// entry reads one server of a file. It goes on after a fault so that all are
// reported; any error drops it.
type entry struct {
	p        *parser
	shape    Shape
	key      string // the id of the mcpServers shape
	name     string // for messages: server "lab", or servers[2]
	label    string // for Problem.Entry: lab, or servers[2]
	id       string // readable id, else ""
	value    *strictjson.Value
	place    strictjson.Place
	members  []strictjson.Member
	problems []fault.Problem
	beyond   int // how many more than maxProblems
	failed   bool
	out      Server
}

func (p *parser) entry(where string, shape Shape, v *strictjson.Value, at strictjson.Place) *entry {
	return &entry{p: p, shape: shape, name: where, label: where, value: v, place: at}
}

// note adds a message; an error drops the entry.
func (e *entry) note(sev fault.Severity, at strictjson.Place, rule, message, hint string) {
	first := sev == fault.SeverityError && !e.failed
	e.failed = e.failed || first
	if len(e.problems) >= maxProblems && !first {
		e.beyond++
		return
	}
	e.problems = append(e.problems, fault.Problem{File: e.p.src.Path, Line: at.Line, Column: at.Column, Entry: e.label,
		Rule: rule, Severity: sev, Message: e.name + ": " + message, Hint: hint})
}

func (e *entry) fail(at strictjson.Place, rule, message, hint string) {
	e.note(fault.SeverityError, at, rule, message, hint)
}

// read checks the entry and files it under servers or dropped.
func (e *entry) read() {
	if e.value.Kind() == strictjson.KindObject {
		e.members = e.value.Members()
		e.readID()
		e.strayKeys()
		e.readCommon()
		e.readKind()
	} else {
		if e.shape == ShapeMcpServers {
			e.readID()
		}
		e.wrongType(e.value, "the entry", "an object", "")
	}
	inFileOrder(e.problems)
	if e.beyond > 0 {
		e.problems[len(e.problems)-1].Message += "; and " + strconv.Itoa(e.beyond) + " more problems"
	}
	e.p.file.Problems = append(e.p.file.Problems, e.problems...)
	if e.failed {
		first := slices.IndexFunc(e.problems, func(p fault.Problem) bool { return p.Severity == fault.SeverityError })
		e.p.file.Dropped = append(e.p.file.Dropped, Dropped{ID: e.id, Problem: e.problems[first], Layer: e.p.rules.Layer})
		return
	}
	e.out.Layer, e.out.File, e.out.Place = e.p.rules.Layer, e.p.src.Path, e.place
	e.p.file.Servers = append(e.p.file.Servers, e.out)
}

// wrongType reports a value of another kind than asked; null by its own rule.
func (e *entry) wrongType(v *strictjson.Value, what, want, hint string) {
	rule := "mcp/bad-type"
	if v.Kind() == strictjson.KindNull {
		rule = "mcp/null"
		if hint == "" {
			hint = "take it out: null is never a value"
		}
	}
	if hint == "" {
		hint = wanted(want, v.Kind())
	}
	e.fail(v.Place(), rule, what+" must be "+want+", got "+v.Kind().String(), hint)
}

// wanted is how to write what was asked for.
func wanted(want string, got strictjson.Kind) string {
	switch {
	case want == "true or false" && got == strictjson.KindString:
		return "write true or false without quotes"
	case want == "a text" && (got == strictjson.KindNumber || got == strictjson.KindBool):
		return "put it between quotes"
	case want == "a text":
		return "write one text between quotes, or leave it out"
	case want == "a list of texts" && got == strictjson.KindString:
		return "put it in [ ]"
	case want == "a list of texts":
		return `write ["one", "two"], or leave it out`
	case want == "an object":
		return "write it with { }"
	case want == "a number of milliseconds":
		return "write a number without quotes, as 10000"
	}
	return "write " + want + ", or leave it out"
}

// field is the value of a key of the entry, or nil.
func (e *entry) field(key string) *strictjson.Value {
	for i := range e.members {
		if e.members[i].Key == key {
			return e.members[i].Value
		}
	}
	return nil
}

// text is a text field; false where it is absent or has been reported.
func (e *entry) text(key string) (string, *strictjson.Value, bool) {
	v := e.field(key)
	if v == nil {
		return "", nil, false
	}
	s, ok := v.Text()
	if !ok {
		e.wrongType(v, key, "a text", "")
	}
	return s, v, ok
}

// object is an object field with only the known keys; nil where it is absent or
// has been reported.
func (e *entry) object(key, hint string, known ...string) *strictjson.Value {
	v := e.field(key)
	if v == nil {
		return nil
	}
	if v.Kind() != strictjson.KindObject {
		e.wrongType(v, key, "an object", hint)
		return nil
	}
	for _, s := range strictjson.Unknown(v, known) {
		e.stray(s, key, known)
	}
	return v
}
