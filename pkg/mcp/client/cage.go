package client

import (
	"strings"

	"usher/pkg/proc"
	"usher/pkg/sandbox"
	"usher/pkg/sandbox/launch"
	"usher/pkg/sandbox/tiers"
)

// spec is what is started: the server itself, or what builds its sandbox and starts
// it there. That one gets no environment and no word of the server's: whoever lists
// processes sees neither its arguments nor its variables.
func spec(t Target) proc.Spec {
	p := t.Cage
	switch {
	case p == nil:
		return proc.Spec{Path: t.Program, Argv0: t.Argv0, Args: t.Args, Env: t.Env, Dir: t.Dir}
	case p.Tier == sandbox.TierSeatbelt:
		return proc.Spec{Path: sandbox.SandboxExec, Args: sandbox.SeatbeltArgs(*p), Env: sandbox.SeatbeltEnv(*p), Dir: p.Dir}
	}
	return proc.Spec{Path: t.Reaper.Path, Args: []string{launch.CageWord}, Dir: "/"}
}

// plan is what the stages read before the server reads anything.
func (t Target) plan() []byte {
	if t.Cage == nil || t.Cage.Tier == sandbox.TierSeatbelt {
		return nil
	}
	return t.Cage.Encode()
}

// Stage is the end of a start whose sandbox could not be built, for the cause to be
// looked for (tiers.Ended). Its text is covered and not cleaned.
type Stage struct {
	Tier sandbox.Tier
	End  tiers.End
}

// unbuilt is the failure of a stage: the sandbox was not built, or the server could
// not be started in it; nil where the server itself ended. macOS's own sandbox has
// no stages: what is said there the server says.
func (c *Conn) unbuilt(res proc.Result) *Failure {
	if c.target.Cage == nil || c.target.Cage.Tier == sandbox.TierSeatbelt || res.Ending != proc.Exited || res.Code != launch.FailedStatus {
		return nil
	}
	text, ok := strings.CutPrefix(c.stderr.last(), launch.FailedWord)
	if !ok {
		return nil
	}
	if why, ok := strings.CutPrefix(text, "exec: "); ok {
		return c.words.fail(NoSandbox, "was not started: its program does not run in its sandbox: "+why)
	}
	f := c.words.fail(NoSandbox, "was not started: its sandbox could not be built: "+text)
	f.Stage = &Stage{c.target.Cage.Tier, tiers.End{Status: res.Code, Stderr: c.stderr.covered()}}
	return f
}
