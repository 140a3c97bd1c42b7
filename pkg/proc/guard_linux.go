//go:build linux && !usher_direct

package proc

import (
	"os"
	"strconv"
	"syscall"
	"time"
)

// end closes standard input, which does not wait here, and asks the reaper for
// the end of the tree.
func (c *Child) end(grace time.Duration) (after func()) {
	_ = c.Stdin.Close()
	k := &c.keeper
	_ = k.ctl.SetWriteDeadline(time.Now().Add(giveUpSlack))
	_, _ = k.ctl.Write(packNumbers(frameStop, uint32(grace/time.Millisecond)))
	return func() {}
}

// giveUp waits for the reaper no longer.
func (c *Child) giveUp() { c.keeper.interrupt("gave no sign in time") }

// interrupt ends the listening.
func (k *keeper) interrupt(how string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.silence == "" {
		k.silence = how
	}
	_ = k.ctl.SetDeadline(time.Unix(1, 0))
}

// listenOn takes the bound of the start away.
func (k *keeper) listenOn() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.silence == "" {
		_ = k.ctl.SetDeadline(time.Time{})
	}
}

func (k *keeper) why(err error) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case k.silence != "":
		return k.silence
	case err == errFrame:
		return "said something that is not understood"
	case os.IsTimeout(err):
		return "gave no sign in time"
	}
	return "ended before the child did"
}

func (k *keeper) lost(how string) Result {
	return Result{
		Ending: Lost, Elapsed: time.Since(k.began),
		Why: "the process that watches over it (" + strconv.Itoa(k.pid) + ") " + how,
	}
}

// guard sees the reaper stopped, which it cannot say itself, and ended.
func (k *keeper) guard() {
	if awaitProcess(k.pid, waitExited|waitStopped) == childStopped {
		k.interrupt("was stopped")
		awaitProcess(k.pid, waitExited)
	}
	close(k.exited)
}

// collect waits for the reaper's end, at most for a moment here, else behind.
func (k *keeper) collect() {
	if isClosed(k.exited, destroyFor) {
		k.collectNow()
	} else {
		go k.collectNow()
	}
}

func (k *keeper) collectNow() {
	<-k.exited
	collect(k.pid)
}

// destroy kills what the reaper can no longer kill, and the reaper.
func (k *keeper) destroy(program int) {
	_ = k.ctl.Close()
	var t tree
	t.destroyBelow(k.pid)
	_ = kill(k.pid, syscall.SIGKILL)
	k.collect()
	t.destroyOrphans(program, k.ticks)
}
