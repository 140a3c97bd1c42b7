package gatetest

import (
	"bytes"
	"path/filepath"

	"usher/pkg/strictjson"
)

func (r *reader) given(v *strictjson.Value) Given {
	var g Given
	if !r.object(v, "given", "mcp", "hooks", "policy", "approved", "grants", "allowances", "trusted", "project", "answers") {
		return g
	}
	g.Servers, g.Hooks, g.Policy = r.document(v, "mcp"), r.document(v, "hooks"), r.document(v, "policy")
	if a := v.Get("approved"); a != nil {
		g.Approved = r.approved(a)
	}
	if gs := v.Get("grants"); gs != nil {
		g.Grants = r.grants(gs)
	}
	if as := v.Get("allowances"); as != nil {
		g.Allowances = r.allowances(as)
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
