package cmd

import (
	"fmt"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/output"
	"usher/pkg/proc"
)

// Outcomes of a hook that was not run.
const (
	notRun   = "does not run"
	wouldRun = "would run"
)

type hookTested struct {
	Hook        string `json:"hook"` // layer:file:name
	Name        string `json:"name"`
	File        string `json:"file"`
	Outcome     string `json:"outcome"`
	Ending      string `json:"ending"` // "" where it was not run
	Code        int    `json:"code"`
	Ms          int64  `json:"ms"` // the median of all runs
	Reason      string `json:"reason"`
	ModelOutput string `json:"modelOutput"`
	Told        string `json:"told"` // what the assistant would be told, "" for nothing
	repetition
}

type hooksTestView struct {
	Event    string          `json:"event"`
	Tool     string          `json:"tool"`
	DryRun   bool            `json:"dryRun"`
	Hooks    []hookTested    `json:"hooks"`
	Blocks   []gate.Reason   `json:"blocks"`
	Verdict  string          `json:"verdict"` // none, ask, deny, or unknown of a dry run
	Means    string          `json:"means"`
	Unread   bool            `json:"unread"` // a hooks.json, or an entry of it that the event could be for, was not read
	Problems []fault.Problem `json:"problems"`

	tested     []hooks.Hook // that were named
	verdict    gate.Verdict
	everything bool
}

// add takes the runs of one hook in, and what the strictest of them, which stands
// for all, says to the verdict.
func (v *hooksTestView) add(reps []hooks.Report, dry bool) {
	rep := strictest(reps)
	t := hookTested{Hook: rep.Hook.ID(), Name: string(rep.Hook.Name), File: rep.Hook.Where(), Outcome: wouldRun, repetition: noRuns()}
	if !dry {
		t.Outcome, t.Reason = rep.Verdict.String(), rep.Reason
		t.Ending, t.Code = rep.Result.Ending.String(), rep.Result.Code
		t.ModelOutput, _ = rep.ModelOutput()
		t.Told = told(rep)
		t.repetition = repetitionOf(reps)
		t.Ms = t.MedianMs
		if o, ok := hooks.Opinion(rep); ok {
			v.verdict = min(v.verdict, o.Verdict())
		}
	}
	v.Hooks = append(v.Hooks, t)
}

func (v hooksTestView) JSON() any { return v }

func (v hooksTestView) Text(w *output.Printer) {
	about := v.Event
	if v.Tool != "" {
		about += " of " + v.Tool
	}
	if len(v.Hooks) == 0 {
		w.Line("no hook runs on " + about)
	} else {
		w.Line(about + ":")
	}
	for _, h := range v.Hooks {
		h.text(w, v.label(h))
	}
	for _, b := range v.Blocks {
		w.Line("refused: " + b.Says)
		if b.Hint != "" {
			w.Line("  hint: " + b.Hint)
		}
	}
	v.problems(w)
	w.Linef("together: %s: %s", v.Verdict, v.Means)
}

// label is a hook's name, or its whole id where two have the name.
func (v hooksTestView) label(h hookTested) string {
	n := 0
	for _, other := range v.Hooks {
		if other.Name == h.Name {
			n++
		}
	}
	return either(n > 1, h.Hook, h.Name)
}

func (h hookTested) text(w *output.Printer, label string) {
	line := "  " + label + ": " + h.Outcome
	switch {
	case h.Runs > 1:
		line += h.repetition.words()
	case h.Ending == proc.Exited.String():
		line += fmt.Sprintf(" (exit code %d, %d ms)", h.Code, h.Ms)
	case h.Ending != "":
		line += fmt.Sprintf(" (%s, %d ms)", h.Ending, h.Ms)
	}
	if h.Reason != "" {
		line += ": " + h.Reason
	}
	w.Line(line)
	first := "    told: "
	for _, l := range strings.Split(strings.TrimRight(h.Told, "\n"), "\n") {
		if l != "" {
			w.Line(first + l)
		}
		first = "          "
	}
}
