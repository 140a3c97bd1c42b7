package cmd

import (
	"fmt"
	"strings"

	"usher/pkg/gate"
	"usher/pkg/output"
)

// Text is the explanation on one screen: the answer, the facts, what stands in
// the way and what to do about each.
func (v explainView) Text(w *output.Printer) {
	w.Line(v.Tool + ": " + v.answer())
	w.Line("")
	v.fact(w, "call", v.caller())
	v.fact(w, "project", v.Project.said())
	v.server(w)
	v.fact(w, "grant", v.Grant.said(v.Call.ConversationID))
	v.fact(w, "policy", v.policy())
	v.fact(w, "faults", either(len(v.Faults) == 0, "none", count(len(v.Faults), "refuses this call", "refuse this call")))
	if len(v.Folder) > 0 {
		v.fact(w, "folder", v.Folder[0].Says)
	}
	v.hooks(w)
	v.fact(w, "before", v.Before.Decision+v.Before.why())
	if v.Best != v.Worst {
		v.fact(w, "hooks can", "make it "+v.below()+", and nothing more than "+v.Best.Decision)
	}
	v.way(w)
	v.notes(w)
}

func (v explainView) fact(w *output.Printer, name, says string) { w.Linef("%-9s %s", name, says) }

// answer is the verdict in words, with run-gate's status.
func (v explainView) answer() string {
	if v.Best == v.Worst {
		return fmt.Sprintf("%s (run-gate ends with %d)", v.Best.Decision, v.Best.Status)
	}
	return fmt.Sprintf("%s, unless a hook makes it %s (run-gate ends with %s)", v.Best.Decision, v.below(), v.statuses())
}

// below are the verdicts that hooks can bring about.
func (v explainView) below() string {
	if v.Best.Decision == gate.Allow.String() && v.Call.CanAsk {
		return "ask or deny"
	}
	return "deny"
}

func (v explainView) statuses() string {
	if v.below() == "ask or deny" {
		return "0, 3 or 2"
	}
	return fmt.Sprintf("%d or %d", v.Best.Status, v.Worst.Status)
}

func (v explainView) caller() string {
	who := either(v.Call.CanAsk, "somebody can be asked", "nobody can be asked")
	s := v.Call.Source + ", " + v.Call.Mode + "; " + who
	if v.Call.ConversationID != "" {
		s += "; conversation " + v.Call.ConversationID
	}
	return s
}

func (p explainedProject) said() string {
	s := "none"
	if p.Folder != "" {
		s = p.Folder + ": " + p.State + pinnedWords(p.Pinned) + ", " + p.How
	}
	if p.Off != "" {
		s += "; " + p.Off
	}
	if p.Overlooked != "" {
		s += "; " + p.Overlooked + " holds definitions, and nobody decided about it"
	}
	return s
}

func (v explainView) server(w *output.Printer) {
	s := v.Server
	if s == nil {
		v.fact(w, "server", "none of this name is defined")
		return
	}
	v.fact(w, "server", s.ID+": "+s.State+", "+s.Layer+", "+s.File)
	for _, other := range s.Shadows {
		v.fact(w, "", "it shadows "+other)
	}
	if s.Layer == "" {
		return
	}
	approved := either(s.Approved, "approved", "not approved")
	if s.Digest == "" {
		v.fact(w, "launch", s.Why)
		return
	}
	if s.Pinned != "" {
		approved += " by policy trust.digests (" + s.Pinned + ")"
	}
	v.fact(w, "launch", approved+", "+s.Digest)
}

func (g explainedGrant) said(conversation string) string {
	parts := []string{g.Decision}
	if g.ByStar {
		parts = append(parts, "by '*'")
	}
	if g.ReadOnly {
		parts = append(parts, "read-only")
	}
	if g.Asleep {
		parts = append(parts, "asleep: the tool's definition changed since")
	}
	if conversation != "" {
		parts = append(parts, either(g.Allowance, "always allowed in this conversation", "not allowed by the conversation"))
	}
	return strings.Join(parts, ", ")
}

func (v explainView) policy() string {
	var says []string
	for _, r := range append(some(v.PolicyDeny), v.PolicyAsk...) {
		says = append(says, strings.TrimPrefix(r.By, "policy ")+" at "+r.File)
	}
	if len(says) == 0 {
		return "no pattern of tools.deny or tools.ask covers the tool"
	}
	return list(says)
}
