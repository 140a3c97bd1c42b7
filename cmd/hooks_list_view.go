package cmd

import (
	"path/filepath"

	"usher/pkg/effective"
	"usher/pkg/output"
)

func (v hooksListView) Text(w *output.Printer) {
	if !v.Enabled {
		w.Line("policy hooks.enabled is false: only the machine's hooks run")
	}
	v.Yours.text(w)
	switch {
	case len(v.Hooks) > 0:
		v.table(w)
	case v.refusing:
		w.Line("no hooks are loaded")
	default:
		w.Line("no hooks are defined; they go into " + filepath.Join(v.place, effective.HooksFile))
	}
	for _, h := range v.Hooks {
		if h.refuses {
			w.Line("until " + h.Name + " is mended, every call that " + h.Match + " matches is refused")
		}
	}
	if v.refusing {
		w.Line("every tool call is refused until what is wrong here is mended:")
	}
	w.Problems(v.Problems)
}

func (v hooksListView) table(w *output.Printer) {
	rows := make([][]string, 0, len(v.Hooks))
	named := map[string]int{}
	for _, h := range v.Hooks {
		named[h.Layer+":"+h.Name]++
	}
	for _, h := range v.Hooks {
		name := h.Name
		if named[h.Layer+":"+name] > 1 && h.ID != "" { // of two files of one folder, as hooks test takes it
			name = h.ID
		}
		rows = append(rows, []string{name, orDash(h.Event), orDash(h.Match), orDash(h.words()), h.Layer, h.State})
	}
	w.Table([]string{"NAME", "EVENT", "MATCH", "COMMAND", "LAYER", "STATE"}, rows)
}
