package mcp

import (
	"strconv"
	"strings"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// maxNotes of one list are kept; the rest is counted.
const maxNotes = 20

// Manifest is what a server lists: the tools that can be called, those that
// cannot and why, and what else a person should know about the list.
type Manifest struct {
	Tools      []Tool // in the server's order
	NotOffered []NotOffered
	Notes      []string // one line each, cleaned
}

// NotOffered is a listed tool that cannot be called (SPEC Q7). Name is cleaned
// and cut; where there is none it is the tool's place in the list: "tool 3".
type NotOffered struct{ Name, Why string }

// Tool finds an offered tool by its exact name (SPEC M2).
func (m Manifest) Tool(name string) (Tool, bool) {
	for _, t := range m.Tools {
		if t.Name == name {
			return t, true
		}
	}
	return Tool{}, false
}

// ReadTools reads the pages of a tools/list, each a result object exactly as
// sent. One bad tool costs only itself: it is not offered, with the reason. An
// error is the whole list's: a page that is no sound JSON (duplicate keys, bad
// UTF-8, deeper than 64), a list of another type, or more than MaxTools,
// MaxPages or MaxList.
//
// Not offered are names outside [A-Za-z0-9_.-]{1,128}, names that differ only
// in case and a name listed twice (neither of them: a mark could mean either),
// and an inputSchema that does not describe an object. An absent or empty one
// means no arguments. Optional members of another type are left out with a note.
// What may be called and yet is kept from assistants says so itself (Tool.Unfit).
func ReadTools(pages [][]byte) (Manifest, error) {
	if len(pages) > MaxPages {
		return Manifest{}, fault.New(fault.Failed, "its tool list does not end ("+strconv.Itoa(MaxPages)+" pages)")
	}
	size := 0
	for _, page := range pages {
		size += len(page)
	}
	if size > MaxList {
		return Manifest{}, fault.New(fault.Failed, "its tool list is larger than "+strconv.Itoa(MaxList>>20)+" MiB")
	}
	l := toolList{shape: toolShape()}
	for _, page := range pages {
		if err := l.page(page); err != nil {
			return Manifest{}, err
		}
	}
	return l.manifest(), nil
}

// toolList collects the tools of all pages.
type toolList struct {
	shape  pieces
	read   []listed
	notes  []string
	beyond int // notes past maxNotes
}

// listed is one entry of the list; why is empty while it can be offered.
type listed struct {
	tool Tool
	name string // as NotOffered shows it
	why  string
}

func (l *toolList) page(data []byte) error {
	root, problems := strictjson.Decode(data, strictjson.Options{MaxBytes: MaxList, MaxValues: maxValues, AllowNull: true})
	if root == nil {
		return fault.New(fault.Failed, "its tool list is not sound JSON: "+clean.Line(problems[0].Message))
	}
	if root.Kind() != strictjson.KindObject {
		return fault.New(fault.Failed, "its tool list is "+root.Kind().String()+", not an object")
	}
	tools := root.Get("tools")
	switch tools.Kind() {
	case strictjson.KindNull:
		return nil // absent or null: a page without tools
	case strictjson.KindArray:
	case strictjson.KindBool, strictjson.KindNumber, strictjson.KindString, strictjson.KindObject:
		return fault.New(fault.Failed, `its "tools" are `+tools.Kind().String()+", not a list")
	}
	items := tools.Items()
	if len(l.read)+len(items) > MaxTools {
		return fault.New(fault.Failed, "it lists more than "+strconv.Itoa(MaxTools)+" tools")
	}
	for _, item := range items {
		l.read = append(l.read, l.tool(item))
	}
	return nil
}

// manifest parts what can be offered from what cannot.
func (l *toolList) manifest() Manifest {
	spelled := map[string][]string{} // lower case to the spellings listed
	for _, t := range l.read {
		if t.tool.Name != "" {
			key := strings.ToLower(t.tool.Name)
			spelled[key] = append(spelled[key], t.tool.Name)
		}
	}
	m := Manifest{Notes: l.notes}
	if l.beyond > 0 {
		m.Notes = append(m.Notes, "and "+strconv.Itoa(l.beyond)+" more oddities in its tool list")
	}
	for _, t := range l.read {
		why := t.why
		if clash := twin(t.tool.Name, spelled[strings.ToLower(t.tool.Name)]); clash != "" {
			why = clash
		}
		if why != "" {
			m.NotOffered = append(m.NotOffered, NotOffered{Name: t.name, Why: why})
			continue
		}
		m.Tools = append(m.Tools, t.tool)
	}
	return m
}

// twin says why a name cannot be told from another of the same list; "" if it can.
func twin(name string, spellings []string) string {
	if name == "" || len(spellings) < 2 {
		return ""
	}
	for _, s := range spellings {
		if s != name {
			return "its name differs from " + quoted(s) + " only in case"
		}
	}
	return "the server lists this name " + strconv.Itoa(len(spellings)) + " times"
}

func (l *toolList) note(s string) {
	if len(l.notes) == maxNotes {
		l.beyond++
		return
	}
	l.notes = append(l.notes, s)
}
