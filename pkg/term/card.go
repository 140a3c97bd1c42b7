package term

import (
	"fmt"
	"io"
	"unicode/utf8"

	"usher/pkg/clean"
	"usher/pkg/fault"
)

// Limits of a card (SPEC Q8). They are of what is shown, escapes included and
// runs of blanks as their count, and do not depend on the terminal.
const (
	CardChars  = 8 << 10 // characters of all values and warnings together
	CardValues = 200     // values and warnings together

	ListChars = 256 << 10 // characters of all Listed values together
)

// narrowest is the width at which a card is laid out on a smaller terminal.
const narrowest = 48

// Row is a label and what belongs to it. No values are shown as "none".
type Row struct {
	Label    string
	Values   []string // each on a line of its own, quoted: foreign text
	Numbered bool     // values are counted from 1: arguments
	Words    bool     // values are usher's own words, without quotes: never foreign text
	Quoted   bool     // values are words with foreign text in them that went through clean.Quote
	Red      bool
	Listed   bool // names whose number its maker bounds, such as a folder's files: they count to ListChars alone
}

// CardData is what a person reads before deciding (SPEC A3, Q8). Title, labels
// and warnings are usher's own words; a foreign name in them goes through
// clean.Quote first. Warnings stand last, next to the question.
type CardData struct {
	Title    string
	Rows     []Row
	Warnings []string
	Width    int  // columns; 0 is 80
	Color    bool // red rows and warnings in red; their words say it too
}

// Card shows a card. Nothing is cut, and no value reaches a line's first
// column: a value longer than the line goes on after ↩ and ↪, which no foreign
// text can contain, so none can look like another row. What is over the limits
// is a fault of kind Refused; then nothing is written and nothing can be
// approved.
func Card(w io.Writer, d CardData) error {
	c := card{width: max(narrowest, d.Width), color: d.Color}
	if d.Width <= 0 {
		c.width = fallbackWidth
	}
	for _, r := range d.Rows {
		c.label = max(c.label, utf8.RuneCountInString(clean.Line(r.Label)))
	}
	c.label = min(c.label, c.width/3)
	c.words(0, d.Title, false)
	c.text.WriteString("\n")
	for _, r := range d.Rows {
		c.row(r)
	}
	for i, text := range d.Warnings {
		if i == 0 {
			c.text.WriteString("\n")
		}
		c.chars += utf8.RuneCountInString(text)
		c.values++
		c.words(indent, "warning: "+text, true)
	}
	if err := c.tooMuch(); err != nil {
		return err
	}
	_, err := io.WriteString(w, c.text.String())
	return err
}

func (c *card) tooMuch() error {
	what, have, most := "", 0, 0
	switch {
	case c.chars > CardChars:
		what, have, most = "characters", c.chars, CardChars
	case c.values > CardValues:
		what, have, most = "lines", c.values, CardValues
	case c.listed > ListChars:
		what, have, most = "characters of names", c.listed, ListChars
	default:
		return nil
	}
	return fault.New(fault.Refused,
		fmt.Sprintf("this is too long to be shown to a person, %d %s of at most %d, and so it cannot be approved", have, what, most),
		"put what is long into a file or script of your own and name that")
}
