package cmd

import (
	"strconv"

	"usher/pkg/output"
)

func (v presetsView) JSON() any { return v }

func (v presetsView) Text(w *output.Printer) {
	if v.whole {
		for _, r := range v.Presets {
			r.whole(w)
		}
		return
	}
	rows := make([][]string, 0, len(v.Presets))
	for _, r := range v.Presets {
		rows = append(rows, []string{r.ID, r.Title, r.Group, orDash(r.needs()), r.Description})
	}
	w.Table([]string{"ID", "SERVER", "GROUP", "ASKS FOR", "WHAT IT DOES"}, rows)
	w.Line("what to do first, and how to add one: usher server presets ID")
}

// needs are the names of the answers.
func (r presetRow) needs() string {
	var names []string
	for _, in := range r.Inputs {
		names = append(names, in.Name)
	}
	if r.SignIn {
		names = append(names, "sign-in")
	}
	return list(names)
}

func (r presetRow) whole(w *output.Printer) {
	w.Heading(r.ID + ": " + r.Title)
	w.Line(r.Description)
	w.Line("runs: " + r.Runs)
	for i, line := range r.Reach {
		if i == 0 {
			w.Line("it comes with this reach, which its card shows before you approve it:")
		}
		w.Line("  " + line)
	}
	for i, step := range r.Steps {
		if i == 0 {
			w.Line("first:")
		}
		w.Line("  " + strconv.Itoa(i+1) + ". " + step)
	}
	for i, in := range r.Inputs {
		if i == 0 {
			w.Line("you are asked for:")
		}
		w.Line("  " + in.Name + ": " + in.Prompt + "; for example " + in.Example)
	}
	for _, name := range r.AllowEnv {
		w.Line("it sets " + name + ", which changes how programs load code, so you allow it by name")
	}
	if r.SignIn {
		w.Line("it asks for a sign-in before it answers")
	}
	w.Line("to add it: " + r.Add)
}
