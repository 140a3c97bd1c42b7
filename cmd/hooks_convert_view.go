package cmd

import (
	"strings"

	"usher/pkg/fault"
	"usher/pkg/output"
)

// convertView is the new file, and what it lost.
type convertView struct {
	File    string          `json:"file"`
	From    string          `json:"from"`
	To      string          `json:"to"`
	Content string          `json:"content"`
	Lost    []fault.Problem `json:"lost"`
	Written bool            `json:"written"`
	Backup  string          `json:"backup"` // "" unless written
	Notes   []string        `json:"notes"`

	old []byte
}

func (v convertView) JSON() any { return v }

func (v convertView) Text(w *output.Printer) {
	if !v.Written {
		w.Text(strings.TrimSuffix(v.Content, "\n"))
		return
	}
	w.Line("wrote " + v.File + " in the " + v.To + " shape")
	w.Line("the old file is kept as " + v.Backup)
	for _, n := range v.Notes {
		w.Line("note: " + n)
	}
}

// lostView is what is lost, for stderr.
type lostView []fault.Problem

func (v lostView) JSON() any { return v }

func (v lostView) Text(w *output.Printer) { w.Problems(v) }
