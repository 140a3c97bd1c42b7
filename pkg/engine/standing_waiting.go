package engine

import (
	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/policy"
	"usher/pkg/trust"
)

// notAccepted names the hooks files of a trusted folder that wait for a person
// (SPEC A3): policy trust.hooks is each, and nobody accepted exactly these bytes.
func (s *Standing) notAccepted(p effective.Project) []string {
	if s.Policy.TrustHooks != policy.Each || p.State != trust.Trusted {
		return nil
	}
	var out []string
	for _, f := range s.hooksOf(p.Folder) {
		if !f.Accepted {
			out = append(out, f.File)
		}
	}
	return out
}

// tellWaiting names the hooks files that wait, for every listing (SPEC F4).
func (s *Standing) tellWaiting() {
	for _, w := range s.Set.Waiting {
		s.Problems = append(s.Problems, fault.Problem{
			File: w.Path, Rule: notAcceptedRule, Severity: fault.SeverityWarning,
			Message: "this hooks file of the trusted folder waits until you accept it as it is now (policy trust.hooks), so nothing of it runs",
			Hint:    s.acceptLine(),
		})
	}
}

// waitingGuards is the voice of hooks files that would guard calls and wait.
func (s *Standing) waitingGuards() []gate.Reason {
	if s.Set.HooksOff { // accepted they would not run either
		return nil
	}
	var out []gate.Reason
	for _, w := range s.Set.Waiting {
		if w.Guards {
			out = append(out, gate.Reason{
				By: "folder", Layer: trust.Project, File: w.Path,
				Says: "the project folder is trusted, but its hooks that guard calls do not run: policy trust.hooks has them wait until you accept them",
				Hint: s.acceptLine(),
			})
		}
	}
	return out
}

func (s *Standing) acceptLine() string {
	return "read them and answer at a terminal of your own: usher hooks accept --project " + QuoteArg(s.Project.Folder.Path)
}
