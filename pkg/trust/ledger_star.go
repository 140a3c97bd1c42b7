package trust

import (
	"maps"
	"slices"

	"usher/pkg/digest"
)

// cover writes down which tools a '*' mark covers. Only an allow and ReadOnly need
// it: an ask or a deny covers whatever comes. Each of the two is for the tools that
// were known when it was said: what changes one leaves the other where it was, and
// wakes nothing that sleeps (SPEC M2, M4).
func (l *Ledger) cover(k Key, star Decision, c MarkChange) {
	was := map[string]Decision{}
	for _, d := range l.decisions {
		if d.Kind == Covered && d.holds(k) {
			was[d.Tool] = d
		}
	}
	l.drop(func(d Decision) bool { return d.Kind == Covered && d.of(k) })
	known := maps.Clone(c.Tools)
	if known == nil {
		known = map[string]digest.Digest{}
	}
	if c.Decision == nil {
		for tool, d := range was {
			if _, listed := known[tool]; !listed {
				known[tool] = d.ToolDigest
			}
		}
	}
	for _, tool := range slices.Sorted(maps.Keys(known)) {
		old, m := was[tool], star
		m.Kind, m.Tool, m.ToolDigest, m.Decision = Covered, tool, known[tool], ""
		m.ReadOnly = old.ReadOnly && !old.Asleep
		if c.ReadOnly != nil {
			m.ReadOnly = *c.ReadOnly
		}
		switch {
		case c.Decision == nil:
			m.Decision = old.Decision
			if old.Asleep && old.Decision == Allow {
				m.Asleep, m.ToolDigest = true, old.ToolDigest
			}
		case *c.Decision == Allow:
			m.Decision = Allow
		}
		if m.Decision != "" || m.ReadOnly {
			l.decisions = append(l.decisions, m)
		}
	}
}
