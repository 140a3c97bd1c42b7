package files

import (
	"bytes"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// json reads JSON as strictly as any definition file (SPEC F2). A piece that was
// cut out without its braces, "name": {…}, is read as if it had them.
func (d document) json() (*node, []fault.Problem) {
	o := strictjson.Options{File: d.file, Rules: "import", MaxBytes: d.limit + 4, MaxDepth: maxDepth, Comments: true, AllowNull: true}
	data := d.data
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte(bom)), " \t\r\n")
	piece := d.file == "" && bytes.HasPrefix(text, []byte(`"`)) && strings.HasPrefix(strings.TrimSpace(afterQuote(string(text))), ":")
	if piece {
		data = append(append([]byte("{"), bytes.TrimPrefix(data, []byte(bom))...), "\n}"...)
	}
	root, problems := strictjson.Decode(data, o)
	if piece {
		for i := range problems {
			if problems[i].Line == 1 && problems[i].Column > 1 {
				problems[i].Column--
			}
		}
	}
	if root == nil {
		return nil, problems
	}
	n := fromJSON(root)
	if piece {
		n.shiftFirstLine()
	}
	return n, problems
}

// shiftFirstLine takes the brace that was put in front out of the places.
func (n *node) shiftFirstLine() {
	shift := func(at *strictjson.Place) {
		if at.Line == 1 && at.Column > 1 {
			at.Column--
		}
	}
	shift(&n.at)
	for _, item := range n.items {
		item.shiftFirstLine()
	}
	for i := range n.members {
		shift(&n.members[i].at)
		n.members[i].value.shiftFirstLine()
	}
}
