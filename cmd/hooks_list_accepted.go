package cmd

import (
	"usher/pkg/effective"
	"usher/pkg/output"
)

// yourHooks is the person's own hooks.json beside what they accepted (SPEC H13).
type yourHooks struct {
	File     string `json:"file"`
	Digest   string `json:"digest"` // of its bytes, or that there is no file
	Pinned   bool   `json:"pinned"` // policy hooks.pinned holds it to what was accepted
	Accepted bool   `json:"accepted"`
	Differs  string `json:"differs"` // how it is not what was accepted; "" where it is

	decided bool
}

// yourHooksOf is zero but for the file where it or the ledger cannot be read.
func yourHooksOf(g ground) yourHooks {
	own := g.OwnHooks()
	v := yourHooks{File: own.Path, Pinned: g.Policy.HooksPinned && g.Policy.HooksEnabled}
	if own.Err != nil || g.LedgerErr != nil {
		return v
	}
	v.Digest, v.Accepted, v.Differs, v.decided = string(own.Digest), own.Accepted, own.Differs, own.Decided
	return v
}

// text says nothing where nobody accepted or pinned anything; what a pinned file
// refuses stands among the problems.
func (v yourHooks) text(w *output.Printer) {
	switch {
	case v.Pinned && v.Accepted:
		w.Line("your hooks.json is pinned, and is what you accepted")
	case v.Pinned && v.Differs != "":
		w.Line("your hooks.json is pinned, and " + v.Differs)
	case v.Accepted:
		w.Line("your hooks.json is what you accepted, and is not pinned: a change refuses nothing")
	case v.decided:
		w.Line("your hooks.json " + v.Differs + ", and is not pinned: that refuses nothing")
	}
}

// waitingRows are the hooks of files that wait until a person accepts them.
func waitingRows(set *effective.Set) []hookRow {
	var rows []hookRow
	for _, w := range set.Waiting {
		for _, h := range w.Hooks {
			r := hookRowOf(h, lifted(set, h.Layer))
			if r.State == "active" {
				r.State = "not accepted"
			}
			rows = append(rows, r)
		}
	}
	return rows
}
