package files

import (
	"bytes"
	"strconv"
	"strings"

	"usher/pkg/strictjson"
)

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
