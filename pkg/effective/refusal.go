package effective

import (
	"runtime"

	"usher/pkg/policy"
	"usher/pkg/trust"
)

// Refusal says which policy keeps a server from ever starting, whatever a person
// decides about it (SPEC C4): servers.deny covers what it launches, a list of
// servers.allow does not, or sandbox.required is set and it would have none.
func (s *Set) Refusal(sv Server) (policy.Refusal, bool) {
	l := s.Launch(sv)
	return s.policy.Refusing(policy.Launched{
		Machine: sv.Layer == trust.Machine, Command: sv.Command,
		Program: l.Program.Path, Real: l.Program.Real, URL: sv.URL, Package: sv.Package.Spec,
		Unsandboxed: sv.Unsandboxed(),
	})
}

// Unsandboxed says why usher's sandbox does not hold a server (SPEC B3, B4); "" for
// one that starts in it, and for one that is not on this computer.
func (s Server) Unsandboxed() string {
	switch {
	case s.Remote():
		return ""
	case s.Reach.Engine != "":
		return s.Reach.Engine + " runs it"
	case s.Reach.Off:
		return "its sandbox is off"
	case runtime.GOOS == "windows":
		return "usher has none on Windows"
	}
	return ""
}
