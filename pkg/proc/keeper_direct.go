//go:build !linux || usher_direct

package proc

import (
	"os"
	"os/exec"
	"sync"
	"time"
)

// keeper watches over one Child from usher itself. The program's own end is
// also the end of its group, at once: later its number may be somebody else's.
type keeper struct {
	cmd   *exec.Cmd
	group group
	over  chan struct{} // closed when the grace is over
	once  sync.Once
}

func (c *Child) start(_ Program, s Spec) Result {
	pipes, err := openChildPipes()
	if err != nil {
		return Result{Why: "no pipe could be made: " + innermost(err).Error()}
	}
	k := &c.keeper
	k.over = make(chan struct{})
	k.cmd = &exec.Cmd{
		Path: s.Path, Args: append([]string{s.Argv0}, s.Args...), Env: s.Env, Dir: s.Dir,
		Stdin: pipes.theirs[0], Stdout: pipes.theirs[1], Stderr: pipes.theirs[2],
	}
	if s.Env == nil {
		k.cmd.Env = []string{}
	}
	k.group.prepare(k.cmd)
	began := time.Now()
	err = k.cmd.Start()
	pipes.closeTheirs()
	if err != nil {
		pipes.close()
		return Result{Why: startWhy(s, err)}
	}
	k.group.joined(k.cmd)
	c.pid = k.cmd.Process.Pid
	c.Stdin, c.Stdout, c.Stderr = pipes.ours[0], pipes.ours[1], pipes.ours[2]
	go c.serve(Spec{Path: s.Path, Dir: s.Dir}, began)
	return Result{}
}

// serve waits for the program's end or for Stop's, and ends the group.
func (c *Child) serve(s Spec, began time.Time) {
	k := &c.keeper
	ours := make(chan struct{}) // closed before the first signal of ours
	go func() {
		_ = k.cmd.Wait()
		res := Result{Elapsed: time.Since(began)}
		if isClosed(ours, 0) {
			res.Ending = Cancelled
		} else {
			res.Ending = Exited
			endOf(&res, k.cmd.ProcessState)
		}
		if res.Ending == Exited {
			res.Why = whyUnfound(s, res.Code)
		}
		c.finish(res)
	}()
	select {
	case <-k.over:
		close(ours)
	case <-c.done:
	}
	k.group.end()
	c.left = !isClosed(c.done, giveUpSlack)
	close(c.gone)
}

// end closes standard input, which on Windows waits for who is writing, and
// begins the end of the tree when the grace is over.
func (c *Child) end(grace time.Duration) (after func()) {
	k := &c.keeper
	go func() { _ = c.Stdin.Close() }()
	timer := time.AfterFunc(grace, func() { k.once.Do(func() { close(k.over) }) })
	return func() { timer.Stop() }
}

// giveUp has nothing more to try.
func (*Child) giveUp() {}

// childPipes are the three pipes of a child that lives on, both ends of each.
type childPipes struct {
	ours, theirs [3]*os.File
}

func openChildPipes() (p childPipes, err error) {
	for i := range p.ours {
		read, write, err := os.Pipe()
		if err != nil {
			p.close()
			return p, err
		}
		p.ours[i], p.theirs[i] = read, write
		if i == 0 { // standard input flows the other way
			p.ours[i], p.theirs[i] = write, read
		}
	}
	return p, nil
}

func (p *childPipes) closeTheirs() {
	for _, f := range p.theirs {
		_ = f.Close()
	}
}

func (p *childPipes) close() {
	p.closeTheirs()
	for _, f := range p.ours {
		_ = f.Close()
	}
}

// Widen does nothing: a pipe is as wide here as it is.
func Widen(*os.File) {}
