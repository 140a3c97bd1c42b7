package starter

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"

	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// Entry is a hook to be added to a hooks.json. Match is "" for every tool.
type Entry struct {
	Name    names.HookName
	Event   hooks.Event
	Match   string
	Command string
	Args    []string
}

// Add gives the file with the entry at its end, in the shape the file has, and the
// hook as it is then read: in the object shape its name is made. Blank data is a
// new file in the list shape. Every other byte stays (SPEC F5).
//
// A file with a fault of the whole, a name that is taken, an entry that would be
// dropped and a match that hardly covers what it looks like are a *fault.Error with
// its Problems.
func Add(data []byte, src hooks.Source, e Entry) ([]byte, hooks.Hook, error) {
	if !utf8.ValidString(e.Command) || slices.ContainsFunc(e.Args, func(a string) bool { return !utf8.ValidString(a) }) {
		return nil, hooks.Hook{}, fault.New(fault.Failed, "the script's path is not UTF-8, and JSON cannot say it")
	}
	if len(bytes.TrimSpace(data)) == 0 {
		data = nil
	}
	before, object, err := read(data, src)
	if err != nil {
		return nil, hooks.Hook{}, err
	}
	if err := e.meant(object); err != nil {
		return nil, hooks.Hook{}, err
	}
	path, entry := []string{"hooks", "-"}, e.inList()
	switch {
	case object:
		path, entry = []string{"hooks", string(e.Event), "-"}, e.inObject()
	case slices.Contains(before, string(e.Name)):
		return nil, hooks.Hook{}, fault.New(fault.Failed, fmt.Sprintf("the file has a hook %q already", e.Name), "give another name: usher hooks new NAME")
	}
	value, err := encode(entry)
	if err != nil {
		return nil, hooks.Hook{}, err
	}
	out, err := strictjson.Set(data, path, value)
	if err != nil {
		return nil, hooks.Hook{}, err
	}
	h, err := added(hooks.ParseFile(out, src), before)
	return out, h, err
}

// read gives the names a file has and whether its shape is the object's.
func read(data []byte, src hooks.Source) (have []string, object bool, err error) {
	if data == nil {
		return nil, false, nil
	}
	f := hooks.ParseFile(data, src)
	if f.Unusable {
		wrong := slices.DeleteFunc(f.Problems, func(p fault.Problem) bool { return p.Severity != fault.SeverityError })
		return nil, false, &fault.Error{Message: "the file has a fault of the whole and is not edited", Problems: wrong}
	}
	doc, _ := strictjson.Decode(data, strictjson.Options{Comments: true, AllowNull: true})
	return called(f), doc.Get("hooks").Kind() == strictjson.KindObject, nil
}

func called(f hooks.File) (have []string) {
	for _, h := range f.Hooks {
		have = append(have, string(h.Name))
	}
	for _, d := range f.Dropped {
		have = append(have, d.Name)
	}
	return have
}

// added is the hook that a file has beyond those before.
func added(f hooks.File, before []string) (hooks.Hook, error) {
	for _, h := range f.Hooks {
		if !slices.Contains(before, string(h.Name)) {
			return h, nil
		}
	}
	e := fault.New(fault.Refused, "the entry would not load; nothing was written")
	for _, d := range f.Dropped {
		if !slices.Contains(before, d.Name) {
			p := d.Problem
			p.File, p.Line, p.Column = "", 0, 0 // of a file that is not there
			e.Message, e.Hints = p.Message, []string{p.Hint}
		}
	}
	return hooks.Hook{}, e
}

type listEntry struct {
	Name    string   `json:"name"`
	Event   string   `json:"event"`
	Match   string   `json:"match,omitempty"`
	Command string   `json:"command"`
	Args    []string `json:"args,omitempty"`
}

func (e Entry) inList() any {
	return listEntry{string(e.Name), string(e.Event), e.Match, e.Command, e.Args}
}

type group struct {
	Matcher string    `json:"matcher,omitempty"`
	Hooks   []handler `json:"hooks"`
}

// handler always has args: without them the command is read as a whole line.
type handler struct {
	Type    string   `json:"type"`
	Command string   `json:"command"`
	Args    []string `json:"args"`
}

func (e Entry) inObject() any {
	return group{e.Match, []handler{{"command", e.Command, append([]string{}, e.Args...)}}}
}

// encode is a value as JSON in which every character stands for itself.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}
