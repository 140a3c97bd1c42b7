//go:build linux && !usher_direct

package proc

import (
	"syscall"
	"time"
)

// wait sleeps until a descriptor is ready or the time is over, and serves what is ready.
func (r *reaper) wait(limit time.Duration) {
	if r.over {
		return
	}
	fds := [6]pollFd{{fd: int32(r.ctl.fd), events: pollIn}, {fd: -1}, {fd: -1}, {fd: -1}, {fd: -1}, {fd: int32(r.ends.fd), events: pollIn}}
	if !r.orphan.IsZero() {
		fds[0].fd = -1
	}
	c := r.child
	if c != nil {
		fds[1] = pollFd{fd: int32(c.pidfd), events: pollIn}
		fds[2] = pollFd{fd: int32(c.in.fd), events: pollOut}
		fds[3] = pollFd{fd: int32(c.out.fd), events: pollIn}
		fds[4] = pollFd{fd: int32(c.err.fd), events: pollIn}
	}
	poll(fds[:], limit)
	if c != nil {
		if fds[2].revents != 0 {
			c.in.push()
		}
		if fds[3].revents|fds[4].revents != 0 {
			r.pump()
		}
	}
	if fds[5].revents != 0 {
		r.ends.drain()
	}
	if fds[0].revents != 0 {
		r.listen()
	}
}

// listen takes one frame from usher, or learns that usher is gone.
func (r *reaper) listen() {
	kind, body, err := r.ctl.next()
	if err == nil && kind != 0 {
		err = r.obey(kind, body)
	}
	if err != nil {
		r.orphaned()
	}
}

func (r *reaper) obey(kind byte, body []byte) error {
	switch kind {
	case frameRun, frameKeep:
		run, s, err := unpackSpec(body)
		// With pipes it is for one child that lives on, without for any number of others.
		if err != nil || r.child != nil || r.parked || (kind == frameKeep) != (r.pipes[0] >= 0) {
			return errFrame
		}
		if kind == frameKeep {
			r.beginKeep(s)
		} else {
			r.begin(run, s)
		}
	case frameStop:
		var grace uint32
		if err := unpackNumbers(body, &grace); err != nil || r.keep == nil {
			return errFrame
		}
		r.keep.stop(time.Now().Add(time.Duration(grace) * time.Millisecond))
	case frameKill:
		var run uint32
		if err := unpackNumbers(body, &run); err != nil || r.keep != nil {
			return errFrame
		}
		r.cancel(run)
	case frameGoodbye:
		if r.doomed || r.keep != nil {
			r.orphaned() // what is being killed is not let go
		} else {
			r.over = true
		}
	default:
		return errFrame
	}
	return nil
}

// cancel kills the child's tree at once. One that has ended by itself has ended;
// one past its time stays timed out.
func (r *reaper) cancel(run uint32) {
	c := r.child
	if c == nil || c.run != run {
		return
	}
	switch c.phase {
	case running:
		r.startKilling(Cancelled, time.Now())
	case asked:
		r.startKilling(c.ending, time.Now())
	case draining, killing:
	}
}

// begin starts a child, or reports why not.
func (r *reaper) begin(run uint32, s Spec) {
	c, errno := startChild(run, s)
	if c == nil {
		r.send(packReport(report{run: run, ending: NotStarted, errno: errno}))
		return
	}
	r.child, r.alone, r.doomed = c, false, false
	r.send(packNumbers(frameStarted, run, uint32(c.pid)))
}

func (r *reaper) send(frame []byte) {
	if r.ctl.send(frame, func() bool { return true }) != nil {
		r.orphaned()
	}
}

// orphaned: usher went away without a goodbye, so everything below must die
// (SPEC H12).
func (r *reaper) orphaned() {
	if !r.orphan.IsZero() {
		return
	}
	r.orphan, r.doomed = time.Now(), true
	if r.child != nil {
		r.child.close()
	}
	r.tree.killBelow(syscall.Getpid())
}
