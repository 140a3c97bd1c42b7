package files

import (
	"strings"

	"usher/pkg/strictjson"
)

// block is the table or list of servers of a YAML document in its lines.
type block struct {
	key    int // where its key's line begins
	below  int // where the next line begins
	indent string
	starts []int // where each child's line begins
	ends   []int // where its last line that says something ends
}

// oneLineEnd refuses a file in which YAML sees more lines than there are line ends.
func oneLineEnd(d document, data string) error {
	at := strings.IndexAny(strings.ReplaceAll(data, "\r\n", "  "), "\r\u0085\u2028\u2029")
	if at < 0 {
		return nil
	}
	return refusal(d, strictjson.PlaceOf([]byte(data), at), "a line ends here without a line feed", "end it as the other lines end")
}

// blockOf finds the lines; nil and an error where it is not written in lines of its own.
func (i Info) blockOf(d document, data string, m member) (*block, error) {
	b := &block{key: offsetOf(data, m.at.Line), below: offsetOf(data, m.at.Line+1)}
	line := data[b.key:b.below]
	if !strings.HasPrefix(line, i.Root+":") {
		return nil, refusal(d, m.at, quoted(i.Root)+" does not stand at the beginning of its line", "write "+i.Root+": there")
	}
	places := m.value.childLines()
	for n, at := range places {
		start := offsetOf(data, at)
		text := data[start:]
		blanks := text[:len(text)-len(strings.TrimLeft(text, " "))]
		dash := strings.HasPrefix(text[len(blanks):], "-")
		if start <= b.key || n > 0 && (start <= b.starts[n-1] || blanks != b.indent) || i.List != dash {
			return nil, refusal(d, m.value.at, quoted(i.Root)+" is not written with one line for each server", "write each server on lines of its own")
		}
		b.indent = blanks
		b.starts = append(b.starts, start)
		b.ends = append(b.ends, childEnd(data, start, len(blanks)))
	}
	return b, nil
}

// childLines are the lines in which the children begin.
func (n *node) childLines() []int {
	if n == nil {
		return nil
	}
	var out []int
	for _, m := range n.members {
		out = append(out, m.at.Line)
	}
	for _, item := range n.items {
		out = append(out, item.at.Line)
	}
	return out
}

// childEnd is where the last line ends that stands deeper than the child's own.
func childEnd(data string, start, indent int) int {
	end := start
	for at, first := start, true; at < len(data); first = false {
		next := len(data)
		if i := strings.IndexByte(data[at:], '\n'); i >= 0 {
			next = at + i + 1
		}
		line := data[at:next]
		deeper := first || len(line)-len(strings.TrimLeft(line, " ")) > indent
		if said(line) && !deeper {
			break
		}
		if deeper && strings.TrimSpace(line) != "" { // what looks like a comment may be text there
			end = next
		}
		at = next
	}
	return end
}

func (i Info) putYAML(d document, root *node, e Entry, at int) ([]byte, error) {
	data, mark := bomApart(d.data)
	m, found := root.member(i.Root)
	if err := oneLineEnd(d, data); err != nil {
		return nil, err
	}
	switch {
	case root.at.Line > 0 && offsetOf(data, root.at.Line) < len(data) && strings.HasPrefix(strings.TrimLeft(data[offsetOf(data, root.at.Line):], " "), "{"):
		return nil, refusal(d, root.at, "the file is written in braces", "write each key on a line of its own")
	case !found:
		return []byte(mark + appended(data, append([]string{i.Root + ":"}, i.linesYAML(e, "  ")...), false)), nil
	}
	b, err := i.blockOf(d, data, m)
	if err != nil {
		return nil, err
	}
	if len(b.starts) == 0 {
		return []byte(mark + i.firstYAML(data, b, e)), nil
	}
	from, to := b.ends[len(b.ends)-1], b.ends[len(b.ends)-1]
	if at >= 0 {
		from, to = b.starts[at], b.ends[at]
	}
	return []byte(mark + insert(data, from, to, i.linesYAML(e, b.indent))), nil
}

// insert puts lines in the place of others, or of none.
func insert(data string, from, to int, lines []string) string {
	if from == to && from == len(data) {
		return appended(data, lines, false)
	}
	end := lineEnd(data)
	block := strings.Join(lines, end)
	if from == to || strings.HasSuffix(data[from:to], "\n") {
		block += end
	}
	return data[:from] + block + data[to:]
}

// firstYAML puts the entry under a key that has nothing, {} or [].
func (i Info) firstYAML(data string, b *block, e Entry) string {
	line := strings.TrimRight(data[b.key:b.below], "\r\n")
	rest := line[len(i.Root)+1:]
	comment := ""
	if at := strings.Index(rest, " #"); at >= 0 {
		comment = rest[at:]
	}
	head := data[:b.key] + i.Root + ":" + comment + data[b.key+len(line):b.below]
	if b.below == len(data) {
		return appended(head, i.linesYAML(e, "  "), false)
	}
	end := lineEnd(data)
	return head + strings.Join(i.linesYAML(e, "  "), end) + end + data[b.below:]
}

func (i Info) takeYAML(d document, root *node, at int, only bool) ([]byte, error) {
	data, mark := bomApart(d.data)
	m, _ := root.member(i.Root)
	if err := oneLineEnd(d, data); err != nil {
		return nil, err
	}
	b, err := i.blockOf(d, data, m)
	if err != nil {
		return nil, err
	}
	from, to := b.starts[at], b.ends[at]
	if !only {
		return []byte(mark + cutOut(data, from, to, false)), nil
	}
	if from == b.below && strings.TrimRight(data[b.key:b.below], " \r\n") == i.Root+":" {
		return []byte(mark + cutOut(data, b.key, to, false)), nil
	}
	none := " {}" // a comment stands here, and stays
	if i.List {
		none = " []"
	}
	colon := b.key + len(i.Root) + 1
	return []byte(mark + data[:colon] + none + cutOut(data[colon:], from-colon, to-colon, false)), nil
}

// member is a key with its place.
func (n *node) member(key string) (member, bool) {
	for _, m := range n.members {
		if m.key == key {
			return m, true
		}
	}
	return member{}, false
}

func (i Info) linesYAML(e Entry, indent string) []string {
	if i.List {
		lines := yamlLines(e.value, indent+"  ")
		lines[0] = indent + "- " + strings.TrimLeft(lines[0], " ")
		return lines
	}
	return append([]string{indent + yamlWord(e.Name) + ":"}, yamlLines(e.value, indent+"  ")...)
}

// yamlLines are the keys of a table, one a line.
func yamlLines(n *node, indent string) []string {
	var out []string
	for _, m := range n.members {
		key := indent + yamlWord(m.key) + ":"
		switch {
		case m.value.is(strictjson.KindObject) && len(m.value.members) > 0:
			out = append(append(out, key), yamlLines(m.value, indent+"  ")...)
		case m.value.is(strictjson.KindArray) && len(m.value.items) > 0:
			out = append(out, key)
			for _, item := range m.value.items {
				out = append(out, indent+"  - "+yamlScalarText(item))
			}
		default:
			out = append(out, key+" "+yamlScalarText(m.value))
		}
	}
	return out
}

func yamlScalarText(n *node) string {
	if s, ok := n.word(); ok {
		return yamlWord(s)
	}
	return n.json()
}

// yamlWord is a text: plain where nothing else could be meant, else in quotes.
func yamlWord(s string) string {
	plain := s != "" && strings.IndexFunc(s, func(r rune) bool {
		return !(r == '-' || r == '_' || r == '/' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
	}) < 0
	if !plain || strings.IndexFunc(s[:1], func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '/' }) < 0 {
		return jsonText(s)
	}
	switch strings.ToLower(s) {
	case "true", "false", "yes", "no", "on", "off", "null", "y", "n":
		return jsonText(s)
	}
	return s
}
