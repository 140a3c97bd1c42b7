package gatetest

import (
	"cmp"
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
	"usher/pkg/trust"
)

// Source is where a table came from. Open reads another file that the table names,
// by its absolute path.
type Source struct {
	Path, Dir string
	Open      func(path string) ([]byte, error)
}

// Parse reads a table: JSON with comments and trailing commas. All that is wrong
// with it is reported; with any error it holds no cases.
func Parse(data []byte, src Source) (File, []fault.Problem) {
	r := &reader{src: src}
	doc, problems := strictjson.Decode(data, strictjson.Options{
		File: src.Path, Rules: "gate-test", MaxBytes: trust.MaxFile, Comments: true, AllowNull: true,
	})
	f := File{Path: src.Path, Dir: src.Dir}
	if doc == nil {
		return f, problems
	}
	if r.object(doc, "", "given", "cases") {
		if v := doc.Get("given"); v != nil {
			f.Given = r.given(v)
		}
		f.Cases = r.cases(doc)
	}
	sortByPlace(r.problems)
	if len(r.problems) > 0 {
		f.Cases = nil
	}
	return f, r.problems
}

func sortByPlace(ps []fault.Problem) {
	slices.SortStableFunc(ps, func(a, b fault.Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}

// reader collects what is wrong with a table.
type reader struct {
	src      Source
	problems []fault.Problem
}

func (r *reader) options() strictjson.Options {
	return strictjson.Options{File: r.src.Path, Rules: "gate-test"}
}

func (r *reader) fail(at strictjson.Place, entry, rule, message, hint string) {
	r.problems = append(r.problems, fault.Problem{
		File: r.src.Path, Line: at.Line, Column: at.Column, Entry: entry, Rule: "gate-test/" + rule, Message: message, Hint: hint,
	})
}

// object checks that v is an object with known keys alone.
func (r *reader) object(v *strictjson.Value, entry string, known ...string) bool {
	if v.Kind() != strictjson.KindObject {
		r.kind(v, entry, "an object")
		return false
	}
	for _, s := range strictjson.Unknown(v, known) {
		p := s.Problem(r.options(), entry)
		if p.Hint == "" {
			p.Hint = "the keys here are " + strings.Join(known, ", ")
		}
		r.problems = append(r.problems, p)
	}
	return true
}

func (r *reader) kind(v *strictjson.Value, entry, want string) {
	r.fail(v.Place(), entry, "type", subject(entry)+" must be "+want+", got "+v.Kind().String(), "")
}

func subject(entry string) string {
	if entry == "" {
		return "the table"
	}
	return entry
}

// text is a text that is not empty; one of among, where words are given.
func (r *reader) text(v *strictjson.Value, entry string, among ...string) (string, bool) {
	s, ok := v.Text()
	switch {
	case !ok:
		r.kind(v, entry, "text")
	case len(among) > 0 && !slices.Contains(among, s):
		hint := ""
		if near := strictjson.Nearest(s, among); near != "" {
			hint = `did you mean "` + near + `"?`
		}
		r.fail(v.Place(), entry, "value", entry+" must be "+strings.Join(among, " or "), hint)
		return "", false
	case s == "":
		r.fail(v.Place(), entry, "value", entry+" must not be empty", "leave it out, or write what is meant")
		return "", false
	}
	return s, ok
}

func (r *reader) flag(v *strictjson.Value, entry string) (value, ok bool) {
	value, ok = v.Bool()
	if !ok {
		r.kind(v, entry, "true or false")
	}
	return value, ok
}

func (r *reader) list(v *strictjson.Value, entry string) ([]*strictjson.Value, bool) {
	if v.Kind() != strictjson.KindArray {
		r.kind(v, entry, "a list")
		return nil, false
	}
	return v.Items(), true
}
