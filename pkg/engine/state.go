package engine

import (
	"usher/pkg/effective"
	"usher/pkg/gate"
	"usher/pkg/policy"
	"usher/pkg/trust"
)

// State says whether a server may be started as it is now, and if not why and
// what to do (SPEC A2, G2, C4). Commands that start one ask it, as the gate does. A
// policy comes first: nothing a person decides about the server undoes it.
func (s *Standing) State(sv effective.Server, l effective.Launch) (gate.State, gate.Reason) {
	r := gate.Reason{By: "server " + string(sv.ID), Layer: sv.Layer, File: sv.Where()}
	refused, never := s.Set.Refusal(sv)
	switch {
	case never:
		return gate.Forbidden, forbidden(refused)
	case sv.Untrusted:
		r.Says = "the server is of a project folder that is " + untrusted(s.Project.State)
		r.Hint = "usher trust show " + QuoteArg(s.Project.Folder.Path)
		return gate.NotTrusted, r
	case sv.Disabled:
		r.Says = "the server is disabled"
		r.Hint = "usher server enable " + string(sv.ID)
		if sv.Layer != trust.Yours {
			r.Hint = `take "disabled" out of ` + sv.Where()
		}
		return gate.Disabled, r
	case l.Why != "":
		r.Says = "the server cannot be started, so nothing about it is approved: " + l.Why
		r.Hint = "usher server list"
		return gate.NotApproved, r
	case sv.Layer == trust.Machine || s.Ledger.Approved(l.Key) || s.ApprovedByPin(sv):
		return gate.Ready, r
	}
	r.Says = "the server is not approved to run as it is now defined" + s.waitsBy(sv)
	r.Hint = "usher server approve " + string(sv.ID) + " --digest " + string(l.Key.Digest)
	return gate.NotApproved, r
}

// forbidden is the voice of a policy that keeps a server from starting.
func forbidden(r policy.Refusal) gate.Reason {
	hint := "see what the policy says: usher policy get " + r.Key
	if r.Layer == trust.Machine {
		hint = "ask whoever administers this computer"
	}
	return gate.Reason{By: "policy " + r.Key, Layer: r.Layer, File: r.Place, Says: r.Says(), Hint: hint}
}

// untrusted is a folder's state as a refusal says it.
func untrusted(s trust.State) string {
	switch s {
	case trust.Changed:
		return "changed since you trusted it"
	case trust.Unreadable:
		return "unreadable"
	case trust.None, trust.NotTrusted, trust.Trusted:
	}
	return "not trusted"
}
