package cmd

import (
	"errors"
	"fmt"

	"usher/pkg/fault"
	"usher/pkg/output"
)

// mendFirst says how to look at a hooks.json that was not edited.
func mendFirst(err error, file string) error {
	var known *fault.Error
	if !errors.As(err, &known) || len(known.Problems) == 0 || len(known.Hints) > 0 {
		return err
	}
	e := *known
	e.Hints = []string{"mend it, then: usher hooks check " + quoteFolder(file)}
	return &e
}

// newHookView is what was written. Name is the entry's as usher calls it, which
// the object shape makes.
type newHookView struct {
	Name    string   `json:"name"`
	Event   string   `json:"event"`
	Match   string   `json:"match"`
	Script  string   `json:"script"`
	File    string   `json:"file"` // of the entry, with line and column
	Command string   `json:"command"`
	Args    []string `json:"args"`
	Notes   []string `json:"notes"`
}

func (v newHookView) JSON() any { return v }

func (v newHookView) Text(w *output.Printer) {
	w.Line("wrote " + v.Script)
	about := v.Event
	if v.Match != "" {
		about += " of " + v.Match
	}
	w.Line(fmt.Sprintf("added hook %q, %s, at %s", v.Name, about, v.File))
	for _, n := range v.Notes {
		w.Line("note: " + n)
	}
}
