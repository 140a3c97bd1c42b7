package trust

import (
	"slices"

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
	Decision string // Allow, Ask, Deny, or "" for unset
	ReadOnly bool
	ByStar   bool // the decision is the server's '*', not the tool's own
}

// Standing looks a tool up (SPEC M1, M2): a denial holds whatever the digest; a
// tool's own mark beats '*'; a '*' allow covers only tools that were listed when
// it was saved, so without a list it covers none.
func (l *Ledger) Standing(k Key, tool string) Standing {
	var own, star Standing
	for _, d := range l.decisions {
		if d.Kind != Mark || d.Server != k.Server || d.Tool != tool && d.Tool != Star {
			continue
		}
		var s Standing
		switch {
		case d.holds(k):
			s = Standing{Decision: d.Decision, ReadOnly: d.ReadOnly}
		case d.Decision == Deny:
			s = Standing{Decision: Deny}
		default:
			continue
		}
		if d.Tool == Star {
			star = stricterStanding(star, s)
		} else {
			own = stricterStanding(own, s)
		}
	}
	if own.Decision != "" || star.Decision == "" || star.Decision == Allow {
		return own
	}
	return Standing{Decision: star.Decision, ReadOnly: own.ReadOnly, ByStar: true}
}

// stricterStanding joins two records of one subject; a denial beats all.
func stricterStanding(a, b Standing) Standing {
	if a.Decision == Deny {
		return a
	}
	if b.Decision == "" {
		a.ReadOnly = b.ReadOnly
		return a
	}
	return b
}

// MarkChange says what to change about a mark; nil leaves a part as it is.
type MarkChange struct {
	Decision *string
	ReadOnly *bool
}

// SetMark records a mark for a tool or Star, for this launch. A denial needs no
// digest; everything else voids decisions under other digests (SPEC A6).
func (l *Ledger) SetMark(k Key, tool string, c MarkChange) {
	s := Standing{}
	for _, d := range l.decisions {
		if d.Kind == Mark && d.Server == k.Server && d.Tool == tool {
			switch {
			case d.holds(k):
				s = Standing{Decision: d.Decision, ReadOnly: d.ReadOnly}
			case d.Decision == Deny:
				s.Decision = Deny
			}
		}
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
	l.decisions = append(l.decisions, Decision{
		Kind: Mark, Server: k.Server, Tool: tool, Layer: k.Layer, Folder: k.Folder, Digest: k.Digest,
		Decision: s.Decision, ReadOnly: s.ReadOnly,
	})
}

// RemoveMark forgets a mark, whatever its digest, and gives what was removed.
func (l *Ledger) RemoveMark(server names.ServerID, tool string) []Decision {
	var gone []Decision
	l.drop(func(d Decision) bool {
		hit := d.Kind == Mark && d.Server == server && d.Tool == tool
		if hit {
			gone = append(gone, d)
		}
		return hit
	})
	return gone
}

// forgetOthers drops what was decided about this server under another digest;
// a denial stays, for a change must never loosen (SPEC A6).
func (l *Ledger) forgetOthers(k Key) {
	l.drop(func(d Decision) bool {
		return d.of(k) && d.Digest != k.Digest && d.Decision != Deny
	})
}

func (l *Ledger) drop(hit func(Decision) bool) bool {
	n := len(l.decisions)
	l.decisions = slices.DeleteFunc(l.decisions, hit)
	return len(l.decisions) < n
}
