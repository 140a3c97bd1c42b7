//go:build linux && !usher_direct

package proc

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// H12: a reaper that its own child stops or kills is a failed hook: the tree
// dies by usher's hand, in time, and the next run has a fresh reaper.
func TestLostReaperIsAFailureAndTheTreeDies(t *testing.T) {
	for _, mode := range []string{
		"all+stop-reaper", "all+kill-reaper", "chain+kill-reaper", "alone+stop-reaper-exit", "daemon+stop-reaper-exit", "many+kill-reaper",
	} {
		t.Run(mode, func(t *testing.T) {
			s := script(t, "tree.py", mode)
			alive := marked(t, &s)
			out := gateOnce(t, s, "30s")
			if !strings.HasPrefix(out, "lost 0 the process that watches over it") {
				t.Fatalf("gate says %q", out)
			}
			eventually(t, 20*time.Second, "nothing of the tree alive", func() bool { return len(alive()) == 0 })
		})
	}
}

// gateOnce runs s in a usher of its own, which is a subreaper as the real one is.
func gateOnce(t *testing.T, s Spec, timeout string) string {
	t.Helper()
	gate := exec.Command(self().Path, append([]string{"role:gate", s.Path}, s.Args...)...)
	gate.Env = append(s.Env, "USHER_TEST_DIR="+s.Dir, "USHER_TEST_TIMEOUT="+timeout)
	// The gate is in the tree by its environment, and ends before it is looked at.
	out, err := gate.CombinedOutput()
	if err != nil {
		t.Fatalf("gate: %v\n%s", err, out)
	}
	return string(out)
}

// H12: a hook that stops its parent and ends well is seen long before its bound.
func TestStoppedReaperIsSeenSoon(t *testing.T) {
	r := newReaper(t)
	began := time.Now()
	res := r.Run(context.Background(), script(t, "hook.py", "kill-parent"))
	if took := time.Since(began); res.Ending != Lost || !strings.HasSuffix(res.Why, "was stopped") || took > 20*time.Second {
		t.Errorf("ended %v %q after %v", res.Ending, res.Why, took)
	}
	mustExit(t, r.Run(context.Background(), sh(t, "exit 7")), 7)
}

// H12: also a usher that is no subreaper kills what is in the child's session.
func TestLostWithoutSubreaperKillsTheSession(t *testing.T) {
	s := script(t, "tree.py", "group+kill-reaper")
	alive := marked(t, &s)
	s.Env = append(s.Env, "USHER_TEST_PLAIN=1")
	if out := gateOnce(t, s, "30s"); !strings.HasPrefix(out, "lost 0 the process that watches over it") {
		t.Fatalf("gate says %q", out)
	}
	eventually(t, 20*time.Second, "nothing of the tree alive", func() bool { return len(alive()) == 0 })
}

// H12: an interrupt while the reaper is silent is Cancelled and not delayed.
func TestCancelDoesNotWaitForASilentReaper(t *testing.T) {
	s := sh(t, "kill -STOP $PPID; touch ready; while :; do sleep 1; done")
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
	if res.Ending != Cancelled && res.Ending != Lost {
		t.Fatalf("ended %v", res.Ending)
	}
	eventually(t, 20*time.Second, "nothing of the tree alive", func() bool { return len(alive()) == 0 })
}

// H12: a reaper that is neither dead nor stopped, and says nothing, has a bound.
func TestMuteReaperHasABound(t *testing.T) {
	t.Parallel()
	r := NewReaper(Program{Path: "/bin/sh", Args: []string{"-c", "exec sleep 60"}})
	defer r.Close()
	s := sh(t, "exit 0")
	s.Timeout = time.Millisecond
	began := time.Now()
	res := r.Run(context.Background(), s)
	if took := time.Since(began); res.Ending != Lost || took > startSlack+20*time.Second {
		t.Errorf("ended %v after %v", res.Ending, took)
	}
}

// An idle reaper that died or was stopped between two runs is replaced.
func TestIdleReaperThatDiedIsReplaced(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGKILL, syscall.SIGSTOP} {
		r := newReaper(t)
		res := r.Run(context.Background(), sh(t, "echo $PPID"))
		mustExit(t, res, 0)
		pid := r.pool.idle[0].pid
		_ = kill(pid, sig)
		var tr tree
		if awaitProcess(pid, waitExited|waitStopped) == 0 {
			t.Fatal("the signal has not arrived")
		}
		mustExit(t, r.Run(context.Background(), sh(t, "exit 3")), 3)
		if tr.alive(pid) {
			t.Errorf("after %v the old reaper is still there", sig)
		}
	}
}

// H12: one reaper process serves one run after the other.
func TestOneReaperServesAllRunsOfACall(t *testing.T) {
	r := newReaper(t)
	r.Start()
	first := ""
	for range 5 {
		res := r.Run(context.Background(), sh(t, "echo $PPID"))
		mustExit(t, res, 0)
		if first == "" {
			first = string(res.Stdout)
		}
		if string(res.Stdout) != first {
			t.Errorf("another reaper: %s, then %s", first, res.Stdout)
		}
	}
}

// Q4: the reaper itself has no environment of ours and does not hold our folder.
func TestReaperHasNothingOfOurs(t *testing.T) {
	t.Setenv("CANARY_SECRET", "x")
	r := newReaper(t)
	mustExit(t, r.Run(context.Background(), sh(t, "exit 0")), 0)
	proc := "/proc/" + itoa(r.pool.idle[0].pid)
	if env, err := os.ReadFile(proc + "/environ"); err != nil || string(env) != oneProcessor+"\x00" {
		t.Errorf("environment %q, %v", env, err)
	}
	if dir, err := os.Readlink(proc + "/cwd"); dir != "/" {
		t.Errorf("working directory %q, %v", dir, err)
	}
}

// Q4: a person who starts the reaper by hand, or a wrong number, ends at once.
func TestReaperRefusesWhatIsNotItsControlSocket(t *testing.T) {
	for _, args := range [][]string{nil, {"control=0"}, {"control=2"}, {"control=x"}, {"control="}, {"3"}, {"control=3", "x"}, {"control=9999"}} {
		if status := ReaperMain(args); status != 2 {
			t.Errorf("%q: status %d", args, status)
		}
	}
	// A descriptor 3 that is something else's is not taken for the socket.
	file, err := os.Open("/dev/null")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if status := ReaperMain([]string{"control=" + itoa(int(file.Fd()))}); status != 2 {
		t.Errorf("not a socket: status %d", status)
	}
	ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(ends[0])
	defer syscall.Close(ends[1])
	for _, pipes := range []string{"pipes=0", "pipes=x", "pipes=", "4", "pipes=" + itoa(int(file.Fd())), "pipes=" + itoa(ends[0])} {
		if status := ReaperMain([]string{"control=" + itoa(ends[0]), pipes}); status != 2 {
			t.Errorf("%s: status %d", pipes, status)
		}
	}
}
