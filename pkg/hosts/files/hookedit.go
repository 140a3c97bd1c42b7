package files

import (
	"slices"
	"strings"

	"usher/pkg/strictjson"
)

// hookEdit is a file of hooks while it is edited, one step after the other.
type hookEdit struct {
	file HookFile
	data []byte
	root *node
}

// edit reads a file of hooks; no bytes are an empty one.
func (f HookFile) edit(data []byte) (*hookEdit, error) {
	x := &hookEdit{file: f, data: data}
	if len(trimmed(data)) == 0 {
		x.data = nil
	}
	return x, x.read()
}

func (x *hookEdit) read() error {
	if len(x.data) == 0 {
		x.root = newTable()
		return nil
	}
	d := x.document()
	root, problems := d.read(FormatJSON)
	switch {
	case root == nil:
		return unreadable(d, problems)
	case root.kind != strictjson.KindObject:
		return refusal(d, root.at, d.subject()+" is "+root.what()+", not an object", "")
	}
	x.root = root
	at := root
	for n, key := range x.path() {
		v := at.get(key)
		if v == nil {
			return nil
		}
		if v.kind != strictjson.KindObject {
			return refusal(d, v.at, quoted(strings.Join(x.path()[:n+1], "."))+" must be an object, got "+v.what(), "")
		}
		at = v
	}
	for _, e := range x.file.events() {
		if v := at.get(e.Word); v != nil && v.kind != strictjson.KindArray {
			return refusal(d, v.at, quoted(e.Word)+" must be a list, got "+v.what(), "")
		}
	}
	return nil
}

func (x *hookEdit) document() document {
	return document{data: x.data, file: x.file.Path, limit: maxBytes}
}

// path is where the events stand.
func (x *hookEdit) path() []string { return x.file.Host.style.root }

func (x *hookEdit) events() *node {
	at := x.root
	for _, key := range x.path() {
		at = at.get(key)
	}
	return at
}

func (x *hookEdit) hung() []hung { return hungIn(x.events(), x.file.Host.Name) }

func (x *hookEdit) set(value *node, path ...string) error {
	out, err := strictjson.Set(x.data, path, []byte(value.json()))
	if err != nil {
		return err
	}
	x.data = out
	return x.read()
}

func (x *hookEdit) remove(path ...string) error {
	out, err := strictjson.Remove(x.data, path)
	if err != nil {
		return err
	}
	x.data = out
	return x.read()
}

func (x *hookEdit) below(path ...string) []string { return slices.Concat(x.path(), path) }
