package trust

import (
	"slices"

	"usher/pkg/digest"
	"usher/pkg/names"
)

// Ledger is every decision a person made, in the order they were made. The zero
// value is the ledger of first use: nothing approved, nothing marked.
type Ledger struct{ decisions []Decision }

// Decisions is a copy of all of them.
func (l *Ledger) Decisions() []Decision { return slices.Clone(l.decisions) }

// Approved reports whether a person approved exactly this launch (SPEC A2).
func (l *Ledger) Approved(k Key) bool {
	return slices.ContainsFunc(l.decisions, func(d Decision) bool {
		return d.Kind == Launch && d.Decision == Approve && d.holds(k)
	})
}

// Approve records an approval. Decisions under another digest of that server are
// gone for good, denials excepted (SPEC A6).
func (l *Ledger) Approve(k Key) {
	l.forgetOthers(k)
	l.drop(func(d Decision) bool { return d.Kind == Launch && d.of(k) })
	l.decisions = append(l.decisions, Decision{
		Kind: Launch, Server: k.Server, Layer: k.Layer, Folder: k.Folder, Digest: k.Digest, Decision: Approve,
	})
}

// Revoke takes approvals of a server back, in every layer and folder, and
// reports whether there were any. Marks stay: without an approval they allow nothing.
func (l *Ledger) Revoke(server names.ServerID) bool {
	return l.drop(func(d Decision) bool { return d.Kind == Launch && d.Server == server })
}

// Standing is what the ledger says about one tool of one launch.
type Standing struct {
	Decision   string // Allow, Ask, Deny, or "" for unset
	ReadOnly   bool
	ByStar     bool          // the decision is the server's '*', not the tool's own
	ToolDigest digest.Digest // of the definition the mark is about, "" where none was seen yet
	Asleep     bool          // the definition changed since: an allow and ReadOnly do not count (SPEC M4)
}

// Standing looks a tool up (SPEC M1, M2): a denial holds whatever the digest; a
// tool's own mark beats '*'; a '*' allow covers exactly the tools that were
// listed when it was saved.
func (l *Ledger) Standing(k Key, tool string) Standing {
	var own, star, covered Standing
	marked := false // the tool has a mark of its own
	for _, d := range l.decisions {
		if d.Server != k.Server || d.Kind != Mark && d.Kind != Covered || d.Tool != tool && d.Tool != Star {
			continue
		}
		var s Standing
		switch {
		case d.holds(k):
			s = Standing{Decision: d.Decision, ReadOnly: d.ReadOnly, ToolDigest: d.ToolDigest, Asleep: d.Asleep}
		case d.Decision == Deny:
			s = Standing{Decision: Deny}
		default:
			continue
		}
		switch {
		case d.Kind == Covered:
			covered = s
		case d.Tool == Star:
			star = stricterStanding(star, s)
		default:
			own, marked = stricterStanding(own, s), true
		}
	}
	switch {
	case own.Decision != "":
		return own
	case star.Decision == Ask || star.Decision == Deny:
		return Standing{Decision: star.Decision, ReadOnly: own.ReadOnly, ByStar: true, ToolDigest: own.ToolDigest, Asleep: own.Asleep}
	case covered.Decision != "" || covered.ReadOnly:
		covered.ByStar = covered.Decision != ""
		covered.Asleep = covered.Asleep || own.Asleep
		if marked {
			covered.ReadOnly = own.ReadOnly
		}
		return covered
	}
	return own
}

// stricterStanding joins two records of one subject; a denial beats all.
func stricterStanding(a, b Standing) Standing {
	if a.Decision == Deny {
		return a
	}
	if b.Decision == "" && a.Decision != "" {
		a.ReadOnly = b.ReadOnly
		return a
	}
	return b
}

// MarkChange says what to change about a mark; nil leaves a part as it is. Tools
// are the definitions the person could see, by name: the mark remembers the
// tool's own, and a '*' that allows covers exactly these (SPEC M2, M4).
type MarkChange struct {
	Decision *string
	ReadOnly *bool
	Tools    map[string]digest.Digest
}

// SetMark records a mark for a tool or Star, for this launch. A denial needs no
// digest; everything else voids decisions under other digests (SPEC A6).
func (l *Ledger) SetMark(k Key, tool string, c MarkChange) {
	s := Standing{}
	for _, d := range l.decisions {
		if d.Kind == Mark && d.Server == k.Server && d.Tool == tool {
			switch {
			case d.holds(k):
				s = Standing{Decision: d.Decision, ReadOnly: d.ReadOnly, ToolDigest: d.ToolDigest, Asleep: d.Asleep}
			case d.Decision == Deny:
				s.Decision = Deny
			}
		}
	}
	// Half a mark wakes no other half: what was said about the old definition does
	// not come to hold for the new one (TestHalfAMarkWakesNoOtherHalf_M4).
	sleeps := s.Asleep && c.Decision == nil && s.Decision == Allow
	if s.Asleep && c.ReadOnly == nil {
		s.ReadOnly = false
	}
	if c.Decision != nil {
		s.Decision = *c.Decision
	}
	if c.ReadOnly != nil {
		s.ReadOnly = *c.ReadOnly
	}
	if k.Digest != "" {
		l.forgetOthers(k)
	}
	l.drop(func(d Decision) bool {
		return d.Kind == Mark && d.Server == k.Server && d.Tool == tool &&
			(d.of(k) || d.Decision == Deny || s.Decision == Deny)
	})
	m := Decision{
		Kind: Mark, Server: k.Server, Tool: tool, Layer: k.Layer, Folder: k.Folder, Digest: k.Digest,
		Decision: s.Decision, ReadOnly: s.ReadOnly,
	}
	if tool != Star {
		m.ToolDigest = c.Tools[tool]
	}
	if sleeps {
		m.ToolDigest, m.Asleep = s.ToolDigest, true
	}
	l.decisions = append(l.decisions, m)
	if tool == Star {
		l.cover(k, m, c)
	}
}

// Observe compares what a launch's tools say of themselves now with what the
// marks remember, and gives the names of those that changed, sorted. A mark that
// never saw a definition takes the first one; where a tool now says something
// else, or is gone, an allow and ReadOnly fall asleep, and only a new mark of the
// person wakes them (SPEC M4).
func (l *Ledger) Observe(k Key, tools map[string]digest.Digest) []string {
	var changed []string
	for i, d := range l.decisions {
		if d.Kind != Mark && d.Kind != Covered || d.Tool == Star || !d.holds(k) {
			continue
		}
		now, listed := tools[d.Tool]
		switch {
		case d.ToolDigest == "" && listed:
			l.decisions[i].ToolDigest = now
		case d.ToolDigest != "" && now != d.ToolDigest && !d.Asleep && (d.Decision == Allow || d.ReadOnly):
			l.decisions[i].Asleep = true
			changed = append(changed, d.Tool)
		}
	}
	slices.Sort(changed)
	return slices.Compact(changed)
}

// RemoveMark forgets a mark, whatever its digest, and gives what was removed.
func (l *Ledger) RemoveMark(server names.ServerID, tool string) []Decision {
	var gone []Decision
	if tool == Star {
		l.drop(func(d Decision) bool { return d.Kind == Covered && d.Server == server })
	}
	l.drop(func(d Decision) bool {
		hit := d.Kind == Mark && d.Server == server && d.Tool == tool
		if hit {
			gone = append(gone, d)
		}
		return hit
	})
	return gone
}

// forgetOthers drops what was decided about this server under another digest and
// reports whether there was any. A denial stays, for a change must never loosen
// (SPEC A6); a variable that may be set is no matter of digests.
func (l *Ledger) forgetOthers(k Key) bool {
	return l.drop(func(d Decision) bool {
		return d.of(k) && d.Kind != EnvKind && d.Digest != k.Digest && d.Decision != Deny
	})
}

func (l *Ledger) drop(hit func(Decision) bool) bool {
	n := len(l.decisions)
	l.decisions = slices.DeleteFunc(l.decisions, hit)
	return len(l.decisions) < n
}
