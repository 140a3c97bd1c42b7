package files

import (
	"bytes"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

const (
	maxBytes = 1 << 20 // SPEC 18: a definition file
	maxDepth = 64

	bom = "\xef\xbb\xbf"
)

// document is what a file is read from.
type document struct {
	data  []byte
	file  string // as messages show it; "" for a pasted piece
	limit int    // bytes
}

// read gives the document's value, or nil and why not. Every format is bounded
// in size before any parser sees the bytes, and in depth.
func (d document) read(f Format) (*node, []fault.Problem) {
	if len(d.data) > d.limit {
		return nil, []fault.Problem{d.problem(strictjson.Place{}, "import/too-large", d.subject()+" is larger than "+strconv.Itoa(d.limit>>20)+" MiB", "")}
	}
	switch f {
	case FormatTOML, FormatYAML:
		if p := d.unsound(); p != nil {
			return nil, []fault.Problem{*p}
		}
		d.data = bytes.TrimPrefix(d.data, []byte(bom))
		if f == FormatTOML {
			return d.toml()
		}
		return d.yaml()
	case FormatJSON, FormatJSONC:
		return d.json()
	case FormatNone:
	}
	return nil, []fault.Problem{d.problem(strictjson.Place{Line: 1, Column: 1}, "import/unknown-format",
		d.subject()+" is neither JSON nor TOML nor YAML", understood)}
}

func (d document) subject() string {
	if d.file == "" {
		return "the input"
	}
	return "the file"
}

func (d document) problem(at strictjson.Place, rule, message, hint string) fault.Problem {
	return fault.Problem{File: d.file, Line: at.Line, Column: at.Column, Rule: rule, Message: message, Hint: hint}
}

// unsound says why bytes are no UTF-8 text, for the formats strictjson does not read.
func (d document) unsound() *fault.Problem {
	head := d.data[:min(len(d.data), 4)]
	wide := bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) || len(head) > 1 && (head[0] == 0) != (head[1] == 0)
	if wide {
		p := d.problem(strictjson.Place{Line: 1, Column: 1}, "import/utf16", d.subject()+" is UTF-16 and must be UTF-8", "save it again as UTF-8")
		return &p
	}
	for i := 0; i < len(d.data); {
		r, w := utf8.DecodeRune(d.data[i:])
		if r == utf8.RuneError && w == 1 {
			p := d.problem(strictjson.PlaceOf(d.data, i), "import/utf8", "a byte here is not UTF-8", "save "+d.subject()+" as UTF-8")
			return &p
		}
		i += w
	}
	return nil
}

// format is how the document is written: by its name, else by how it begins,
// else as the client writes.
func (d document) format(c Client) Format {
	switch strings.ToLower(path.Ext(strings.ReplaceAll(d.file, `\`, "/"))) {
	case ".json", ".jsonc":
		return FormatJSON
	case ".toml":
		return FormatTOML
	case ".yaml", ".yml":
		return FormatYAML
	}
	if f := sniff(string(bytes.TrimPrefix(d.data[:min(len(d.data), 1<<16)], []byte(bom)))); f != FormatNone {
		return f
	}
	if info, ok := Find(c); ok {
		return info.Format
	}
	return FormatNone
}
