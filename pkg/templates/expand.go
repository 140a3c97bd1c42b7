package templates

import (
	"bufio"
	"io"
	"strings"
)

// Expand is the prompt's text with the arguments in their places (SPEC X5).
//
// $ARGUMENTS is all of rest, $1 to $9 its words, \$ a plain $; every other $
// stays. A text with no place for arguments has them after a blank line, and
// only then loses the line breaks at its end. It is one pass: what rest contains
// is never looked at. The result can be rest many times over; Size tells.
func (p Prompt) Expand(rest string) string {
	args := &arguments{rest: rest}
	var b strings.Builder
	b.Grow(int(p.size(args)))
	for piece := range p.pieces(args) {
		b.WriteString(piece)
	}
	return b.String()
}

// ExpandTo writes what Expand gives and counts the bytes that w took. It keeps
// no copy of either text.
func (p Prompt) ExpandTo(w io.Writer, rest string) (int64, error) {
	out, n := bufio.NewWriterSize(w, 32<<10), int64(0)
	for piece := range p.pieces(&arguments{rest: rest}) {
		took, err := out.WriteString(piece)
		n += int64(took)
		if err != nil {
			return n - int64(out.Buffered()), err
		}
	}
	err := out.Flush()
	return n - int64(out.Buffered()), err
}

// Size is the length of what Expand gives, in bytes.
func (p Prompt) Size(rest string) int64 { return p.size(&arguments{rest: rest}) }

func (p Prompt) size(args *arguments) int64 {
	n := int64(0)
	for piece := range p.pieces(args) {
		n += int64(len(piece))
	}
	return n
}

// Placeholders names what the prompt's text has a place for: of $1 to $9 and
// $ARGUMENTS, in this order.
func (p Prompt) Placeholders() []string {
	var has [10]bool
	for body := p.Body; ; {
		h, ok := p.nextHole(body)
		if !ok {
			break
		}
		if h.word != escape {
			has[h.word] = true
		}
		body = body[h.at+h.width:]
	}
	var found []string
	for i := 1; i <= 9; i++ {
		if has[i] {
			found = append(found, "$"+string(rune('0'+i)))
		}
	}
	if has[everything] {
		found = append(found, "$"+argumentsWord)
	}
	return found
}
