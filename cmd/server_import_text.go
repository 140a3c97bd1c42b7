package cmd

import (
	"path/filepath"

	"usher/pkg/fault"
	"usher/pkg/hosts/files"
	"usher/pkg/output"
)

func (v importView) Text(w *output.Printer) {
	if len(v.Servers) == 0 {
		w.Line(v.subject() + " holds no servers")
		w.Problems(v.Problems)
		return
	}
	if v.done && v.shown { // the person read what stands in the table at the question
		v.conclude(w)
		return
	}
	w.Line(v.headline())
	v.table(w)
	for _, r := range v.Servers {
		r.details(w)
	}
	w.Problems(v.Problems)
	v.conclude(w)
}

func (v importView) subject() string {
	what := v.From
	if what == "" {
		what = "what was given"
	}
	if info, ok := files.Find(files.Client(v.Client)); ok {
		what += " (" + info.Name + ")"
	}
	return what
}

func (v importView) headline() string {
	if v.done {
		return v.subject() + ": " + counted(len(v.Servers), "server")
	}
	return v.subject() + ": " + counted(len(v.Servers), "server") + ", nothing is saved yet"
}

func (v importView) table(w *output.Printer) {
	rows := make([][]string, 0, len(v.Servers))
	for _, r := range v.Servers {
		result := r.Result
		if r.ID != "" && r.Name != r.ID && r.Name != "" {
			result += ", renamed"
		}
		if r.Disabled {
			result += ", disabled"
		}
		rows = append(rows, []string{orDash(r.ID), orDash(r.Name), result, orDash(r.Runs)})
	}
	w.Table([]string{"ID", "THERE", "RESULT", "RUNS"}, rows)
}

// label names the entry in a line.
func (r importRow) label() string {
	if r.ID != "" {
		return r.ID
	}
	return orDash(r.Name)
}

func (r importRow) details(w *output.Printer) {
	if r.Why != "" && (r.ID != "" || len(r.Problems) == 0) {
		w.Line(r.label() + ": " + r.Why)
		hints(w, r.Hints)
	}
	for _, s := range r.Secrets {
		w.Line(r.label() + ": " + s.words(r))
	}
	for _, n := range r.Notes {
		w.Line("note: " + r.label() + ": " + n)
	}
	for _, p := range r.Problems {
		if !aboutSecret(p) {
			w.Problem(p)
		}
	}
}

// aboutSecret are messages whose facts the line of each secret has.
func aboutSecret(p fault.Problem) bool {
	return p.Severity != fault.SeverityError && (p.Rule == "import/secret" || p.Rule == "import/asked")
}

func (s importSecret) words(r importRow) string {
	switch s.State {
	case secretStored:
		if r.Saved {
			return s.Field + " is the stored secret " + s.Name + " now"
		}
		return s.Field + " becomes the stored secret " + s.Name
	case secretKept:
		return s.Field + " is taken from the secret " + s.Name + ", which is stored already"
	}
	return s.Field + " is taken from the secret " + s.Name + ", which is not stored yet"
}

// conclude says what holds, and what comes next.
func (v importView) conclude(w *output.Printer) {
	for _, n := range v.Notes {
		w.Line("note: " + n)
	}
	if v.done {
		w.Linef("%s saved in %s", counted(v.Saved, "server"), filepath.Clean(v.File))
	}
	for _, r := range v.Servers {
		if r.Saved {
			r.then(w, v.shown)
		}
	}
	hints(w, v.Hints)
}

func hints(w *output.Printer, lines []string) {
	for _, h := range lines {
		w.Line("  " + h)
	}
}

// then is what comes next for a server that was saved.
func (r importRow) then(w *output.Printer, shown bool) {
	for _, n := range r.Notes {
		if shown {
			w.Line("note: " + r.label() + ": " + n)
		}
	}
	for _, h := range r.Hints {
		w.Line("  " + r.ID + ": " + h)
	}
}
