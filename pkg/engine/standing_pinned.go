package engine

import (
	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/policy"
	"usher/pkg/trust"
)

// ApprovedByPin reports a server of a folder that the machine's policy trusts and no
// person decided about: it is approved with its folder, as trust grant approves it
// (SPEC A2, A3, T6), unless policy trust.servers has each one wait. One that would get
// secrets of the person's waits too: no card showed them those names (SPEC S7).
func (s *Standing) ApprovedByPin(sv effective.Server) bool { return s.PinApproves(s.Project, sv) }

// PinApproves is ApprovedByPin with another project folder in force.
func (s *Standing) PinApproves(p effective.Project, sv effective.Server) bool {
	return p.Pin != "" && p.State == trust.Trusted && sv.Layer == trust.Project && !sv.Untrusted &&
		s.Policy.TrustServers == policy.WithFolder && len(sv.SecretsNeeded()) == 0
}

// waitsBy says which policy has a server of a trusted folder wait; "" for none.
func (s *Standing) waitsBy(sv effective.Server) string {
	switch {
	case sv.Layer != trust.Project || s.Project.State != trust.Trusted:
		return ""
	case s.Policy.TrustServers == policy.Each:
		return ": policy trust.servers" + at(s.Policy, "trust.servers") + " has each server of a trusted folder wait until a person approves it"
	case s.Project.Pin != "" && len(sv.SecretsNeeded()) > 0:
		return ": policy trust.digests (" + s.Project.Pin + ") trusts the folder, but the server would get secrets of yours, which you alone approve"
	}
	return ""
}

// at is a policy's place in brackets; "" for a default.
func at(p policy.Policy, key string) string {
	if _, place := p.Where(key); place != "" {
		return " (" + place + ")"
	}
	return ""
}

// lostAbove is the voice of pinned folders above the one in force, whose guards do not
// run: the nearer one may be a copy that somebody put there to hide them (SPEC L5).
func (s *Standing) lostAbove() []gate.Reason {
	var out []gate.Reason
	for _, dir := range s.above {
		out = append(out, gate.Reason{
			By: "folder", Layer: trust.Project, File: dir,
			Says: "policy trust.digests pins this folder, whose hooks guard calls, and the nearer project folder " + s.Project.Folder.Path + " too, so its hooks do not run",
			Hint: "decide which one counts: usher trust grant " + QuoteArg(dir) + ", or usher trust grant " + QuoteArg(s.Project.Folder.Path),
		})
	}
	return out
}

// lostOff is the voice of a folder that a person trusted with guards, where policy
// projects.enabled is false: what it guarded must not go on without a question (SPEC G2).
func (s *Standing) lostOff() []gate.Reason {
	if !s.Ledger.HadGuards(s.Project.Folder.Path) {
		return nil
	}
	layer, place := s.Policy.Where("projects.enabled")
	return []gate.Reason{{
		By: "policy projects.enabled", Layer: layer, File: place,
		Says: "no project folder counts, so the hooks with which you trusted " + s.Project.Folder.Path + ", and which guard calls, do not run",
		Hint: s.turnOn() + "; or take the trust back: usher trust revoke " + QuoteArg(s.Project.Folder.Path),
	}}
}

// ProjectOff is the problem of a project folder that does not count because policy
// projects.enabled is false; false where projects count, or there is no folder.
func (s *Standing) ProjectOff() (fault.Problem, bool) {
	if !s.Project.Off {
		return fault.Problem{}, false
	}
	return s.OffProblem(s.Project.Folder.Path), true
}

// OffProblem is that of one folder.
func (s *Standing) OffProblem(folder string) fault.Problem {
	says := "policy projects.enabled is false" + at(s.Policy, "projects.enabled") + ", so this project folder is not read and nothing of it counts"
	if s.Ledger.HadGuards(folder) {
		says += "; the hooks with which you trusted it guard no call"
	}
	return fault.Problem{File: folder, Rule: "project/off", Severity: fault.SeverityWarning, Message: says, Hint: s.turnOn()}
}

// turnOn is how project folders come to count again.
func (s *Standing) turnOn() string {
	if layer, _ := s.Policy.Where("projects.enabled"); layer == trust.Machine {
		return "ask whoever administers this computer"
	}
	return "to have project folders count again: usher policy set projects.enabled true"
}
