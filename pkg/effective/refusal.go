package effective

import (
	"usher/pkg/policy"
	"usher/pkg/trust"
)

// Refusal says which policy keeps a server from ever starting, whatever a person
// decides about it (SPEC C4): servers.deny covers what it launches, or a list of
// servers.allow does not.
func (s *Set) Refusal(sv Server) (policy.Refusal, bool) {
	l := s.Launch(sv)
	return s.policy.Refusing(policy.Launched{
		Machine: sv.Layer == trust.Machine, Command: sv.Command,
		Program: l.Program.Path, Real: l.Program.Real, URL: sv.URL, Package: sv.Package.Spec,
	})
}
