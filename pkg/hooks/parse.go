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

// ParseFile reads the bytes of one hooks.json, in the shape that the type under
// "hooks" says (SPEC H1 to H3). It reports every problem of every entry. A bad
// entry costs itself; a file that cannot be read as a whole is Unusable. The rule
// ids begin with hooks/.
func ParseFile(data []byte, src Source) File {
	doc, found := strictjson.Decode(data, src.options())
	r := &reader{src: src, problems: found}
	if doc == nil || slices.ContainsFunc(found, isError) {
		return File{Problems: found, Unusable: true}
	}
	ok := r.read(doc)
	sortByPlace(r.problems)
	if !ok {
		return File{Problems: r.problems, Unusable: true}
	}
	return File{Shape: r.shape, Hooks: r.hooks, Dropped: r.dropped, Problems: r.problems}
}

// options for the strict reader: nulls are the entries' own affair.
func (s Source) options() strictjson.Options {
	return strictjson.Options{File: s.Path, Rules: "hooks", Comments: true, AllowNull: true}
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

// read finds the entries and reads them. False means that the file as a whole
// cannot be used; its entries are read all the same, for their own problems.
func (r *reader) read(doc *strictjson.Value) bool {
	hooks, ok := r.top(doc)
	switch {
	case hooks == nil:
		return false
	case hooks.Kind() == strictjson.KindObject:
		r.shape = Object
		return r.object(hooks) && ok
	case hooks.Kind() != strictjson.KindArray:
		r.whole(hooks.Place(), shapeRule(hooks), "hooks must be a list of entries, or an object of events, got "+hooks.Kind().String(), "write "+shape)
		return false
	}
	items := hooks.Items()
	if len(items) > MaxHooks {
		r.tooMany(hooks.Place(), len(items))
		return false
	}
	for i, v := range items {
		r.entry(i, v)
	}
	return ok
}

// top finds what stands under hooks. A key that is not known refuses the file.
func (r *reader) top(doc *strictjson.Value) (hooks *strictjson.Value, ok bool) {
	if doc.Kind() != strictjson.KindObject {
		r.whole(doc.Place(), shapeRule(doc), "the file is "+doc.Kind().String()+", not an object with a hooks list", "write "+shape)
		return nil, false
	}
	ok, renamed := true, false
	for _, s := range strictjson.Unknown(doc, []string{"hooks"}) {
		p := s.Problem(r.src.options(), "")
		if hint := topHint(s.Member.Key); hint != "" && !s.CaseOnly {
			p.Hint = hint
		}
		r.problems = append(r.problems, p)
		ok, renamed = false, renamed || s.Nearest == "hooks"
	}
	hooks = doc.Get("hooks")
	if hooks == nil && !renamed {
		r.whole(doc.Place(), "shape", "the file has no hooks list", `for no hooks write {"hooks": []}; for one, `+shape)
	}
	return hooks, ok
}

func (r *reader) tooMany(at strictjson.Place, n int) {
	r.whole(at, "too-many", "a file has at most "+strconv.Itoa(MaxHooks)+" hooks, got "+strconv.Itoa(n), "put what belongs together into one script")
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
