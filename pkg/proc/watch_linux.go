//go:build linux && !usher_direct

package proc

import (
	"context"
	"strconv"
	"syscall"
	"time"
)

const (
	lookAtReaper = 100 * time.Millisecond // how often a silent reaper is looked at
	lostSlack    = 250 * time.Millisecond // what it may take beyond time-out and grace
	startSlack   = 5 * time.Second        // for its own start on a loaded machine
	cancelSlack  = 500 * time.Millisecond // to begin to kill a cancelled child's tree
	killSlack    = time.Second            // to end once it has begun
)

// watch is one run, seen from usher.
type watch struct {
	h     *helper
	ctx   context.Context
	spec  Spec
	began time.Time
	ticks int64 // began, on the clock of process start times
	child int   // the child's process id, once known
	bound time.Time
	dying bool // the reaper has begun to kill
}

// runOne runs one child on a free reaper process.
func (h *helper) runOne(ctx context.Context, s Spec) (Result, fate) {
	h.run++
	run := h.run
	w := &watch{h: h, ctx: ctx, spec: s, began: time.Now(), ticks: bootTicks()}
	w.allow(startSlack)
	frame := packSpec(frameRun, run, s)
	stop := context.AfterFunc(ctx, func() { h.cancel(run) })
	defer stop()
	h.mu.Lock()
	err := h.link.send(frame, func() bool { return ctx.Err() == nil && !w.late() && !w.stopped() })
	h.mu.Unlock()
	if err != nil {
		return w.lost("did not take its order")
	}
	if ctx.Err() != nil {
		h.cancel(run) // the other one may have come before the order
	}
	return w.wait(run)
}

// allow sets the time by which the reaper must have spoken.
func (w *watch) allow(more time.Duration) {
	if w.spec.Timeout > 0 {
		w.bound = time.Now().Add(w.spec.Timeout + w.spec.Grace + lostSlack + more)
	}
}

func (w *watch) late() bool { return !w.bound.IsZero() && time.Now().After(w.bound) }

// pause is the time until the reaper is looked at.
func (w *watch) pause() time.Duration {
	if w.bound.IsZero() {
		return lookAtReaper
	}
	return min(lookAtReaper, max(time.Until(w.bound), 0)+time.Millisecond)
}

func (w *watch) wait(run uint32) (Result, fate) {
	for {
		kind, body, err := w.h.link.next()
		if err != nil {
			return w.lost("ended before the child did")
		}
		if kind != 0 {
			rep, done, err := w.take(run, kind, body)
			if err != nil {
				return w.lost("said something that is not understood")
			}
			if done {
				return w.result(rep)
			}
			continue
		}
		if w.ctx.Err() != nil && !w.dying {
			w.bound, w.dying = time.Now().Add(cancelSlack), true
		}
		switch {
		case w.h.await(w.pause()):
		case w.late():
			return w.lost("gave no sign in time")
		case w.stopped():
			return w.lost("was stopped")
		}
	}
}

// take reads one frame of the reaper.
func (w *watch) take(run uint32, kind byte, body []byte) (rep report, done bool, err error) {
	switch kind {
	case frameStarted:
		var of, pid uint32
		if err := unpackNumbers(body, &of, &pid); err != nil || of != run {
			return report{}, false, errFrame
		}
		w.child = int(pid)
		if w.ctx.Err() == nil {
			w.allow(0)
		}
		return report{}, false, nil
	case frameKilling:
		var of uint32
		if err := unpackNumbers(body, &of); err != nil || of != run {
			return report{}, false, errFrame
		}
		w.bound, w.dying = time.Now().Add(killSlack), true
		return report{}, false, nil
	case frameEnded:
		rep, err = unpackReport(body)
		if err == nil && rep.run != run {
			err = errFrame
		}
		return rep, true, err
	}
	return report{}, false, errFrame
}

// stopped sees a reaper that was stopped, without waiting for its bound.
func (w *watch) stopped() bool {
	if w.h.pid <= 0 {
		return false
	}
	var status syscall.WaitStatus
	pid, err := syscall.Wait4(w.h.pid, &status, syscall.WNOHANG|syscall.WUNTRACED, nil)
	if err != nil || pid == 0 {
		return false
	}
	if !status.Stopped() {
		w.h.pid = 0 // it has ended; its socket says so too
	}
	return status.Stopped()
}

func (w *watch) result(rep report) (Result, fate) {
	if rep.leftover {
		return resultOf(w.spec, rep), busy
	}
	return resultOf(w.spec, rep), free
}

// resultOf puts a reaper's report in words.
func resultOf(s Spec, rep report) Result {
	res := Result{
		Ending: rep.ending, Code: rep.code, Elapsed: rep.elapsed,
		Stdout: rep.stdout, Stderr: rep.stderr, StdoutCut: rep.cutOut, StderrCut: rep.cutErr,
	}
	switch rep.ending {
	case NotStarted:
		res.Why = whyNot(s, rep.errno)
	case Killed:
		res.Signal = signalName(rep.signal)
	case Exited:
		res.Why = whyUnfound(s, rep.code)
	case TimedOut, Cancelled, TooMuchOutput, Lost:
	}
	return res
}

// lost kills what the reaper can no longer kill.
func (w *watch) lost(how string) (Result, fate) {
	pid := w.h.pid
	w.h.destroy(w.child, w.ticks)
	res := Result{
		Ending: Lost, Elapsed: time.Since(w.began),
		Why: "the process that watches over it (" + strconv.Itoa(pid) + ") " + how,
	}
	if w.ctx.Err() != nil {
		res.Ending, res.Why = Cancelled, ""
	}
	return res, dead
}
