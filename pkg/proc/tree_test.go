//go:build linux && !usher_direct

package proc

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

const markName = "USHER_TEST_MARK="

// marked makes everything that s starts findable, whatever it does to its
// session, parent or descriptors.
func marked(t *testing.T, s *Spec) (alive func() []int) {
	t.Helper()
	mark := markName + t.Name() + strconv.Itoa(os.Getpid()) + filepath.Base(s.Dir) + s.Dir
	s.Env = append(s.Env, mark)
	alive = func() []int { return carriers(mark) }
	t.Cleanup(func() {
		eventually(t, 20*time.Second, "end of what the test started", func() bool {
			left := alive()
			for _, pid := range left {
				_ = kill(pid, syscall.SIGKILL)
			}
			return len(left) == 0
		})
	})
	return alive
}

// carriers are the living processes with an entry in their environment.
func carriers(entry string) []int {
	var out []int
	var tr tree
	for _, pid := range numbersIn("/proc") {
		env, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
		if err == nil && bytes.Contains(append([]byte{0}, env...), append(append([]byte{0}, entry...), 0)) && tr.alive(pid) {
			out = append(out, pid)
		}
	}
	return out
}

var hanging = []string{
	"alone", "group", "own-group", "daemon", "daemon-ignoring", "stopped", "stopped-daemon",
	"chain", "deep", "many", "detached", "all", "alone+ignore", "all+ignore",
}

// H12: past its time the whole tree is gone, double-forked daemons, chains of
// forks, stopped processes and those that ignore the polite signal included.
func TestTimeOutKillsTheWholeTree(t *testing.T) {
	for _, mode := range hanging {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			s := script(t, "tree.py", mode)
			alive := marked(t, &s)
			s.Timeout = time.Second
			res := newReaper(t).Run(context.Background(), s)
			if res.Ending != TimedOut {
				t.Fatalf("ended %v %s", res.Ending, res.Why)
			}
			eventually(t, 20*time.Second, "nothing of the tree alive", func() bool { return len(alive()) == 0 })
		})
	}
}

// H12: an interrupt kills the whole tree at once, without the grace.
func TestCancelKillsTheWholeTreeAtOnce(t *testing.T) {
	for _, mode := range hanging {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			s := script(t, "tree.py", mode)
			s.Grace = time.Hour
			alive := marked(t, &s)
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			go func() {
				for !exists(filepath.Join(s.Dir, "ready")) {
					time.Sleep(time.Millisecond)
				}
				cancel()
			}()
			res := newReaper(t).Run(ctx, s)
			if res.Ending != Cancelled {
				t.Fatalf("ended %v %s", res.Ending, res.Why)
			}
			eventually(t, 20*time.Second, "nothing of the tree alive", func() bool { return len(alive()) == 0 })
		})
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// H12: a usher that is killed by SIGKILL in the middle leaves nothing of the tree.
func TestKilledUsherLeavesNothing(t *testing.T) {
	for _, mode := range append(hanging, "chain+ignore", "many+ignore") {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			s := script(t, "tree.py", mode)
			alive := marked(t, &s)
			gate := exec.Command(self().Path, append([]string{"role:gate", s.Path}, s.Args...)...)
			gate.Env = append(s.Env, "USHER_TEST_DIR="+s.Dir)
			if err := gate.Start(); err != nil {
				t.Fatal(err)
			}
			eventually(t, 30*time.Second, "the tree", func() bool { return exists(filepath.Join(s.Dir, "ready")) })
			_ = kill(gate.Process.Pid, syscall.SIGKILL)
			_ = gate.Wait()
			eventually(t, 20*time.Second, "nothing of the tree alive", func() bool { return len(alive()) == 0 })
		})
	}
}

// H12: a polite end within the grace is waited for and no longer; the whole is
// over within time-out + 500 ms + 100 ms. Several tries, for a loaded machine.
func TestEndsWithinTimeOutAndGrace(t *testing.T) {
	for _, c := range []struct {
		script string
		most   time.Duration
	}{
		{"trap '' TERM; while :; do sleep 10; done", DefaultGrace + 100*time.Millisecond},
		{"kill -STOP $$", 100 * time.Millisecond}, // it obeys once it is continued
		{"trap 'exit 0' TERM; while :; do sleep 0.01; done", 150 * time.Millisecond},
		{"while :; do :; done", 100 * time.Millisecond},
		{"cat /dev/zero", 100 * time.Millisecond},
		{"trap '' TERM; sleep 60 & while :; do printf aaaaaaaaaaaaaaaaaaaaaaaaaaa; done", DefaultGrace + 100*time.Millisecond},
	} {
		r := newReaper(t)
		best := time.Hour
		for range 20 {
			s := sh(t, c.script)
			alive := marked(t, &s)
			s.Timeout = 100 * time.Millisecond
			began := time.Now()
			res := r.Run(context.Background(), s)
			best = min(best, time.Since(began))
			if res.Ending != TimedOut || len(alive()) > 0 {
				t.Fatalf("%s: ended %v, alive %v", c.script, res.Ending, alive())
			}
			if best <= s.Timeout+c.most {
				break
			}
		}
		if best > 100*time.Millisecond+c.most {
			t.Errorf("%s: took %v", c.script, best)
		}
	}
}

// H12: what a child printed before its time was over is not lost.
func TestTimedOutChildKeepsItsOutput(t *testing.T) {
	s := sh(t, "printf before; printf why >&2; sleep 60")
	s.Timeout = 300 * time.Millisecond
	res := newReaper(t).Run(context.Background(), s)
	if res.Ending != TimedOut || string(res.Stdout) != "before" || string(res.Stderr) != "why" {
		t.Errorf("ended %v, %q, %q", res.Ending, res.Stdout, res.Stderr)
	}
}

// eventually looks until ok, at most for limit.
func eventually(t *testing.T, limit time.Duration, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !ok(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within %v: %s", limit, what)
		}
	}
}
