package cmd

import (
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/output"
)

// problems leaves out habits worth mending of hooks that were not named, which
// hooks check shows, unless all is asked for; that there are some is said.
func (v hooksTestView) problems(w *output.Printer) {
	n := 0
	for _, p := range v.Problems {
		if !v.everything && p.Severity != fault.SeverityError && strings.HasPrefix(p.Rule, "hooks/") && !v.about(p) {
			n++
			continue
		}
		w.Problem(p)
	}
	if n > 0 {
		w.Linef("%s: -v shows %s", count(n, "warning left out", "warnings left out"), either(n == 1, "it", "them"))
	}
}

// about reports a problem of a hook that was named. In the object shape the groups
// of its event count too: one of them holds its matcher.
func (v hooksTestView) about(p fault.Problem) bool {
	return slices.ContainsFunc(v.tested, func(h hooks.Hook) bool {
		group := h.Shape == hooks.Object && strings.HasPrefix(p.Entry, "hooks."+string(h.Event)+"[")
		return p.File == h.File && (p.Entry == string(h.Name) || group)
	})
}
