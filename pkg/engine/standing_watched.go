package engine

import (
	"usher/pkg/effective"
	"usher/pkg/trust"
)

// Watched gathers what the standing rests on, read as these Dirs say: as long as none
// of it changed, reading once more would give the same (SPEC V4). What the launches of
// its servers rest on is looked up through the functions that Read was handed, and
// gathered by whoever wrote those. Conversation allowances are read at each decision.
//
// false where it cannot be told: folders that the machine pins are looked for by what
// they hold.
func (s *Standing) Watched(d Dirs, w *trust.Watched) bool {
	for _, dir := range []string{d.Machine, d.Home} {
		w.Layer(dir, effective.Files()...)
	}
	w.Ledger(d.State)
	for _, dir := range append(d.starts(), d.Project, d.WorkDir, d.UserHome) {
		w.Way(dir)
	}
	if s.named != "" {
		w.Folder(s.named, s.Project.Folder, effective.Refs)
	}
	return len(s.Policy.TrustDigests) == 0
}
