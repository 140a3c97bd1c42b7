//go:build unix

package client

import (
	"slices"
	"strings"
	"testing"

	"usher/pkg/proc"
	"usher/pkg/sandbox"
	"usher/pkg/sandbox/launch"
)

func caged(t *testing.T, dir string) Target {
	t.Helper()
	to := fast(t, "ok")
	to.Cage = &sandbox.Plan{Tier: sandbox.TierNamespaces, Program: to.Program, Argv0: to.Program, Args: to.Args, Env: to.Env, Dir: dir}
	to.Program, to.Argv0, to.Args, to.Env, to.Dir = "/nowhere", "", nil, nil, ""
	return to
}

// The plan comes first in the stream, and every byte after it is the server's.
func TestServerStartsInItsSandbox_B1(t *testing.T) {
	c := mustDial(t, caged(t, "/"))
	if res, err := call(t, c, "echo", `{"text":"hello"}`); err != nil || !strings.Contains(string(res.Raw), "hello") {
		t.Errorf("%s, %v", res.Raw, err)
	}
}

// SPEC B4: a sandbox that cannot be built is told from a server that died.
func TestSandboxThatCannotBeBuiltIsSaid_B4(t *testing.T) {
	for dir, want := range map[string]string{
		"/refuse": "its sandbox could not be built: mount: /x: operation not permitted", "/imitate": "",
	} {
		_, err := Dial(t.Context(), caged(t, dir))
		if want == "" {
			failed(t, err, Ended, "ended with status 125: I am a server")
			continue
		}
		failed(t, err, NoSandbox, want)
	}
	to := caged(t, "/")
	to.Cage.Program = "/nowhere/x"
	_, err := Dial(t.Context(), to)
	failed(t, err, NoSandbox, "its program does not run in its sandbox: /nowhere/x")
	to.Cage.Args = []string{strings.Repeat("x", sandbox.MaxPlan)}
	_, err = Dial(t.Context(), to)
	failed(t, err, NoSandbox, "too long")
	noneLeft(t)
}

// SPEC B4: where there are no stages, nobody but the server can have said their words.
func TestSeatbeltHasNoStages_B4(t *testing.T) {
	for tier, stages := range map[sandbox.Tier]bool{sandbox.TierSeatbelt: false, sandbox.TierNamespaces: true} {
		c := &Conn{target: Target{Cage: &sandbox.Plan{Tier: tier}}}
		c.stderr = newTail(strings.NewReader(launch.FailedWord+"mount: /x: operation not permitted\n"), c.words)
		<-c.stderr.done
		if f := c.unbuilt(proc.Result{Ending: proc.Exited, Code: launch.FailedStatus}); (f != nil) != stages {
			t.Errorf("%s: %v", tier, f)
		}
	}
}

// macOS's own sandbox takes its profile and paths as arguments, and no plan.
func TestSeatbeltTakesNoPlan(t *testing.T) {
	to := caged(t, "/")
	to.Cage.Tier = sandbox.TierSeatbelt
	s := spec(to)
	if s.Path != sandbox.SandboxExec || !slices.Contains(s.Args, to.Cage.Program) || len(to.plan()) > 0 || s.Dir != "/" {
		t.Errorf("%+v, %q", s, to.plan())
	}
}
