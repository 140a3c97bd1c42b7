//go:build linux && !usher_direct

package proc

import (
	"context"
	"strconv"
	"syscall"
	"testing"
	"time"
)

func itoa(n int) string { return strconv.Itoa(n) }

// H11: the process is waited for, not the pipe: a background child that holds a
// copy of it delays nothing, and lives on.
func TestBackgroundChildDelaysNothing(t *testing.T) {
	for name, text := range map[string]string{
		"holds stdout and stderr": "sleep 60 & printf said; exit 0",
		"holds descriptor 3":      "exec 3>&1; ( sleep 60 ) >/dev/null 2>&1 </dev/null & printf said; exit 0",
		"holds stdin":             "exec 3<&0; sleep 60 <&3 >/dev/null 2>&1 & printf said; exit 0",
		"writes for ever":         "( while :; do printf x; done ) >&2 & printf said; exit 0",
	} {
		t.Run(name, func(t *testing.T) {
			r := newReaper(t)
			best := time.Hour
			for range 20 {
				s := sh(t, text)
				s.Stdin = make([]byte, 1<<20)
				alive := marked(t, &s)
				began := time.Now()
				res := r.Run(context.Background(), s)
				best = min(best, time.Since(began))
				mustExit(t, res, 0)
				if string(res.Stdout) != "said" {
					t.Errorf("stdout %q", res.Stdout)
				}
				if name != "writes for ever" && len(alive()) == 0 { // that one dies of its broken pipe
					t.Error("the background child was killed")
				}
				if best <= DefaultDrain+100*time.Millisecond {
					return
				}
			}
			t.Errorf("took %v", best)
		})
	}
}

// Section 18: what a child's own child still prints within the drain is kept.
func TestDrainKeepsWhatComesJustAfterTheEnd(t *testing.T) {
	s := sh(t, "( sleep 0.05; printf late ) & exit 0")
	s.Drain = 20 * time.Second
	res := newReaper(t).Run(context.Background(), s)
	mustExit(t, res, 0)
	if string(res.Stdout) != "late" || res.Elapsed > 10*time.Second {
		t.Errorf("stdout %q after %v", res.Stdout, res.Elapsed)
	}
}

// H12: what a child left behind after a normal end lives on, also when a later
// child of the same reaper is killed, cancelled or lost, and when usher says goodbye.
func TestLaterKillSparesWhatAnEarlierChildLeft(t *testing.T) {
	r := newReaper(t)
	earlier := script(t, "tree.py", "fork-later+exit")
	alive := marked(t, &earlier)
	mustExit(t, r.Run(context.Background(), earlier), 0)

	later := script(t, "tree.py", "all")
	laterAlive := marked(t, &later)
	later.Timeout = 500 * time.Millisecond
	if res := r.Run(context.Background(), later); res.Ending != TimedOut {
		t.Fatalf("ended %v", res.Ending)
	}
	if left := laterAlive(); len(left) > 0 {
		t.Errorf("of the later one: %v", left)
	}
	grows := func() bool {
		before := len(alive())
		for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
			if len(alive()) > before {
				return before > 0
			}
		}
		return false
	}
	if !grows() {
		t.Error("what the earlier one left does not live on")
	}
	r.Close()
	if !grows() {
		t.Error("it died of the goodbye")
	}
}

// A reaper that stands over what a child left ends by itself when that has ended.
func TestParkedReaperEndsWithWhatWasLeft(t *testing.T) {
	r := newReaper(t)
	s := sh(t, "sleep 60 >/dev/null 2>&1 & exit 0")
	alive := marked(t, &s)
	mustExit(t, r.Run(context.Background(), s), 0)
	if len(r.pool.parked) != 1 {
		t.Fatalf("parked: %d", len(r.pool.parked))
	}
	for _, pid := range alive() {
		_ = kill(pid, syscall.SIGKILL)
	}
	var tr tree
	eventually(t, 20*time.Second, "the parked reaper to end", func() bool { return !tr.alive(r.pool.parked[0].pid) })
	s = sh(t, "sleep 60 >/dev/null 2>&1 & exit 0")
	marked(t, &s)
	mustExit(t, r.Run(context.Background(), s), 0)
	if len(r.pool.parked) != 1 {
		t.Errorf("parked: %d, the ended one was not let go", len(r.pool.parked))
	}
}

// The number of parked reapers is bounded; letting go of one kills nothing.
func TestParkedReapersAreBounded(t *testing.T) {
	r := newReaper(t)
	s := sh(t, "sleep 60 >/dev/null 2>&1 & exit 0")
	alive := marked(t, &s)
	for range maxParked + 4 {
		mustExit(t, r.Run(context.Background(), s), 0)
	}
	if n := len(r.pool.parked); n != maxParked {
		t.Errorf("parked: %d", n)
	}
	if n := len(alive()); n != maxParked+4 {
		t.Errorf("alive: %d of what %d children left", n, maxParked+4)
	}
}

// A usher that inherits what was let go of collects it when it ends: it does not
// run out of process numbers, however long it lives.
func TestWhatWasLetGoIsCollected(t *testing.T) {
	BecomeSubreaper()
	r := newReaper(t)
	s := sh(t, "sleep 60 >/dev/null 2>&1 & exit 0")
	alive := marked(t, &s)
	for range maxParked + 4 {
		mustExit(t, r.Run(context.Background(), s), 0)
	}
	if n := len(r.pool.let.noted); n != 4 {
		t.Fatalf("%d are noted", n)
	}
	left := alive()
	for _, pid := range left {
		_ = kill(pid, syscall.SIGKILL)
	}
	var tr tree
	eventually(t, 20*time.Second, "nothing noted and no zombie", func() bool {
		r.pool.let.collect()
		zombies := 0
		for _, pid := range left {
			if st, there := tr.stat(pid); there && st.parent == syscall.Getpid() {
				zombies++
			}
		}
		return len(r.pool.let.noted)+zombies == 0
	})
}

// H12: 200 background children of a normal end are left alone.
func TestManyBackgroundChildrenAreLeftAlone(t *testing.T) {
	s := script(t, "hook.py", "forkbomb-small")
	s.Timeout = time.Minute
	alive := marked(t, &s)
	mustExit(t, newReaper(t).Run(context.Background(), s), 0)
	if n := len(alive()); n < 190 {
		t.Errorf("%d of 200 alive", n)
	}
}
