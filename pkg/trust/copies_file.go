package trust

import (
	"bytes"
	"encoding/base64"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"usher/pkg/strictjson"
)

// copyFile is the document: {"version":1,"folder":…,"files":[{path, part,
// layout, data}],"absent":[{path}],"uncovered":[{path, why}]}, data in base64.
// The digests are not in it: they are taken again from what is.
func copyFile() stateFile {
	return stateFile{
		what: "the copy of a trusted folder", rules: "copy", version: 1, max: 2 * MaxTogether,
		way: "to do without it",
	}
}

func encodeCopy(f Folder) []byte {
	var b bytes.Buffer
	b.WriteString(`{"version":` + strconv.Itoa(copyFile().version))
	member(&b, ",", "folder", f.Path)
	b.WriteString(`,"files":[`)
	for i, a := range f.Files {
		b.WriteString(comma(i))
		member(&b, "\n{", "path", a.Path)
		member(&b, ",", "part", string(a.Part))
		member(&b, ",", "layout", a.Layout)
		b.WriteString(`,"data":"` + base64.StdEncoding.EncodeToString(a.Data) + `"}`)
	}
	b.WriteString(`],"absent":[`)
	for i, name := range f.Absent {
		b.WriteString(comma(i))
		member(&b, "\n{", "path", name)
		b.WriteByte('}')
	}
	b.WriteString(`],"uncovered":[`)
	for i, u := range f.Uncovered {
		b.WriteString(comma(i))
		member(&b, "\n{", "path", u.Path)
		member(&b, ",", "why", u.Why)
		b.WriteByte('}')
	}
	b.WriteString("]}\n")
	return b.Bytes()
}

func member(b *bytes.Buffer, before, key, value string) {
	quoted, _ := jsontext.AppendQuote(nil, value)
	b.WriteString(before + `"` + key + `":` + string(quoted))
}

func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}

func parseCopy(path string, data []byte) (Folder, error) {
	s := copyFile()
	doc, err := s.open(path, data, "folder", "files", "absent", "uncovered")
	if err != nil {
		return Folder{}, err
	}
	f := Folder{Path: textOf(doc, "folder")}
	files, err := s.list(path, doc, "files", "path", "part", "layout", "data")
	if err != nil {
		return Folder{}, err
	}
	for _, v := range files {
		a, ok := copied(v)
		if !ok {
			return Folder{}, s.broken(path, v.Place(), "one of its files is not one usher writes")
		}
		f.Files = append(f.Files, a)
	}
	absent, err := s.list(path, doc, "absent", "path")
	if err != nil {
		return Folder{}, err
	}
	for _, v := range absent {
		f.Absent = append(f.Absent, textOf(v, "path"))
	}
	uncovered, err := s.list(path, doc, "uncovered", "path", "why")
	if err != nil {
		return Folder{}, err
	}
	for _, v := range uncovered {
		f.Uncovered = append(f.Uncovered, Uncovered{Path: textOf(v, "path"), Why: textOf(v, "why")})
	}
	f.seal()
	return f, nil
}

// copied is one file of a copy.
func copied(v *strictjson.Value) (File, bool) {
	path, part := textOf(v, "path"), Part(textOf(v, "part"))
	data, err := base64.StdEncoding.Strict().DecodeString(textOf(v, "data"))
	if path == "" || part == "" || err != nil {
		return File{}, false
	}
	a := newFile(path, data)
	a.Part, a.Layout, a.Definition = part, textOf(v, "layout"), part != PartNamed
	return a, true
}
