package templates

import (
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"usher/pkg/fault"
)

// readYAML gives the keys of one YAML mapping in their order; from is the line
// of the file that text begins on. It is false for anything else. Only nodes are
// made: an alias stays a name, a tag stays a word.
func readYAML(text string, from int) ([]field, bool) {
	if strings.ContainsAny(strings.ReplaceAll(text, "\r\n", "\n"), "\r\u0085\u2028\u2029") {
		return nil, false // breaks a line for YAML only, so places would be wrong
	}
	decoder := yaml.NewDecoder(strings.NewReader(text))
	var doc, second yaml.Node
	if decoder.Decode(&doc) != nil || len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		return nil, false
	}
	if err := decoder.Decode(&second); !errors.Is(err, io.EOF) {
		return nil, false
	}
	lines := strings.Split(text, "\n")
	pairs := doc.Content[0].Content
	fields := make([]field, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		k, v, next := pairs[i], pairs[i+1], len(lines)
		if i+2 < len(pairs) {
			next = pairs[i+2].Line - 1
		}
		f := field{key: k.Value, line: from + k.Line - 1, column: k.Column, linked: linked(k) || linked(v)}
		f.take(v, lines[k.Line-1:max(next, k.Line)], v.Line == k.Line)
		fields = append(fields, f)
	}
	return fields, true
}

// take reads a value as text; lines are the key's own and those below it, and
// beside says that the value begins on the key's. What is written in YAML's
// other forms, such as argument-hint: [part], means the rest of its line.
func (f *field) take(v *yaml.Node, lines []string, beside bool) {
	tagged := v.Anchor != "" || v.Style&yaml.TaggedStyle != 0 || v.Kind == yaml.AliasNode
	switch {
	case v.Kind == yaml.ScalarNode && !tagged:
		if v.ShortTag() != "!!null" {
			f.text = v.Value
		}
		if v.LineComment != "" {
			f.severity, f.remark = fault.SeverityNote, "what follows # is a comment and not part of "+f.key
			f.hint = "put the value in quotes to keep it"
		}
	case beside && !slices.ContainsFunc(lines[1:], speaks):
		f.text = after(lines[0], v.Column-1)
		if tagged {
			f.severity, f.remark = fault.SeverityNote, "YAML's tags, anchors and aliases do nothing here: "+f.key+" is read as it stands"
		}
	default:
		f.shapeless, f.hint = true, "write it on one line"
	}
}

// linked reports an anchor or an alias in a value. What an alias stands for is not
// looked at, so that the work is that of the header's own length.
func linked(n *yaml.Node) bool {
	return n.Kind == yaml.AliasNode || n.Anchor != "" || slices.ContainsFunc(n.Content, linked)
}

// after is s without its first n characters.
func after(s string, n int) string {
	for ; n > 0 && s != ""; n-- {
		_, width := utf8.DecodeRuneInString(s)
		s = s[width:]
	}
	return s
}
