package term

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"usher/pkg/clean"
)

// indent is where labels begin.
const indent = 2

// card is one being laid out.
type card struct {
	text          strings.Builder
	width, label  int
	color         bool
	chars, values int
	listed        int // characters of Listed values
}

func (c *card) row(r Row) {
	name := clean.Line(r.Label)
	gap := c.label - utf8.RuneCountInString(name)
	c.text.WriteString(strings.Repeat(" ", indent) + name)
	at := indent + c.label + 2
	if gap < 0 { // a label too long for its column has a line of its own
		c.text.WriteString("\n" + strings.Repeat(" ", at))
	} else {
		c.text.WriteString(strings.Repeat(" ", gap+2))
	}
	if len(r.Values) == 0 {
		r.Values, r.Words, r.Numbered = []string{"none"}, true, false
	}
	digits := len(strconv.Itoa(len(r.Values)))
	for i, v := range r.Values {
		if i > 0 {
			c.text.WriteString(strings.Repeat(" ", at))
		}
		from := at
		if r.Numbered {
			fmt.Fprintf(&c.text, "%*d  ", digits, i+1)
			from += digits + 2
		}
		c.value(from, v, r)
	}
}

// value writes one value; the line stands at column at already.
func (c *card) value(at int, v string, r Row) {
	var lines []string
	switch {
	case r.Quoted && strings.Contains(v, `"`):
		v = clean.Line(v)
		lines = wrapQuoted(v, c.width-at)
	case r.Words || r.Quoted:
		v = clean.Line(v)
		lines = wrapWords(v, c.width-at)
	default:
		v = clean.Quote(v)
		lines = wrapQuoted(v, c.width-at)
	}
	if n := utf8.RuneCountInString(v); r.Listed {
		c.listed += n
	} else {
		c.chars += n
		c.values++
	}
	c.lines(at, lines, r.Red)
}

// words writes a text of ours from a column on, and what does not fit further
// right.
func (c *card) words(at int, text string, red bool) {
	const hang = 2
	c.text.WriteString(strings.Repeat(" ", at))
	c.lines(at+hang, wrapWords(clean.Line(text), c.width-at-hang), red)
}

func (c *card) lines(at int, lines []string, red bool) {
	for i, line := range lines {
		if i > 0 {
			c.text.WriteString(strings.Repeat(" ", at))
		}
		if red && c.color {
			line = "\x1b[31m" + line + "\x1b[0m"
		}
		c.text.WriteString(line + "\n")
	}
}
