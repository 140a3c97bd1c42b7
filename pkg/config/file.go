package config

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"usher/pkg/fault"
	"usher/pkg/safefile"
	"usher/pkg/strictjson"
)

// file reads settings.json. Its values count all or none, so that a person never
// works with half of what they wrote.
func (l *loader) file(path string) {
	if path == "" {
		return
	}
	data, err := read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return
	case err != nil:
		l.problems = append(l.problems, unreadable(path, err)...)
		return
	}
	values, problems := parse(data, path)
	l.problems = append(l.problems, problems...)
	if slices.ContainsFunc(problems, func(p fault.Problem) bool { return p.Severity == fault.SeverityError }) {
		return
	}
	for _, v := range values {
		l.merge(v.key, v.value, origin{"yours", path + ":" + v.at.String()})
	}
}

func read(path string) ([]byte, error) {
	root, err := safefile.OpenRoot(filepath.Dir(path), safefile.Self)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	return root.Read(filepath.Base(path), safefile.DefaultMax)
}

func unreadable(path string, err error) []fault.Problem {
	var fe *fault.Error
	if errors.As(err, &fe) && len(fe.Problems) > 0 {
		return fe.Problems
	}
	return []fault.Problem{{File: path, Rule: "settings/unreadable", Message: "settings cannot be read: " + err.Error()}}
}

// Check says everything that is wrong with the bytes of a settings file; path is
// how problems name it. It opens nothing.
func Check(data []byte, path string) []fault.Problem {
	_, problems := parse(data, path)
	return problems
}

// set is one preference that a settings file sets soundly.
type set struct {
	key   int
	value any
	at    strictjson.Place
}

func parse(data []byte, path string) ([]set, []fault.Problem) {
	o := strictjson.Options{File: path, Rules: "settings", Comments: true}
	root, problems := strictjson.Decode(data, o)
	switch {
	case root == nil || root.Kind() == strictjson.KindNull:
		return nil, problems
	case root.Kind() != strictjson.KindObject:
		return nil, append(problems, problem(path, "", "type", root.Place(), "the settings must be an object, got "+root.Kind().String(), `write {"color": "never"}`))
	}
	for _, s := range strictjson.Unknown(root, Keys()) {
		problems = append(problems, s.Problem(o, ""))
	}
	var values []set
	for _, m := range root.Members() {
		i := find(m.Key)
		if i < 0 || m.Value.Kind() == strictjson.KindNull { // a null was noted by Decode
			continue
		}
		if value, ok := keys[i].fromJSON(m.Value); ok {
			values = append(values, set{key: i, value: value, at: m.Value.Place()})
			continue
		}
		problems = append(problems, keys[i].wrong(path, m.Value))
	}
	slices.SortStableFunc(problems, func(a, b fault.Problem) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	return values, problems
}

// wrong says whether the type or the value is at fault.
func (k key) wrong(path string, v *strictjson.Value) fault.Problem {
	rule, message, hint := "value", k.name+" must be "+k.want(), ""
	wanted := strictjson.KindString
	if k.words == "" {
		wanted = strictjson.KindNumber
	}
	if v.Kind() != wanted {
		rule, message = "type", message+", got "+v.Kind().String()
	} else if text, ok := v.Text(); ok {
		hint = k.hint(text)
	}
	return problem(path, k.name, rule, v.Place(), message, hint)
}

func problem(path, entry, rule string, at strictjson.Place, message, hint string) fault.Problem {
	return fault.Problem{File: path, Line: at.Line, Column: at.Column, Entry: entry,
		Rule: "settings/" + rule, Severity: fault.SeverityError, Message: message, Hint: hint}
}
