//go:build linux && !usher_direct

package proc

import (
	"syscall"
	"time"
)

// stepChild moves the child through its phases.
func (r *reaper) stepChild(now time.Time) time.Duration {
	c := r.child
	if c.phase == running && c.ended {
		c.phase, c.until = draining, now.Add(c.spec.Drain)
	}
	due := !c.until.IsZero() && !now.Before(c.until)
	switch c.phase {
	case running:
		if due {
			c.phase, c.ending, c.until = asked, TimedOut, now.Add(c.spec.Grace)
			r.askBelow()
		}
	case draining:
		r.pump()
		if due || c.drained() {
			r.finish(now)
			return 0
		}
	case asked:
		if r.alone {
			r.finish(now)
			return 0
		}
		if due {
			r.startKilling(c.ending, now)
			return 0
		}
	case killing:
		if r.alone || due {
			r.finish(now)
			return 0
		}
		pause, hopeless := r.killRound()
		if hopeless {
			c.until = now // reap once more, then tell
		}
		return pause
	}
	return r.rest(now)
}

// rest is the time until the phase ends, or until something that gives no sign
// has to be looked at.
func (r *reaper) rest(now time.Time) time.Duration {
	c := r.child
	wait := forever
	if !c.until.IsZero() {
		wait = max(c.until.Sub(now), 0)
	}
	silent := c.phase == asked || (c.phase == running && c.pidfd < 0)
	if silent && (wait < 0 || wait > lookAgain) {
		wait = lookAgain
	}
	return wait
}

// startKilling begins the last phase of a child whose ending is decided. Usher
// hears of it: how long it takes to die is not the reaper's doing.
func (r *reaper) startKilling(why Ending, now time.Time) {
	r.child.phase, r.child.ending, r.child.until = killing, why, now.Add(killReport)
	r.rounds, r.doomed = 0, true
	r.tree.killBelow(syscall.Getpid())
	r.send(packNumbers(frameKilling, r.child.run))
}

// askBelow sends SIGTERM to the whole tree, and SIGCONT so that a stopped
// process can obey.
func (r *reaper) askBelow() {
	pids := r.tree.below(syscall.Getpid())
	for _, sig := range [...]syscall.Signal{syscall.SIGTERM, syscall.SIGCONT} {
		for _, pid := range pids {
			_ = kill(pid, sig)
		}
	}
}

// finish tells how the child ended and makes the reaper ready for the next one,
// or parks it when something of the tree is still there.
func (r *reaper) finish(now time.Time) {
	r.pump()
	c := r.child
	c.close()
	r.child = nil
	r.parked = !r.alone
	r.send(packReport(c.report(now, r.parked)))
}

// pump reads what the streams hold now.
func (r *reaper) pump() {
	if r.scratch == nil {
		r.scratch = make([]byte, scratchSize)
	}
	r.child.out.pump(r.scratch)
	r.child.err.pump(r.scratch)
}
