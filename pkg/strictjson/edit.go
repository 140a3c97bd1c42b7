package strictjson

import (
	"bytes"
	"strconv"

	"github.com/tailscale/hujson"

	"usher/pkg/fault"
)

// Set gives the file with the value at path replaced, or added at the end where
// it is absent; objects on the way to it are made. path holds keys and list
// indexes; "-" appends to a list, and where nothing stands yet makes one.
//
// Every byte outside the old value stays, comments, order, BOM and line ends
// included (SPEC F5); what is new is laid out like its neighbours. Empty data
// is a new file. A file that Decode refuses is not edited: the error is a
// *fault.Error with its Problems. value is plain JSON; it is never in an error.
func Set(data []byte, path []string, value []byte) ([]byte, error) {
	return Edit{}.Set(data, path, value)
}

// Edit is Set and Remove for files that may be larger than a definition file.
type Edit struct {
	MaxBytes int // 0: 1 MiB
}

// Set is as the function of that name.
func (o Edit) Set(data []byte, path []string, value []byte) ([]byte, error) {
	if len(data) == 0 {
		data = []byte("{\n}\n")
	}
	if v, problems := Decode(value, Options{AllowNull: true}); v == nil {
		return nil, &fault.Error{Message: "the new value is not plain JSON", Problems: problems}
	}
	return o.edit(data, path, func(e editor, at spot) error {
		if at.found != nil {
			e.replace(at.found, value)
			return nil
		}
		return e.add(at, value)
	})
}

// Remove gives the file without the member or list item at path. Comments
// beside it stay, because only a person can say what they are about; everything
// else is as for Set. A path that leads nowhere is an error.
func Remove(data []byte, path []string) ([]byte, error) { return Edit{}.Remove(data, path) }

// Remove is as the function of that name.
func (o Edit) Remove(data []byte, path []string) ([]byte, error) {
	return o.edit(data, path, func(e editor, at spot) error {
		if at.found == nil {
			return fault.New(fault.Failed, "the file has no "+pathWords(path))
		}
		cut(at.parent, at.index)
		return nil
	})
}

// spot is where a path leads: found in parent at index, or as far as it goes,
// with the keys that are still to be made.
type spot struct {
	parent  container
	index   int
	found   *hujson.Value
	missing []string
	offset  int // where the parent begins
}

func (o Edit) edit(data []byte, path []string, change func(editor, spot) error) ([]byte, error) {
	if err := o.editable(data); err != nil {
		return nil, err
	}
	if len(path) == 0 {
		return nil, fault.New(fault.Failed, "the file itself cannot be edited away: a path must name a key")
	}
	src := bytes.TrimPrefix(data, []byte(bom))
	mark := data[:len(data)-len(src)]
	// hujson wants a line end after a last // comment.
	src = append(bytes.Clone(src), '\n')
	root, err := hujson.Parse(src)
	if err != nil {
		return nil, fault.New(fault.Failed, "the file cannot be edited: its comments are not understood")
	}
	at, err := follow(&root, path)
	if err == nil {
		err = change(editor{src: src}, at)
	}
	if err != nil {
		return nil, err
	}
	out := append(bytes.Clone(mark), bytes.TrimSuffix(root.Pack(), []byte("\n"))...)
	if err := o.editable(out); err != nil {
		return nil, err
	}
	return out, nil
}

// editable refuses a file with faults: an edit would bury them.
func (o Edit) editable(data []byte) error {
	v, problems := Decode(data, Options{File: "-", MaxBytes: o.MaxBytes, Comments: true, AllowNull: true})
	if v != nil {
		return nil
	}
	for i := range problems {
		problems[i].File = ""
	}
	return &fault.Error{Message: "the file has faults and is not edited: " + problems[0].Message, Problems: problems}
}

// follow walks a path as far as it leads.
func follow(root *hujson.Value, path []string) (spot, error) {
	at := spot{found: root}
	for i, name := range path {
		parent := containerOf(at.found)
		if parent == nil {
			return spot{}, fault.New(fault.Failed, "the value at "+pathWords(path[:i])+" holds no members")
		}
		at = spot{parent: parent, index: parent.find(name), offset: at.found.StartOffset}
		if at.index < 0 {
			return spot{}, fault.New(fault.Failed, "the list has no item "+strconv.Quote(name))
		}
		if at.index == parent.len() {
			at.missing = path[i:]
			return at, nil
		}
		at.found = parent.value(at.index)
	}
	return at, nil
}

func pathWords(path []string) string {
	if len(path) == 0 {
		return "the top"
	}
	words := ""
	for i, p := range path {
		if i > 0 {
			words += "."
		}
		words += p
	}
	return short(words)
}
