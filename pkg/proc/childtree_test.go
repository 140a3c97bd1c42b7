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

const watchedFromOutside = false

func grown(t *testing.T, s Spec) {
	t.Helper()
	eventually(t, 30*time.Second, "the tree", func() bool { return exists(filepath.Join(s.Dir, "ready")) })
}

func nothingOf(t *testing.T, alive func() []int) {
	t.Helper()
	eventually(t, 20*time.Second, "nothing of the tree alive", func() bool { return len(alive()) == 0 })
}

// Stop leaves nothing of the tree: double-forked daemons, chains of forks,
// stopped processes and those that ignore the polite signal included.
func TestStopKillsTheWholeTree(t *testing.T) {
	for _, mode := range append(hanging, "chain+ignore", "many+ignore") {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			s := script(t, "tree.py", mode)
			alive := marked(t, &s)
			c := lasting(t, s)
			grown(t, s)
			res := c.Stop(0)
			mustEnd(t, res, Cancelled, 0, "")
			if left := alive(); res.Why == "" && len(left) > 0 {
				t.Errorf("alive: %v", left)
			}
			nothingOf(t, alive) // past its bound, on a loaded machine, killing goes on
		})
	}
}

// A program that ended by itself is told at once, and as it ended, although what
// it started lives on; Stop ends that too.
func TestStopKillsWhatAnEndedProgramLeft(t *testing.T) {
	for _, mode := range []string{"group", "own-group", "daemon", "daemon-ignoring", "stopped-daemon", "chain", "many", "all", "fork-later"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			s := script(t, "tree.py", mode+"+exit")
			alive := marked(t, &s)
			c := lasting(t, s)
			if !isDone(c) {
				t.Fatal("its end is not told")
			}
			mustEnd(t, c.Result(), Exited, 0, "")
			if mode != "chain" { // whose links live too short to be met for certain
				eventually(t, 20*time.Second, "what lives on", func() bool { return len(alive()) > 0 })
			}
			res := c.Stop(time.Hour)
			mustEnd(t, res, Exited, 0, "")
			if left := alive(); res.Why == "" && len(left) > 0 {
				t.Errorf("alive: %v", left)
			}
			nothingOf(t, alive)
		})
	}
}

// host starts a usher of its own that starts s and keeps it.
func host(t *testing.T, s Spec, what string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(self().Path, append([]string{"role:host", what, s.Path}, s.Args...)...)
	cmd.Env = append(s.Env, "USHER_TEST_DIR="+s.Dir)
	return cmd
}

// V5: a usher that is killed by SIGKILL leaves nothing of its servers, nor of
// what they left when they ended, nor its reapers.
func TestKilledUsherLeavesNothingOfItsServers(t *testing.T) {
	for _, mode := range append(hanging, "chain+ignore", "many+ignore", "all+exit", "fork-later+exit") {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			s := script(t, "tree.py", mode)
			alive := marked(t, &s)
			usher := host(t, s, "")
			if err := usher.Start(); err != nil {
				t.Fatal(err)
			}
			grown(t, s)
			var tr tree
			reapers := tr.children(usher.Process.Pid)
			if len(reapers) != 1 {
				t.Fatalf("reapers: %v", reapers)
			}
			_ = kill(usher.Process.Pid, syscall.SIGKILL)
			_ = usher.Wait()
			nothingOf(t, alive)
			eventually(t, 20*time.Second, "the reaper's end", func() bool { return !tr.alive(reapers[0]) })
		})
	}
}

// A reaper that is stopped or killed is noticed, also when the program has ended
// before: the tree dies by usher's hand, and the program is told as lost unless
// its end was known.
func TestLostReaperOfAServerIsNoticed(t *testing.T) {
	for _, mode := range []string{
		"all+stop-reaper", "all+kill-reaper", "chain+kill-reaper", "daemon+kill-reaper", "many+kill-reaper", "alone+stop-reaper", "daemon+stop-reaper-exit",
	} {
		t.Run(mode, func(t *testing.T) {
			s := script(t, "tree.py", mode)
			alive := marked(t, &s)
			out, err := host(t, s, "done").CombinedOutput()
			if err != nil || !strings.HasPrefix(string(out), "lost 0 the process that watches over it") {
				t.Fatalf("%v, %q", err, out)
			}
			nothingOf(t, alive)
		})
	}
}

func TestLostReaperOfAnEndedProgramIsNoticed(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGKILL, syscall.SIGSTOP} {
		s := script(t, "tree.py", "group+exit")
		alive := marked(t, &s)
		c := lasting(t, s)
		if !isDone(c) {
			t.Fatal("its end is not told")
		}
		_ = kill(c.keeper.pid, sig)
		nothingOf(t, alive)
		mustEnd(t, c.Stop(time.Hour), Exited, 0, "")
	}
}

// What hooks left behind and other servers are not harmed when one reaper is lost.
func TestLostReaperHarmsNoOther(t *testing.T) {
	hook := sh(t, "sleep 60 >/dev/null 2>&1 & exit 0")
	hookAlive := marked(t, &hook)
	mustExit(t, newReaper(t).Run(context.Background(), hook), 0)
	other := lasting(t, sh(t, "cat"))
	lost := lasting(t, sh(t, "sleep 60 & cat"))
	_ = kill(lost.keeper.pid, syscall.SIGKILL)
	if !isDone(lost) || lost.Result().Ending != Lost {
		t.Errorf("ended %v", lost.Result().Ending)
	}
	lost.Stop(0)
	if len(hookAlive()) != 1 {
		t.Error("what the hook left was killed")
	}
	if _, err := other.Stdin.WriteString("x"); err != nil {
		t.Error(err)
	}
	if _, err := other.Stdout.Read(make([]byte, 1)); err != nil {
		t.Error(err)
	}
	mustEnd(t, other.Stop(time.Hour), Exited, 0, "")
}

// A reaper that is neither dead nor stopped, and does not do its work: Stop has
// its bound all the same, and the tree dies.
func TestStopOfAMuteReaperHasABound(t *testing.T) {
	s := sh(t, "sleep 60 & cat")
	alive := marked(t, &s)
	c, res := Start(Program{Path: self().Path, Args: []string{"role:mute"}}, s)
	if c == nil {
		t.Fatal(res.Why)
	}
	began := time.Now()
	res = c.Stop(0)
	if took := time.Since(began); res.Ending != Lost || took > stopSlack+giveUpSlack+20*time.Second {
		t.Errorf("ended %v %s after %v", res.Ending, res.Why, took)
	}
	nothingOf(t, alive)
	for _, f := range []*os.File{c.Stdout, c.Stderr} {
		_ = f.Close()
	}
}

// muteRole starts the program as a reaper does, and then nothing.
func muteRole([]string) {
	l := link{fd: 3}
	for {
		poll([]pollFd{{fd: 3, events: pollIn}}, time.Minute)
		kind, body, err := l.next()
		if kind == 0 && err == nil {
			continue
		}
		_, s, err := unpackSpec(body)
		if err != nil {
			os.Exit(2)
		}
		pid, _ := forkExec(s, [3]int{4, 5, 6}, nil)
		_ = l.send(packNumbers(frameStarted, 0, uint32(pid)), func() bool { return true })
		select {}
	}
}

// A reaper that cannot start, or is none, is said, and nothing hangs.
func TestServerWithoutAReaperIsNotStarted(t *testing.T) {
	lasting(t, sh(t, "exit 0")).Stop(0) // what the runtime opens once is open
	for _, c := range []struct {
		run    Program
		ending Ending
		why    string
	}{
		{Program{Path: "/no/such/usher-run"}, NotStarted, "the reaper /no/such/usher-run could not be started: no such file or directory"},
		{Program{Path: "/bin/true"}, Lost, "ended before the child did"},
		{Program{Path: "/bin/sh", Args: []string{"-c", "printf 1234567890 >&3; exec sleep 60"}}, Lost, "said something that is not understood"},
		{Program{Path: "/bin/sh", Args: []string{"-c", "kill -STOP $$"}}, Lost, "was stopped"},
	} {
		before := len(numbersIn("/proc/self/fd"))
		child, res := Start(c.run, sh(t, "exit 0"))
		if child != nil || res.Ending != c.ending || !strings.HasSuffix(res.Why, c.why) {
			t.Errorf("%v: %v %v %q", c.run, child, res.Ending, res.Why)
		}
		eventually(t, 20*time.Second, "no more descriptors than before", func() bool { return len(numbersIn("/proc/self/fd")) <= before })
	}
}

// The limit on open files, met in usher, is said and leaks nothing.
func TestStartAtTheLimitOfOpenFiles(t *testing.T) {
	lasting(t, sh(t, "exit 0")).Stop(0) // what the runtime opens once is open
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &old); err != nil {
		t.Fatal(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &old)
	before := len(numbersIn("/proc/self/fd"))
	for spare := range 12 {
		low := syscall.Rlimit{Cur: uint64(before + spare), Max: old.Max}
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &low); err != nil {
			t.Fatal(err)
		}
		child, res := Start(self(), sh(t, "exit 0"))
		if child != nil { // the last tries have room enough
			child.Stop(0)
			_, _ = child.Stdout.Close(), child.Stderr.Close()
		} else if !strings.HasSuffix(res.Why, "the limit on open files is reached") {
			t.Errorf("%d spare: %q", spare, res.Why)
		}
		_ = syscall.Setrlimit(syscall.RLIMIT_NOFILE, &old)
		eventually(t, 20*time.Second, "no more descriptors than before", func() bool { return len(numbersIn("/proc/self/fd")) <= before })
	}
}
