package term

import (
	"errors"
	"io"
)

// Row is one line, or several, of a card.
type Row struct {
	Label string
	// Values each stand on their own line.
	Values   []string
	Numbered bool // values are counted from 1: arguments
	Words    bool // values are usher's own words: shown without quotes (still cleaned)
	Red      bool
}

// CardData is what a person reads before deciding (SPEC A3, Q8). Warnings are
// whole sentences and stand last, next to the question.
type CardData struct {
	Title    string
	Rows     []Row
	Warnings []string
	Width    int  // columns; 0 is 80
	Color    bool // warnings and red rows in red
}

// Card shows a card. Nothing is ever cut: what is too long to show is an error,
// nothing is written, and it cannot be approved.
func Card(w io.Writer, d CardData) error { return errors.New("card cannot be shown") }
