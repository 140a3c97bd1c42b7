package cmd

import (
	"fmt"

	"usher/pkg/fault"
	"usher/pkg/output"
)

func (v explainView) hooks(w *output.Printer) {
	h := v.Hooks
	switch {
	case len(h.Run) == 0:
		v.fact(w, "hooks", "none covers this call")
	case h.Shown:
		v.fact(w, "hooks", count(len(h.Run), "is run:", "are run, in this order:"))
	default:
		v.fact(w, "hooks", count(len(h.Run), "covers this call and is", "cover this call and are")+" not run, for it is refused before:")
	}
	for _, r := range h.Run {
		v.fact(w, "", r.Name+" ("+r.Layer+") on "+r.Event+" "+r.Match+", "+r.File)
	}
	var out []string
	for _, c := range []struct {
		n   int
		why string
	}{{h.Parked, "parked"}, {h.Off, "off by policy"}, {h.Waiting, "waiting until you accept them"}, {h.Unmatched, "on other tools"}, {h.Elsewhere, "for other events"}} {
		if c.n > 0 {
			out = append(out, fmt.Sprintf("%d %s", c.n, c.why))
		}
	}
	if len(out) > 0 {
		v.fact(w, "", "beside: "+list(out))
	}
}

func (b beforeHooks) why() string {
	if len(b.Reasons) == 0 {
		return ""
	}
	return ": " + b.Reasons[0].By + ": " + b.Reasons[0].Says
}

// way names what stands in the way, each with its next command.
func (v explainView) way(w *output.Printer) {
	if len(v.InTheWay) == 0 && !v.unanswered {
		return
	}
	w.Line("")
	if len(v.InTheWay) > 0 {
		w.Line("in the way of allow:")
	}
	for _, o := range v.InTheWay {
		line := "  " + o.By + ": " + o.Says
		if o.File != "" {
			line += " (" + o.File + ")"
		}
		w.Line(line)
		if o.Hint != "" {
			w.Line("    " + o.Hint)
		}
	}
	if v.unanswered {
		w.Line("nobody can be asked, so the question is a refusal:")
		w.Line("    " + v.askable())
	}
}

func (v explainView) askable() string {
	switch {
	case v.Call.Source == "meta":
		return "a meta call never has anybody to ask"
	case v.Call.Mode == "headless":
		return "a headless call never has anybody to ask"
	}
	return `--can-ask here, "canAsk": true in the call, where a person can answer`
}

func (v explainView) notes(w *output.Printer) {
	var ps []fault.Problem
	for _, p := range v.Problems {
		if p.Severity != fault.SeverityError { // an error that matters here stands above
			ps = append(ps, p)
		}
	}
	if len(ps) > 0 {
		w.Line("")
		w.Problems(ps)
	}
}
