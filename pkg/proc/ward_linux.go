//go:build linux && !usher_direct

package proc

import (
	"syscall"
	"time"
)

// phase is how far a child's life has come, seen from the reaper.
type phase uint8

const (
	running  phase = iota
	draining       // it ended by itself; its pipes may still hold something
	asked          // past its time: its tree got the polite signal
	killing        // its tree gets SIGKILL until nothing of it is left
)

// ward is the one program a reaper looks after.
type ward struct {
	run  uint32
	spec Spec

	pid   int
	pidfd int // -1: the kernel has none, or the child has ended
	in    feed
	out   sink
	err   sink

	phase  phase
	ending Ending // when phase is asked or killing
	start  time.Time
	until  time.Time // the phase's end; zero: none
	ended  bool
	end    time.Time
	status syscall.WaitStatus
}

// startChild forks and executes the child: a session of its own (no controlling
// terminal), three descriptors, the given environment and nothing else (SPEC Q4).
func startChild(run uint32, s Spec) (*ward, syscall.Errno) {
	c := &ward{run: run, spec: s, pidfd: -1, in: feed{fd: -1}, out: sink{fd: -1}, err: sink{fd: -1}}
	theirs := [3]int{-1, -1, -1}
	c.start = time.Now()
	err := c.open(&theirs)
	if err == nil {
		c.pid, err = forkExec(s, theirs, &c.pidfd)
	}
	for i := range theirs {
		closeFd(&theirs[i])
	}
	if err != nil {
		c.close()
		return nil, errnoOf(err)
	}
	if s.Timeout > 0 {
		c.until = c.start.Add(s.Timeout)
	}
	return c, 0
}

func forkExec(s Spec, files [3]int, pidfd *int) (pid int, err error) {
	return syscall.ForkExec(s.Path, append([]string{s.Argv0}, s.Args...), &syscall.ProcAttr{
		Dir:   s.Dir,
		Env:   s.Env,
		Files: []uintptr{uintptr(files[0]), uintptr(files[1]), uintptr(files[2])},
		Sys:   &syscall.SysProcAttr{Setsid: true, PidFD: pidfd},
	})
}

func (c *ward) open(theirs *[3]int) (err error) {
	if c.in, theirs[0], err = openFeed(c.spec.Stdin); err != nil {
		return err
	}
	if c.out, theirs[1], err = openSink(c.spec.StdoutCap); err != nil {
		return err
	}
	c.err, theirs[2], err = openSink(c.spec.StderrCap)
	return err
}

func errnoOf(err error) syscall.Errno {
	if errno, ok := err.(syscall.Errno); ok && errno != 0 {
		return errno
	}
	return syscall.EINVAL
}

// drained reports whether both streams have ended.
func (c *ward) drained() bool { return c.out.fd < 0 && c.err.fd < 0 }

// reaped takes note of the child's own end.
func (c *ward) reaped(status syscall.WaitStatus, now time.Time) {
	c.ended, c.status, c.end = true, status, now
	closeFd(&c.pidfd)
}

func (c *ward) close() {
	closeFd(&c.pidfd)
	closeFd(&c.in.fd)
	closeFd(&c.out.fd)
	closeFd(&c.err.fd)
}

// report says how it ended; leftover is for the caller to know.
func (c *ward) report(now time.Time, leftover bool) report {
	r := report{
		run: c.run, ending: c.ending, leftover: leftover, elapsed: now.Sub(c.start),
		stdout: c.out.kept, stderr: c.err.kept, cutOut: c.out.cut, cutErr: c.err.cut,
	}
	if c.phase == draining {
		c.ownEnd(&r)
	}
	return r
}

// ownEnd is for a child that ended by itself.
func (c *ward) ownEnd(r *report) {
	r.elapsed = c.end.Sub(c.start)
	r.ending = Exited
	if c.status.Signaled() {
		r.ending, r.signal = Killed, c.status.Signal()
	} else {
		r.code = c.status.ExitStatus()
	}
}
