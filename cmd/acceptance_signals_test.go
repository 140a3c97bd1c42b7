//go:build linux && !race

package cmd_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// hanging is a house whose hook has forked a daemon away and then hangs; both
// ignore every polite signal.
func hanging(t *testing.T) *house {
	t.Helper()
	h := newHouse(t)
	h.ready(t, "lookup")
	h.put(t, "tree.py", forksAway+"for s in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(s, signal.SIG_IGN)\ntime.sleep(3600)\n")
	h.put(t, "hooks.json", hooksFile(t, hook{Name: "tree", Command: "/usr/bin/python3", Args: []string{"-I", "-S", "tree.py"}, TimeoutMs: 60000}))
	return h
}

// disturbed runs a gate with a call, does something to the running process once
// ready returns, and gives its end.
func disturbed(t *testing.T, c *exec.Cmd, stdin string, ready func(), act func(pid int)) ran {
	t.Helper()
	r := begin(t, c, stdin)
	ready()
	act(r.Process.Pid)
	return r.end(t)
}

// TestSignalsRefuse (SPEC G6, H12): during a hook each of the five ends with 2, a
// JSON denial that names it, and nothing left of the hook's tree.
func TestSignalsRefuse(t *testing.T) {
	type row struct {
		program string
		group   bool // to the whole group, as a terminal does
		signals []syscall.Signal
	}
	var rows []row
	for _, s := range []syscall.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGPIPE} {
		rows = append(rows, row{"usher", false, []syscall.Signal{s}}, row{"usher-gate", false, []syscall.Signal{s}})
	}
	rows = append(rows, row{"usher", true, []syscall.Signal{syscall.SIGINT}}, row{"usher-gate", true, []syscall.Signal{syscall.SIGQUIT}})
	many := []syscall.Signal{syscall.SIGTERM, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGTERM, syscall.SIGQUIT}
	rows = append(rows, row{"usher", false, many}, row{"usher-gate", true, many})
	name := func(r row) string { return fmt.Sprintf("%s %v group %v", r.program, r.signals, r.group) }
	fan(t, 5, rows, name, func(t *testing.T, r row) {
		h := hanging(t)
		end := disturbed(t, h.gate(r.program), callOf("acme__lookup", canAsk), func() { h.exists(t, "started") }, func(pid int) {
			if r.group {
				pid = -pid
			}
			for _, s := range r.signals {
				must(t, syscall.Kill(pid, s))
			}
		})
		checked(t, end).wants(t, "deny", "interrupted")
		h.gone(t)
	})
}

// TestSignalsBeforeTheCallIsRead: the same while stdin says nothing. Nothing shows
// from outside that a signal is caught, so there is half a second for it.
func TestSignalsBeforeTheCallIsRead(t *testing.T) {
	h := newHouse(t)
	h.ready(t, "lookup")
	type row struct {
		program string
		signal  syscall.Signal
	}
	var rows []row
	for _, s := range []syscall.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGPIPE} {
		rows = append(rows, row{"usher", s}, row{"usher-gate", s})
	}
	fan(t, len(rows), rows, func(r row) string { return r.program + " " + r.signal.String() }, func(t *testing.T, r row) {
		in, out, err := os.Pipe()
		must(t, err)
		defer in.Close()
		defer out.Close()
		_, err = out.WriteString(`{"tool":`)
		must(t, err)
		c := h.gate(r.program)
		c.Stdin = in
		read := func() {
			soon(func() bool { return unread(in) == 0 })
			time.Sleep(500 * time.Millisecond)
		}
		end := disturbed(t, c, "", read, func(pid int) { must(t, syscall.Kill(pid, r.signal)) })
		checked(t, end).wants(t, "deny", "interrupted")
	})
}

// TestSignalAtAnyMoment: whenever it comes, what was said is what is meant: no
// half an answer, no status but 0, 2, or death by the signal before a word.
func TestSignalAtAnyMoment(t *testing.T) {
	h := newHouse(t)
	h.ready(t, "lookup")
	h.put(t, "hooks.json", hooksFile(t, hook{Name: "quick", Command: "/bin/true"}))
	var moments []int
	for i := range 120 {
		moments = append(moments, i)
	}
	fan(t, 4, moments, func(i int) string { return fmt.Sprint(i) }, func(t *testing.T, i int) {
		c := h.gate([]string{"usher", "usher-gate"}[i%2])
		r := disturbed(t, c, callOf("acme__lookup"), func() { time.Sleep(time.Duration(i) * 200 * time.Microsecond) },
			func(pid int) { _ = syscall.Kill(pid, syscall.SIGTERM) })
		switch {
		case r.code == -1 && r.out == "":
		case r.code == 0 || r.code == 2:
			checked(t, r)
		default:
			t.Error(r)
		}
	})
	h.gone(t)
}

// TestKilledUsherLeavesNothing (SPEC H12): SIGKILL cannot be caught, and still the
// hook dies with usher, the daemon it forked away too.
func TestKilledUsherLeavesNothing(t *testing.T) {
	fan(t, 2, []string{"usher", "usher-gate"}, func(s string) string { return s }, func(t *testing.T, program string) {
		h := hanging(t)
		r := disturbed(t, h.gate(program), callOf("acme__lookup"), func() { h.exists(t, "started") },
			func(pid int) { must(t, syscall.Kill(pid, syscall.SIGKILL)) })
		if r.code != -1 || r.out != "" {
			t.Error(r)
		}
		h.gone(t)
	})
}

// TestKilledReaperIsAFailedHook (SPEC H12).
func TestKilledReaperIsAFailedHook(t *testing.T) {
	for _, program := range []string{"usher", "usher-gate"} {
		h := hanging(t)
		r := disturbed(t, h.gate(program), callOf("acme__lookup"), func() { h.exists(t, "started") }, func(int) {
			for pid := range h.living() {
				if exe, _ := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid)); filepath.Base(exe) == "usher-run" {
					must(t, syscall.Kill(pid, syscall.SIGKILL))
				}
			}
		})
		checked(t, r).wants(t, "deny", "hook tree: the hook failed: lost from sight and stopped")
		h.gone(t)
	}
}

// TestWithoutItsSiblingUsherWatchesItself (HOUSE 2): where usher-run is missing,
// the program does the work itself, as well.
func TestWithoutItsSiblingUsherWatchesItself(t *testing.T) {
	for _, program := range []string{"usher", "usher-gate"} {
		h := hanging(t)
		must(t, os.Remove(filepath.Join(h.bin, "usher-run")))
		r := disturbed(t, h.gate(program), callOf("acme__lookup"), func() { h.exists(t, "started") },
			func(pid int) { must(t, syscall.Kill(pid, syscall.SIGTERM)) })
		checked(t, r).wants(t, "deny", "interrupted")
		h.gone(t)
	}
}

// TestDeadlineEndsEverything (SPEC G6): the answer comes before the host's own
// time-out, and nothing stays.
func TestDeadlineEndsEverything(t *testing.T) {
	t.Parallel()
	h := hanging(t)
	v := h.decide(t, callOf("acme__lookup"), "--deadline", "2s")
	v.wants(t, "deny", "within the deadline of 2s")
	if v.took > 2e9+slack {
		t.Errorf("took %v", v.took)
	}
	h.gone(t)
}

// slowly gives text in pieces.
type slowly struct {
	pieces []string
	pause  time.Duration
}

func (s *slowly) Read(p []byte) (int, error) {
	if len(s.pieces) == 0 {
		return 0, io.EOF
	}
	time.Sleep(s.pause)
	n := copy(p, s.pieces[0])
	s.pieces = s.pieces[1:]
	return n, nil
}
