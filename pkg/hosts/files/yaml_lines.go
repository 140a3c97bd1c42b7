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
