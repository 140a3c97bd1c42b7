package trust

import "slices"

// Without is a ledger in which nobody decided anything of these kinds, for whoever
// supposes other decisions than were made. The ledger itself stays as it is.
func (l *Ledger) Without(kinds ...Kind) Ledger {
	out := Ledger{decisions: slices.Clone(l.decisions)}
	out.drop(func(d Decision) bool { return slices.Contains(kinds, d.Kind) })
	return out
}
