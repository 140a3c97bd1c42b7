package hooks

import (
	"cmp"
	"slices"
	"strconv"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// shape is the whole of the list shape in one line, for whoever wrote another.
const shape = `{"hooks": [{"name": "guard", "event": "PreToolUse", "match": "acme__*", "command": "/path/to/check", "args": []}]}`

// ParseFile reads the bytes of one hooks.json in the list shape (SPEC H1 to H3).
// It reports every problem of every entry. A bad entry costs itself; a file that
// cannot be read as a whole, the object shape among them, is Unusable. The rule
// ids begin with hooks/.
func ParseFile(data []byte, src Source) File {
	doc, found := strictjson.Decode(data, src.options())
	r := &reader{src: src, problems: found}
	if doc == nil || slices.ContainsFunc(found, isError) {
		return File{Problems: found, Unusable: true}
	}
	items, ok := r.list(doc)
	f := File{Hooks: make([]Hook, 0, len(items))}
	for i, v := range items {
		h, d := r.entry(i, v)
		if d != nil {
			f.Dropped = append(f.Dropped, *d)
		} else {
			f.Hooks = append(f.Hooks, h)
		}
	}
	if !ok {
		f = File{Unusable: true}
	}
	sortByPlace(r.problems)
	f.Problems = r.problems
	return f
}

// options for the strict reader: nulls are the entries' own affair.
func (s Source) options() strictjson.Options {
	return strictjson.Options{File: s.Path, Rules: "hooks", Comments: true, AllowNull: true}
}

// reader collects what one file holds and what is wrong with it.
type reader struct {
	src      Source
	problems []fault.Problem
	taken    []taken
}

// taken is a name in use, and where it was first written.
type taken struct {
	name string
	at   strictjson.Place
}

// take takes a name; used says that an entry before has it, and where.
func (r *reader) take(name string, at strictjson.Place) (first strictjson.Place, used bool) {
	for _, t := range r.taken {
		if t.name == name {
			return t.at, true
		}
	}
	r.taken = append(r.taken, taken{name, at})
	return at, false
}

func sortByPlace(ps []fault.Problem) {
	slices.SortStableFunc(ps, func(a, b fault.Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}

func isError(p fault.Problem) bool { return p.Severity == fault.SeverityError }

// whole reports a fault of the whole file.
func (r *reader) whole(at strictjson.Place, rule, message, hint string) {
	r.problems = append(r.problems, fault.Problem{
		File: r.src.Path, Line: at.Line, Column: at.Column,
		Rule: "hooks/" + rule, Message: message, Hint: hint,
	})
}

// list finds the entries. ok is false when the file as a whole cannot be used;
// the entries of a list are given all the same, for their own problems.
func (r *reader) list(doc *strictjson.Value) (items []*strictjson.Value, ok bool) {
	if doc.Kind() != strictjson.KindObject {
		r.whole(doc.Place(), shapeRule(doc), "the file is "+doc.Kind().String()+", not an object with a hooks list", "write "+shape)
		return nil, false
	}
	ok, renamed := true, false
	for _, s := range strictjson.Unknown(doc, []string{"hooks"}) {
		r.problems = append(r.problems, s.Problem(r.src.options(), ""))
		ok, renamed = false, renamed || s.Nearest == "hooks"
	}
	hooks := doc.Get("hooks")
	switch {
	case hooks == nil && !renamed:
		r.whole(doc.Place(), "shape", "the file has no hooks list", `for no hooks write {"hooks": []}; for one, `+shape)
		return nil, false
	case hooks == nil:
		return nil, false
	case hooks.Kind() == strictjson.KindObject:
		r.whole(hooks.Place(), "shape", "hooks is an object; this file's shape is a list of entries, each with its own event", "write "+shape)
		return nil, false
	case hooks.Kind() != strictjson.KindArray:
		r.whole(hooks.Place(), shapeRule(hooks), "hooks must be a list of entries, got "+hooks.Kind().String(), "write "+shape)
		return nil, false
	}
	items = hooks.Items()
	if len(items) > MaxHooks {
		r.whole(hooks.Place(), "too-many", "a file has at most "+strconv.Itoa(MaxHooks)+" hooks, got "+strconv.Itoa(len(items)), "put what belongs together into one script")
		return nil, false
	}
	return items, ok
}

func shapeRule(v *strictjson.Value) string {
	if v.Kind() == strictjson.KindNull {
		return "null"
	}
	return "shape"
}

// quote is a foreign word for a message: look-alikes and invisible characters
// show, and a long word is cut.
func quote(s string) string {
	short, cut := clean.Cut(s, 64)
	q := clean.Quote(short)
	if cut {
		q += "…"
	}
	return q
}
