package files

import (
	"bytes"
	"strconv"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// Put gives the client's file with the entry in it: added behind the others, or in
// the place of the one of that name. Empty data is a new file. Whatever else stands
// in the file keeps its bytes, and the result is read back: were anything else
// different, it is an error and there is no result. file is its name as messages
// show it. The error is a *fault.Error whose Problems have places.
func (i Info) Put(file string, data []byte, e Entry) ([]byte, error) {
	if e.Empty() || e.Client != i.Client {
		return nil, fault.New(fault.Failed, "there is no entry to write")
	}
	root, err := i.open(file, data)
	if err != nil {
		return nil, err
	}
	d := document{data: data, file: file, limit: i.limit()}
	servers, err := i.servers(d, root)
	if err != nil {
		return nil, err
	}
	have, at := i.find(servers, e.Name)
	if have != nil && holds(have, e.value) {
		return data, nil
	}
	var out []byte
	switch i.Format {
	case FormatTOML:
		out, err = i.putTOML(d, e, at)
	case FormatYAML:
		out, err = i.putYAML(d, root, e, at)
	case FormatJSON, FormatJSONC:
		out, err = i.putJSON(d, e, at)
	case FormatNone:
	}
	if err != nil {
		return nil, err
	}
	return i.verified(file, root, out, e.Name, e.value)
}

// Take gives the file without the entry of that name, and false where there is
// none. A table of servers that is empty then goes too.
func (i Info) Take(file string, data []byte, name string) ([]byte, bool, error) {
	root, err := i.open(file, data)
	if err != nil {
		return nil, false, err
	}
	d := document{data: data, file: file, limit: i.limit()}
	servers, err := i.servers(d, root)
	if err != nil {
		return nil, false, err
	}
	have, at := i.find(servers, name)
	if have == nil {
		return data, false, nil
	}
	only := len(servers.members)+len(servers.items) == 1
	var out []byte
	switch i.Format {
	case FormatTOML:
		out, err = i.takeTOML(d, name, at)
	case FormatYAML:
		out, err = i.takeYAML(d, root, at, only)
	case FormatJSON, FormatJSONC:
		out, err = i.takeJSON(d, name, at, only)
	case FormatNone:
	}
	if err == nil {
		out, err = i.verified(file, root, out, name, nil)
	}
	return out, err == nil, err
}

func (i Info) putJSON(d document, e Entry, at int) ([]byte, error) {
	data := d.data
	if len(trimmed(data)) == 0 {
		data = nil
	}
	return strictjson.Edit{MaxBytes: d.limit}.Set(data, i.path(e.Name, at), []byte(e.value.json()))
}

func (i Info) takeJSON(d document, name string, at int, only bool) ([]byte, error) {
	edit := strictjson.Edit{MaxBytes: d.limit}
	out, err := edit.Remove(d.data, i.path(name, at))
	if err != nil || !only || commentedIn(out, i.Root) {
		return out, err
	}
	return edit.Remove(out, []string{i.Root})
}

// path is where an entry stands, or is to stand, in JSON.
func (i Info) path(name string, at int) []string {
	switch {
	case !i.List:
		return []string{i.Root, name}
	case at < 0:
		return []string{i.Root, "-"}
	}
	return []string{i.Root, strconv.Itoa(at)}
}

// commentedIn reports that a comment stands within an otherwise empty table or list
// of the top: it is a person's, and stays.
func commentedIn(data []byte, key string) bool {
	root, _ := strictjson.Decode(data, strictjson.Options{MaxBytes: len(data) + 1, Comments: true, AllowNull: true})
	v := root.Get(key)
	if v == nil {
		return true
	}
	text, _ := bomApart(data)
	from := offsetAt(text, v.Place())
	return len(strings.Trim(text[from:from+len(v.Raw())], "{}[] \t\r\n")) > 0
}

// Bare reports a file in which nothing is said any more: one that was made for
// usher may then be removed. A version alone says nothing.
func Bare(data []byte) bool {
	text := trimmed(data)
	if len(text) == 0 {
		return true
	}
	root, _ := strictjson.Decode(text, strictjson.Options{MaxBytes: len(text) + 1})
	if root == nil || root.Kind() != strictjson.KindObject {
		return false
	}
	for _, m := range root.Members() {
		if m.Key != "version" {
			return false
		}
	}
	return true
}

func trimmed(data []byte) []byte {
	return bytes.TrimSpace(bytes.TrimPrefix(data, []byte(bom)))
}
