package gatetest

import (
	"bytes"
	"path/filepath"
	"strconv"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/strictjson"
	"usher/pkg/trust"
)

func (r *reader) given(v *strictjson.Value) Given {
	var g Given
	if !r.object(v, "given", "mcp", "hooks", "policy", "approved", "grants", "trusted", "project", "answers") {
		return g
	}
	g.Servers, g.Hooks, g.Policy = r.document(v, "mcp"), r.document(v, "hooks"), r.document(v, "policy")
	if a := v.Get("approved"); a != nil {
		g.Approved = r.approved(a)
	}
	if gs := v.Get("grants"); gs != nil {
		g.Grants = r.grants(gs)
	}
	if t := v.Get("trusted"); t != nil {
		on, _ := r.flag(t, "given.trusted")
		g.Trusted = &Said[bool]{on, t.Place()}
	}
	if p := v.Get("project"); p != nil {
		r.project(&g, p)
	}
	if a := v.Get("answers"); a != nil {
		g.Answers = r.answers(a, "given.answers")
	}
	return g
}

// document is a definition file: the object itself, or a text that names a file.
func (r *reader) document(given *strictjson.Value, key string) *Document {
	v, entry := given.Get(key), "given."+key
	switch {
	case v == nil:
		return nil
	case v.Kind() == strictjson.KindObject:
		return &Document{Path: r.src.Path, Data: inPlace(v)}
	case v.Kind() != strictjson.KindString:
		r.kind(v, entry, "an object, or the path of a file")
		return nil
	}
	name, ok := r.text(v, entry)
	if !ok {
		return nil
	}
	path := r.path(name)
	data, err := r.src.Open(path)
	if err != nil {
		r.fail(v.Place(), entry, "no-file", entry+" names a file that cannot be read: "+err.Error(),
			"paths are relative to the folder of the table")
		return nil
	}
	return &Document{Path: path, Data: data}
}

// inPlace is a value behind as many lines and columns as stand before it in the
// table.
func inPlace(v *strictjson.Value) []byte {
	at := v.Place()
	out := bytes.Repeat([]byte{'\n'}, at.Line-1)
	out = append(out, bytes.Repeat([]byte{' '}, at.Column-1)...)
	return append(out, v.Raw()...)
}

func (r *reader) path(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(r.src.Dir, filepath.FromSlash(name))
}

func (r *reader) project(g *Given, v *strictjson.Value) {
	if on, ok := v.Bool(); ok && !on {
		g.NoProject = true
		return
	}
	if v.Kind() != strictjson.KindString {
		r.kind(v, "given.project", "a folder, or false for none")
		return
	}
	if name, ok := r.text(v, "given.project"); ok {
		g.Project = r.path(name)
	}
}

func (r *reader) approved(v *strictjson.Value) *Approved {
	if all, ok := v.Bool(); ok {
		return &Approved{All: all}
	}
	a := &Approved{}
	if v.Kind() != strictjson.KindArray {
		r.kind(v, "given.approved", "true, false or a list of server ids")
		return a
	}
	for i, item := range v.Items() {
		if id, ok := r.id(item, "given.approved["+strconv.Itoa(i)+"]"); ok {
			a.IDs = append(a.IDs, Said[names.ServerID]{id, item.Place()})
		}
	}
	return a
}

func (r *reader) id(v *strictjson.Value, entry string) (names.ServerID, bool) {
	s, ok := r.text(v, entry)
	if !ok {
		return "", false
	}
	id, err := names.ParseServerID(s)
	if err != nil {
		r.fail(v.Place(), entry, "value", entry+": "+err.Error(), "")
	}
	return id, err == nil
}

func (r *reader) grants(v *strictjson.Value) *[]Grant {
	out := []Grant{}
	items, _ := r.list(v, "given.grants")
	for i, item := range items {
		out = append(out, r.grant(item, "given.grants["+strconv.Itoa(i)+"]"))
	}
	return &out
}

func (r *reader) grant(v *strictjson.Value, entry string) Grant {
	g := Grant{Place: v.Place()}
	if !r.object(v, entry, "server", "tool", "decision", "readOnly", "tools") {
		return g
	}
	before := len(r.problems)
	if s := v.Get("server"); s != nil {
		g.Server, _ = r.id(s, entry+".server")
	}
	if t := v.Get("tool"); t != nil {
		g.Tool, _ = r.text(t, entry+".tool")
	}
	if d := v.Get("decision"); d != nil {
		if word, ok := r.text(d, entry+".decision", trust.Allow, trust.Ask, trust.Deny); ok {
			g.Decision = &word
		}
	}
	if ro := v.Get("readOnly"); ro != nil {
		if on, ok := r.flag(ro, entry+".readOnly"); ok {
			g.ReadOnly = &on
		}
	}
	if ts := v.Get("tools"); ts != nil {
		items, _ := r.list(ts, entry+".tools")
		for i, item := range items {
			if name, ok := r.text(item, entry+".tools["+strconv.Itoa(i)+"]"); ok {
				g.Tools = append(g.Tools, name)
			}
		}
	}
	if len(r.problems) == before {
		r.problems = append(r.problems, r.whole(v, entry, g)...)
	}
	return g
}

// whole says what is missing in a grant whose parts are sound.
func (r *reader) whole(v *strictjson.Value, entry string, g Grant) []fault.Problem {
	say := func(message, hint string) []fault.Problem {
		return []fault.Problem{{
			File: r.src.Path, Line: v.Place().Line, Column: v.Place().Column, Entry: entry, Rule: "gate-test/grant", Message: message, Hint: hint,
		}}
	}
	widens := g.Decision != nil && *g.Decision == trust.Allow || g.ReadOnly != nil && *g.ReadOnly
	switch {
	case g.Server == "" || g.Tool == "":
		return say(entry+" names no "+map[bool]string{true: "server", false: "tool"}[g.Server == ""], `write {"server": "acme", "tool": "lookup", "decision": "allow"}`)
	case g.Decision == nil && g.ReadOnly == nil:
		return say(entry+" decides nothing", `add "decision": "allow", "ask" or "deny", or "readOnly": true`)
	case g.Tool != trust.Star && names.NewTool(g.Server, g.Tool) == names.Tool{}:
		return say(entry+" names a tool that no call can have", "")
	case g.Tool != trust.Star && v.Get("tools") != nil:
		return say(entry+" has tools, which belong to a '*'", `leave "tools" out`)
	case g.Tool == trust.Star && widens && v.Get("tools") == nil:
		return say(entry+" does not say which tools there were: a '*' that allows covers those that were listed when it was saved, and no later one",
			`add "tools": ["lookup"]; [] for none`)
	}
	return nil
}
