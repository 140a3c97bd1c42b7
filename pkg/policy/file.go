package policy

import (
	"fmt"
	"slices"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// file is one policy file, taken apart.
type file struct {
	src      Source
	machine  bool // whether the rights of the machine's file are its
	values   [keyCount]value
	locks    [keyCount]string // place of what locks the key; "" where nothing does
	problems []fault.Problem
}

// value is what a file says about one key.
type value struct {
	origin
	at    strictjson.Place
	flag  bool
	word  string
	rules []Rule
	pins  []Pin
}

// read takes a file apart and notes everything that is wrong with it.
func (f *file) read(src Source, machine bool) {
	f.src, f.machine = src, machine
	if !src.Present {
		return
	}
	root, problems := strictjson.Decode(src.Data, strictjson.Options{File: src.Path, Rules: "policy", Comments: true})
	f.problems = problems
	switch {
	case root == nil:
		return
	case root.Kind() != strictjson.KindObject:
		if root.Kind() != strictjson.KindNull { // noted by Decode
			f.report(root.Place(), "", "type", "the policy must be an object, got "+root.Kind().String(), `write {"tools": {"deny": ["shell*"]}}`)
		}
		return
	}
	f.top(root)
	sortByPlace(f.problems)
	f.problems = bounded(f.problems)
}

// bounded keeps a hostile file from making a large answer: beyond maxProblems
// the rest is counted, as an error if one of them is.
func bounded(problems []fault.Problem) []fault.Problem {
	if len(problems) <= maxProblems {
		return problems
	}
	last := problems[maxProblems]
	for _, pr := range problems[maxProblems:] {
		last.Severity = min(last.Severity, pr.Severity)
	}
	last.Message += fmt.Sprintf("; and %d more problems", len(problems)-maxProblems-1)
	return append(problems[:maxProblems:maxProblems], last)
}

const maxProblems = 100

// top reads the groups and the lock.
func (f *file) top(root *strictjson.Value) {
	known, members := groups(), root.Members()
	for _, s := range strictjson.Strays(members, append(groups(), "locked")) {
		f.strayTop(s)
	}
	for _, m := range members {
		switch {
		case m.Key == "locked" && f.machine:
			f.lock(m)
		case m.Key == "locked":
			f.report(m.Place, m.Key, "locked-here", `"locked" belongs to the machine's policy`, "remove it: your own policy has nobody below it")
		case slices.Contains(known, m.Key):
			f.group(m)
		}
	}
}

func (f *file) group(m strictjson.Member) {
	switch m.Value.Kind() {
	case strictjson.KindObject:
	case strictjson.KindNull: // noted by Decode
		return
	default:
		f.report(m.Value.Place(), m.Key, "type", m.Key+" must be an object, got "+m.Value.Kind().String(), `write {"`+m.Key+`": {…}}`)
		return
	}
	members := m.Value.Members()
	for _, s := range strictjson.Strays(members, namesIn(m.Key)) {
		f.strayIn(m.Key, s)
	}
	for _, inner := range members {
		if i := findIn(m.Key, inner.Key); i >= 0 {
			f.value(i, inner)
		}
	}
}

// report notes an error at a place; entry is the key it is about.
func (f *file) report(at strictjson.Place, entry, rule, message, hint string) {
	f.problems = append(f.problems, fault.Problem{
		File: f.src.Path, Line: at.Line, Column: at.Column, Entry: entry,
		Rule: "policy/" + rule, Severity: fault.SeverityError, Message: message, Hint: hint,
	})
}

// warn is report for what does not make the policy unusable.
func (f *file) warn(at strictjson.Place, entry, rule, message, hint string) {
	f.report(at, entry, rule, message, hint)
	f.problems[len(f.problems)-1].Severity = fault.SeverityWarning
}

func (f *file) place(at strictjson.Place) string { return f.src.Path + ":" + at.String() }

func sortByPlace(problems []fault.Problem) {
	slices.SortStableFunc(problems, func(a, b fault.Problem) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
}
