package hooks

import (
	"context"
	"maps"
	"os"

	"usher/pkg/proc"
)

const (
	stdoutCap      = 64 << 10 // SPEC 18
	modelOutputCap = 8 << 10
	stderrCap      = 16 << 10
)

// Runner starts hooks. Nothing of usher's own environment reaches one but the
// basic set and the names of SPEC H8.
type Runner struct {
	// Run starts a program and waits for it: (*proc.Reaper).Run, or a test's.
	Run func(context.Context, proc.Spec) proc.Result
	// Environ is usher's environment, of which the basic set is passed on.
	Environ []string
	// Project is the project folder's real path, only when it is trusted now;
	// Home is the assistant folder. Hooks run in the first that is set (SPEC H9).
	Project, Home string
	// SessionID is the conversation's id, "" outside one.
	SessionID string
	// Look finds a command's program as seen from dir, or says why there is none:
	// proc.LookPath with PATH and the folder to keep out of.
	Look func(name, dir string) (program, why string)
	// Self is usher's own program, which is never started as a hook (SPEC Q4).
	Self string
}

// Fire runs one hook to its end. Every way of ending, not starting among them,
// is a report and never an error.
func (r Runner) Fire(ctx context.Context, h Hook, p Payload) Report {
	return judge(h, r.start(ctx, h, p), ctx.Err())
}

func (r Runner) start(ctx context.Context, h Hook, p Payload) proc.Result {
	dir, why := r.workDir()
	if why != "" {
		return proc.Result{Why: why}
	}
	program, why := r.Look(h.Command, dir)
	switch {
	case why != "":
		return proc.Result{Why: why}
	case program == "":
		return proc.Result{Why: "the program " + h.Command + " was not found"}
	case r.Self != "" && proc.SelfRefuse(program, r.Self):
		return proc.Result{Why: "the program " + program + " is usher itself, which is never its own hook"}
	}
	out := stdoutCap
	if h.ModelOutput {
		out = modelOutputCap
	}
	return r.Run(ctx, proc.Spec{
		Path: program, Args: h.Args, Env: r.environ(h, p), Dir: dir,
		Stdin: r.stdin(h, p, dir), Timeout: h.Timeout, StdoutCap: out, StderrCap: stderrCap,
	})
}

// stdin ends in a line end, for hooks that read by lines. A caller that named no
// project root is given the runner's.
func (r Runner) stdin(h Hook, p Payload, dir string) []byte {
	if _, named := p.Files["projectRoot"]; !named && r.Project != "" {
		files := maps.Clone(p.Files)
		if files == nil {
			files = map[string][]byte{}
		}
		files["projectRoot"] = appendText(nil, r.Project)
		p.Files = files
	}
	if h.Shape == Object {
		return append(p.objectJSON(dir), '\n')
	}
	return append(p.JSON(), '\n')
}

// workDir is where hooks run. It is looked at before the program is, so that a
// folder that is gone is not told as a program that is missing (SPEC H9).
func (r Runner) workDir() (dir, why string) {
	dir, name := r.Home, "the assistant folder "
	if r.Project != "" {
		dir, name = r.Project, "the project folder "
	}
	info, err := os.Stat(dir)
	switch {
	case os.IsNotExist(err):
		return "", name + dir + " no longer exists"
	case err == nil && !info.IsDir():
		return "", name + dir + " is not a folder"
	}
	return dir, ""
}
