package trust

import "usher/pkg/names"

// Changed drops what was decided about a server under another launch than this
// one, denials excepted, and reports whether there was any (SPEC S10, A6). It is
// what recording a decision does too; without one, a change taken back would
// bring the old decisions back.
func (l *Ledger) Changed(k Key) bool { return l.forgetOthers(k) }

// Fresh drops what an earlier server of that id was given, so that a new one
// begins with no approval, and reports whether there was any. Denials stay: the
// person said no to that name (SPEC A6).
func (l *Ledger) Fresh(server names.ServerID) bool {
	return l.drop(func(d Decision) bool { return d.ofYours(server) && d.Decision != Deny })
}

// Forget deletes every decision about a server of the person's own, its denials
// too, and gives what was deleted (SPEC A6, S10). What was decided about a
// project's server of that id stays.
func (l *Ledger) Forget(server names.ServerID) []Decision {
	gone := l.About(server)
	l.drop(func(d Decision) bool { return d.ofYours(server) })
	return gone
}

// About are the decisions that Forget would delete.
func (l *Ledger) About(server names.ServerID) []Decision {
	var out []Decision
	for _, d := range l.decisions {
		if d.ofYours(server) {
			out = append(out, d)
		}
	}
	return out
}

// ofYours reports a decision about a server of the person's own; a denial given
// where no server was defined names no layer and is one.
func (d Decision) ofYours(server names.ServerID) bool {
	return d.Kind != FolderKind && d.Server == server && (d.Layer == Yours || d.Layer == "")
}
