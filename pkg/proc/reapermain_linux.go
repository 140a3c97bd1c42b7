//go:build linux && !usher_direct

package proc

import (
	"syscall"
	"time"
)

// ReaperMain is the body of usher-run, and of usher when its first argument is
// ReaperWord; args are what follows that word. It returns the exit status: 0
// after a goodbye or its peer's end, 2 when it was not started by usher, 3 when
// it cannot do its work.
func ReaperMain(args []string) int {
	r := &reaper{ctl: link{fd: -1}, ends: ends{fd: -1}, pipes: [3]int{-1, -1, -1}}
	if !r.takeDescriptors(args) {
		return 2
	}
	closeOnExec()
	if becomeSubreaper() != nil || syscall.SetNonblock(r.ctl.fd, true) != nil {
		return 3
	}
	for !r.over {
		r.wait(r.step(time.Now()))
	}
	return r.status
}

const (
	forever      = time.Duration(-1)
	lookAgain    = 5 * time.Millisecond // for what gives no sign of its end
	killPause    = 500 * time.Microsecond
	killReport   = 180 * time.Millisecond // then the end is told, and killing goes on
	killForever  = 250 * time.Millisecond
	orphanedKill = 5 * time.Second // what SIGKILL has not ended by then, it never will
)

// reaper is the process between usher and one child at a time. Whatever stands
// below it is that child's tree: while anything of an earlier child is left it
// takes no other (it is parked), so a tree that must die is never mixed up with
// one that may live.
type reaper struct {
	ctl     link
	child   *ward
	keep    *keep  // how far a child that lives until Stop has come
	pipes   [3]int // of such a child, until it is started
	ends    ends
	tree    tree
	scratch []byte

	alone  bool      // nothing is below this process
	doomed bool      // what is left below must die: its child was killed
	parked bool      // its child has ended, something of the tree has not
	orphan time.Time // when usher went away without a goodbye
	rounds int

	over   bool
	status int
}

// step does what is due and says how long there is nothing to do.
func (r *reaper) step(now time.Time) time.Duration {
	r.reap(now)
	switch {
	case !r.orphan.IsZero():
		return r.stepOrphan(now)
	case r.keep != nil:
		return r.stepKeep(now)
	case r.child != nil:
		return r.stepChild(now)
	case r.parked:
		return r.stepParked()
	}
	return forever
}

// reap collects every process that has ended, adopted ones too. No process at
// all left to wait for means that the whole tree is gone.
func (r *reaper) reap(now time.Time) {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, syscall.WNOHANG, nil)
		switch {
		case err == syscall.EINTR:
			continue
		case err != nil:
			r.alone = true
			return
		case pid == 0:
			r.alone = false
			return
		}
		if r.child != nil && pid == r.child.pid && !r.child.ended {
			r.child.reaped(status, now)
		}
	}
}

// stepOrphan: usher is gone. Everything below dies, then the reaper ends.
func (r *reaper) stepOrphan(now time.Time) time.Duration {
	if r.alone || now.Sub(r.orphan) > orphanedKill {
		r.over = true
		return 0
	}
	pause, hopeless := r.killRound()
	if hopeless {
		pause = lookAgain
	}
	return pause
}

// stepParked waits for the end of what a child left behind.
func (r *reaper) stepParked() time.Duration {
	if r.alone {
		r.over = true
		return 0
	}
	if r.doomed {
		r.tree.killBelow(syscall.Getpid())
		return killForever
	}
	return time.Second
}

// killRound kills what is below once. The first rounds follow each other
// without a pause, for a chain of forks has to be overtaken; then what was
// killed gets the processor to end on. hopeless: what is left may not be killed.
func (r *reaper) killRound() (pause time.Duration, hopeless bool) {
	refused, killed := r.tree.killBelow(syscall.Getpid())
	if r.rounds++; r.rounds > 8 && r.rounds%4 == 0 {
		pause = killPause
	}
	return pause, refused > 0 && killed == 0
}
