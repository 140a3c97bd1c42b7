//go:build linux && !usher_direct

package proc

import (
	"syscall"
	"time"
)

// stage is how far a child that lives until Stop has come, seen from the reaper.
type stage uint8

const (
	serving stage = iota // nobody has said Stop; the program may have ended
	closing              // its standard input is closed: it may end by itself
	warned               // what is left of its tree got the polite signal
	purging              // what is left gets SIGKILL until nothing is
)

// purgeFor bounds the last stage; then what is left is told, and killing goes on.
const purgeFor = 300 * time.Millisecond

// keep is what the reaper knows of such a child beyond the ward. Unlike a
// hook's, its tree never outlives it: there is no goodbye.
type keep struct {
	stage stage
	until time.Time // the stage's end; zero: none
	ours  bool      // the program met a signal of ours
	told  bool      // usher knows of the program's end
}

// beginKeep starts the child on the pipes that came with the reaper itself.
func (r *reaper) beginKeep(s Spec) {
	c := &ward{spec: Spec{Path: s.Path}, pidfd: -1, in: feed{fd: -1}, out: sink{fd: -1}, err: sink{fd: -1}, start: time.Now()}
	var err error
	c.pid, err = forkExec(s, r.pipes, nil)
	for i := range r.pipes {
		closeFd(&r.pipes[i])
	}
	if err == nil {
		err = r.ends.open()
	}
	if c.pid > 0 {
		r.child, r.keep, r.alone = c, &keep{}, false
	}
	if err != nil {
		r.send(packReport(report{ending: NotStarted, errno: errnoOf(err)}))
		r.orphaned() // ends this process, with whatever was started
		return
	}
	noCore()
	r.send(packNumbers(frameStarted, 0, uint32(c.pid)))
}

// stop begins the end, or hastens it.
func (k *keep) stop(until time.Time) {
	if k.stage == serving || k.stage == closing && until.Before(k.until) {
		k.stage, k.until = closing, until
	}
}

// stepKeep moves the child through its stages.
func (r *reaper) stepKeep(now time.Time) time.Duration {
	k, c := r.keep, r.child
	r.tell()
	due := !k.until.IsZero() && !now.Before(k.until)
	switch k.stage {
	case serving:
	case closing:
		if due || c.ended {
			k.stage, k.until, k.ours = warned, now.Add(DefaultGrace), !c.ended
			r.askBelow()
			return 0
		}
	case warned:
		if r.alone {
			return r.gone(false)
		}
		if due {
			k.stage, k.until, r.rounds, r.doomed = purging, now.Add(purgeFor), 0, true
			return 0
		}
	case purging:
		if r.alone {
			return r.gone(false)
		}
		pause, hopeless := r.killRound()
		if due || hopeless {
			return r.gone(true)
		}
		return pause
	}
	r.ends.arm(!r.alone)
	if k.until.IsZero() {
		return forever
	}
	return max(k.until.Sub(now), 0)
}

// tell says how the program ended, once.
func (r *reaper) tell() {
	if !r.child.ended || r.keep.told {
		return
	}
	r.keep.told = true
	rep := report{ending: Cancelled, elapsed: r.child.end.Sub(r.child.start)}
	if !r.keep.ours {
		r.child.ownEnd(&rep)
	}
	r.send(packReport(rep))
}

// gone is the last word. What may not be ended (left) stays below this process
// until usher hangs up.
func (r *reaper) gone(left bool) time.Duration {
	var number uint32
	if left {
		number = 1
	}
	r.send(packNumbers(frameGone, number))
	r.keep, r.child, r.parked, r.over = nil, nil, left, !left
	return 0
}

// noCore keeps this process, which has seen the child's environment, from
// leaving a copy of it on the disk (SPEC Q11). The child is not concerned.
func noCore() { _ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}) }
