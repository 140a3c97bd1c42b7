package redact

import (
	"slices"
	"strings"
)

// Mask covers every occurrence of the values in text with ***, those that
// overlap or hold one another too, so that no tail of one is left (SPEC E3).
func Mask(text string, values ...Value) string { return NewCover(values...).Mask(text) }

// Cover is Mask for many texts: however many values there are, one pass over a
// text finds them all.
type Cover struct {
	single [256]bool           // values of one byte
	longer [256]*[256][]hidden // the others, by their first two bytes, sorted
}

// hidden is a value; within is the place in the list of the longest other one that
// it begins with, -1 for none.
type hidden struct {
	text   string
	within int
}

// NewCover is the Cover of those values; an empty one covers nothing.
func NewCover(values ...Value) *Cover {
	c := new(Cover)
	texts := make([]string, 0, len(values))
	for _, v := range values {
		texts = append(texts, v.Reveal())
	}
	slices.Sort(texts)
	for _, s := range slices.Compact(texts) {
		switch len(s) {
		case 0:
		case 1:
			c.single[s[0]] = true
		default:
			if c.longer[s[0]] == nil {
				c.longer[s[0]] = new([256][]hidden)
			}
			list := &c.longer[s[0]][s[1]]
			*list = append(*list, hidden{s, longest(*list, len(*list)-1, s)})
		}
	}
	return c
}

// longest is the place of the longest value that text begins with; all that are
// not behind text in the order stand up to last.
func longest(list []hidden, last int, text string) int {
	for last >= 0 && !strings.HasPrefix(text, list[last].text) {
		last = list[last].within
	}
	return last
}

// Mask covers every occurrence of the values in text with ***. A nil Cover has none.
func (c *Cover) Mask(text string) string {
	if c == nil {
		return text
	}
	var b strings.Builder
	kept, until := 0, 0 // what is written up to; where the run of covered bytes ends
	for i := range len(text) {
		end := i + c.at(text[i:])
		if end <= max(i, until) {
			continue
		}
		if i > until || until == 0 { // a new run; one that goes on has its stars
			b.WriteString(text[kept:i])
			b.WriteString(stars)
		}
		kept, until = end, end
	}
	if until == 0 {
		return text
	}
	b.WriteString(text[kept:])
	return b.String()
}

// at is how long the longest value is that text begins with, 0 for none.
func (c *Cover) at(text string) int {
	if next := c.longer[text[0]]; next != nil && len(text) > 1 {
		if list := next[text[1]]; len(list) > 0 {
			behind, _ := slices.BinarySearchFunc(list, text, func(h hidden, text string) int {
				if h.text <= text {
					return -1
				}
				return 1
			})
			if i := longest(list, behind-1, text); i >= 0 {
				return len(list[i].text)
			}
		}
	}
	if c.single[text[0]] {
		return 1
	}
	return 0
}
