package cmd

import (
	"strings"

	"usher/pkg/fault"
	"usher/pkg/hosts/files"
	"usher/pkg/output"
)

// hostView is what becomes, or became, of an assistant's files.
type hostView struct {
	Assistant string          `json:"assistant"`
	Scope     string          `json:"scope"`
	Project   string          `json:"project"`
	Written   bool            `json:"written"`
	Files     []hostFileView  `json:"files"`
	Notes     []string        `json:"notes"`
	Hints     []string        `json:"hints"`
	Problems  []fault.Problem `json:"problems"` // what the assistant cannot express

	verb, done string
	shown      bool
}

// hostFileView is one file.
type hostFileView struct {
	Path   string   `json:"path"`   // as the assistant names it
	File   string   `json:"file"`   // what is written: path, or where its link leads
	Holds  []string `json:"holds"`  // of usher's
	Result string   `json:"result"` // same, changed, new, restored, edited, removed or absent
	Diff   []string `json:"diff"`   // "-", "+", " " or "@" before each line; other values of the file are covered
}

func (b *hostBench) view() hostView {
	v := hostView{
		Assistant: b.name, Scope: b.conn.scope, Project: b.conn.project, Written: b.written, Files: []hostFileView{},
		Notes: []string{}, Hints: []string{}, Problems: []fault.Problem{}, verb: b.verb, done: b.done, shown: b.shown,
	}
	for _, c := range b.changes {
		v.Files = append(v.Files, c.view())
		v.Notes = append(v.Notes, c.notes...)
		v.Notes = append(v.Notes, c.byHand()...)
		v.Problems = append(v.Problems, c.told...)
	}
	v.Notes = append(v.Notes, b.notes...)
	if b.written {
		v.Hints = append(v.Hints, b.hints...)
	}
	return v
}

// byHand says where a person wrote usher in a form that is never written here.
func (h hostChange) byHand() []string {
	var out []string
	if !h.exists {
		return nil
	}
	for _, p := range h.part.look(h.next) {
		if len(p.byHand) > 0 {
			out = append(out, h.target.path+" runs usher by hand with other flags at "+list(p.byHand)+", which stays as it is")
		}
	}
	return out
}

func (h hostChange) view() hostFileView {
	v := hostFileView{Path: h.target.path, File: h.target.file, Holds: h.part.holds, Result: h.result(), Diff: []string{}}
	if h.changes() {
		v.Diff = diffOf(coverBoth(h.part.format, string(h.old), string(h.next)))
	}
	return v
}

func (h hostChange) result() string {
	switch {
	case !h.changes() && !h.exists:
		return "absent"
	case !h.changes():
		return "same"
	case h.gone:
		return "removed"
	case !h.exists:
		return "new"
	case h.exact:
		return "restored"
	}
	return "changed"
}

func (v hostView) JSON() any { return v }

func (v hostView) Text(w *output.Printer) {
	changed := false
	for _, f := range v.Files {
		changed = changed || f.Result != "same" && f.Result != "absent"
		if !v.shown {
			f.text(w, v.Written)
		}
	}
	for _, n := range v.Notes {
		if !v.shown {
			w.Line("note: " + n)
		}
	}
	if !v.shown {
		w.Problems(v.Problems)
	}
	switch {
	case v.Written:
		w.Line(v.Assistant + " is " + v.done)
	case !changed:
		w.Line("there is nothing to do")
	case !v.shown:
		w.Line("nothing is written yet")
	}
	hints(w, v.Hints)
}

func (f hostFileView) text(w *output.Printer, written bool) {
	line := f.Path + ": " + f.Result
	if len(f.Holds) > 0 {
		line += " (" + strings.Join(f.Holds, ", ") + ")"
	}
	w.Line(line)
	if written {
		return
	}
	for _, l := range f.Diff {
		w.Line("  " + l)
	}
}

// presenceWord is how something of usher's stands, in one word.
func presenceWord(p files.Presence) string {
	switch p {
	case files.Exact:
		return "exact"
	case files.Moved, files.Changed:
		return "stale"
	case files.Foreign:
		return "foreign"
	case files.Missing:
	}
	return "missing"
}
