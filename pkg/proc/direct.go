//go:build !linux || usher_direct

package proc

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
)

// pool starts children from usher itself: without a subreaper there is nothing
// a process in between could do better.
type pool struct{ closed atomic.Bool }

func (*pool) start(Program) {}
func (p *pool) close()      { p.closed.Store(true) }

// ReaperMain has no work on this system; it returns 2.
func ReaperMain([]string) int { return 2 }

// BecomeSubreaper does nothing on this system.
func BecomeSubreaper() {}

func (p *pool) run(ctx context.Context, _ Program, s Spec) Result {
	if p.closed.Load() {
		return Result{Why: ending}
	}
	d := &direct{spec: s}
	d.cmd = &exec.Cmd{
		Path: s.Path, Args: append([]string{s.Argv0}, s.Args...), Env: s.Env, Dir: s.Dir,
		Stdin: bytes.NewReader(s.Stdin), Stdout: &d.out, Stderr: &d.err,
		// Closes the pipes that a background child holds; kills nothing.
		WaitDelay: s.Drain,
	}
	if s.Env == nil {
		d.cmd.Env = []string{}
	}
	d.out.limit, d.err.limit = s.StdoutCap, s.StderrCap
	return d.run(ctx)
}

// direct is one child of usher's own.
type direct struct {
	spec     Spec
	cmd      *exec.Cmd
	out, err capped
	group    group
}

func (d *direct) run(ctx context.Context) Result {
	began := time.Now()
	d.group.prepare(d.cmd)
	if err := d.cmd.Start(); err != nil {
		return Result{Why: startWhy(d.spec, err)}
	}
	d.group.joined(d.cmd)
	ended := make(chan error, 1)
	go func() { ended <- d.cmd.Wait() }()
	res := Result{Ending: d.wait(ctx, ended)}
	res.Elapsed = time.Since(began)
	res.Stdout, res.StdoutCut = d.out.taken()
	res.Stderr, res.StderrCut = d.err.taken()
	if res.Ending != Exited {
		return res
	}
	endOf(&res, d.cmd.ProcessState)
	if res.Ending == Exited {
		res.Why = whyUnfound(d.spec, res.Code)
	}
	return res
}

// wait gives Exited for any end of its own.
func (d *direct) wait(ctx context.Context, ended chan error) Ending {
	var late <-chan time.Time
	if d.spec.Timeout > 0 {
		timer := time.NewTimer(d.spec.Timeout)
		defer timer.Stop()
		late = timer.C
	}
	select {
	case <-ended:
		d.group.leave()
		return Exited
	case <-ctx.Done():
		d.stop(ended)
		return Cancelled
	case <-late:
	}
	if d.group.ask() {
		grace := time.NewTimer(d.spec.Grace)
		defer grace.Stop()
		select {
		case <-ended:
			ended <- nil
		case <-ctx.Done():
		case <-grace.C:
		}
	}
	d.stop(ended)
	return TimedOut
}

// stop kills the whole group, and waits a bounded time: a process the system
// cannot end must not hold up the answer.
func (d *direct) stop(ended chan error) {
	d.group.kill()
	timer := time.NewTimer(100 * time.Millisecond)
	defer timer.Stop()
	select {
	case <-ended:
	case <-timer.C:
	}
}

// capped keeps the first limit bytes of a stream and takes the rest (SPEC H11).
type capped struct {
	mu    sync.Mutex
	limit int
	kept  []byte
	cut   bool
}

func (c *capped) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := len(b)
	if room := max(c.limit-len(c.kept), 0); n > room {
		c.cut = true
		b = b[:room]
	}
	c.kept = append(c.kept, b...)
	return n, nil
}

func (c *capped) taken() ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bytes.Clone(c.kept), c.cut
}

// innermost is the system's own error.
func innermost(err error) error {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err
		}
		err = next
	}
}
