//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"syscall"
	"time"

	"usher/pkg/hooks"
	"usher/pkg/names"
	"usher/pkg/proc"
)

// calls is how many hooks one call has.
const calls = 10

// round holds times in ns: of the bare starts, and of each hook of a call.
type round struct {
	bare []float64
	hook [calls][]float64
}

// measure makes calls of ten hooks each; before each hook the same program is
// started bare, with the same input and environment, so that a busy machine slows
// both alike.
func measure(p plan, pr program) ([]round, error) {
	debug.SetGCPercent(-1)
	proc.BecomeSubreaper()
	tool, err := names.ParseTool("files__search")
	if err != nil {
		return nil, err
	}
	payload := hooks.Payload{Event: hooks.PreToolUse, Tool: tool, Args: []byte(`{"q":"beam"}`)}
	hook := hooks.Hook{Name: "bench", Event: hooks.PreToolUse, Match: names.Any(), Command: pr.path, Timeout: hooks.DefaultTimeout}
	b := bare{path: pr.path, dir: p.dir, env: p.env, input: append(payload.JSON(), '\n')}
	if b.null, err = os.OpenFile(os.DevNull, os.O_RDWR, 0); err != nil {
		return nil, err
	}
	defer func() { _ = b.null.Close() }()
	rounds := make([]round, p.rounds)
	for i := range rounds {
		for range p.each {
			if err := call(p, hook, payload, b, &rounds[i]); err != nil {
				return nil, err
			}
		}
	}
	return rounds, nil
}

// call is one call with its own reaper.
func call(p plan, h hooks.Hook, payload hooks.Payload, b bare, r *round) error {
	reaper := proc.NewReaper(proc.FindReaper(p.usher))
	defer reaper.Close()
	runner := hooks.Runner{
		Run: reaper.Run, Environ: p.env, Home: p.dir,
		Look: func(name, dir string) (string, string) { return proc.LookPath(name, dir, "", "") },
	}
	for k := range calls {
		took, err := b.start()
		if err != nil {
			return err
		}
		r.bare = append(r.bare, took)
		began := time.Now()
		rep := runner.Fire(context.Background(), h, payload)
		r.hook[k] = append(r.hook[k], float64(time.Since(began)))
		if rep.Verdict != hooks.NoOpinion {
			return fmt.Errorf("%s as a hook: %s", filepath.Base(h.Command), rep.Reason)
		}
	}
	return nil
}

// bare is a program started with no more than the kernel asks for.
type bare struct {
	path, dir string
	env       []string
	input     []byte
	null      *os.File
}

func (b bare) start() (float64, error) {
	began := time.Now()
	var ends [2]int
	if err := syscall.Pipe2(ends[:], syscall.O_CLOEXEC); err != nil {
		return 0, err
	}
	_, err := syscall.Write(ends[1], b.input)
	_ = syscall.Close(ends[1])
	if err != nil {
		return 0, err
	}
	null := b.null.Fd()
	pid, err := syscall.ForkExec(b.path, []string{b.path}, &syscall.ProcAttr{Dir: b.dir, Env: b.env, Files: []uintptr{uintptr(ends[0]), null, null}})
	_ = syscall.Close(ends[0])
	if err != nil {
		return 0, err
	}
	var status syscall.WaitStatus
	for {
		_, err = syscall.Wait4(pid, &status, 0, nil)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err == nil && status != 0 {
		err = fmt.Errorf("%s ended with %d", filepath.Base(b.path), status.ExitStatus())
	}
	if err != nil {
		return 0, err
	}
	return float64(time.Since(began)), nil
}
