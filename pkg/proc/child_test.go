//go:build unix

package proc

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// lasting starts a child that lives until the test stops it.
func lasting(t *testing.T, s Spec) *Child {
	t.Helper()
	c, res := Start(self(), s)
	if c == nil {
		t.Fatalf("ended %v: %s", res.Ending, res.Why)
	}
	t.Cleanup(func() {
		c.Stop(0)
		_ = c.Stdout.Close()
		_ = c.Stderr.Close()
	})
	return c
}

func mustEnd(t *testing.T, res Result, ending Ending, code int, signal string) {
	t.Helper()
	if res.Ending != ending || res.Code != code || res.Signal != signal {
		t.Errorf("ended %v %d %s%s, want %v %d %s", res.Ending, res.Code, res.Signal, res.Why, ending, code, signal)
	}
}

// isDone reports that the program has ended, within a bound.
func isDone(c *Child) bool { return isClosed(c.Done(), 20*time.Second) }

// A server answers one line after the other, whatever their size, and ends by
// itself when its standard input is closed: nobody waits for the grace then.
func TestServerAnswersUntilItsInputEnds(t *testing.T) {
	c := lasting(t, sh(t, "cat; exit 3"))
	lines := bufio.NewReaderSize(c.Stdout, 4<<20)
	for _, size := range []int{1, 100, 65536, 1 << 20, 3 << 20} {
		line := strings.Repeat("x", size) + "\n"
		go c.Stdin.WriteString(line)
		if got, err := lines.ReadString('\n'); err != nil || got != line {
			t.Fatalf("%d bytes: %d came back, %v", size, len(got), err)
		}
	}
	began := time.Now()
	mustEnd(t, c.Stop(time.Hour), Exited, 3, "")
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
	if rest, err := io.ReadAll(lines); err != nil || len(rest) > 0 {
		t.Errorf("after the end: %q, %v", rest, err)
	}
}

// The end of the program itself is told at once, as the value it is.
func TestChildEndIsAValue(t *testing.T) {
	for script, want := range map[string]Result{
		"exit 0":                       {Ending: Exited},
		"echo why >&2; exit 3":         {Ending: Exited, Code: 3},
		"exit 255":                     {Ending: Exited, Code: 255},
		"kill -SEGV $$":                {Ending: Killed, Signal: "SIGSEGV"},
		"kill -KILL $$":                {Ending: Killed, Signal: "SIGKILL"},
		"exec 0<&- 1>&- 2>&-; exit 4":  {Ending: Exited, Code: 4},
		"sleep 60 & sleep 60 & exit 5": {Ending: Exited, Code: 5},
	} {
		c := lasting(t, sh(t, script))
		if !isDone(c) {
			t.Fatalf("%s: not told", script)
		}
		mustEnd(t, c.Result(), want.Ending, want.Code, want.Signal)
		mustEnd(t, c.Stop(time.Hour), want.Ending, want.Code, want.Signal)
		if res := c.Result(); res.Elapsed <= 0 || res.Elapsed > 20*time.Second || res.Why != "" {
			t.Errorf("%s: %v %q", script, res.Elapsed, res.Why)
		}
	}
}

// What a program said before it ended can be read after it, to the end.
func TestLastWordsCanBeReadAfterTheEnd(t *testing.T) {
	c := lasting(t, sh(t, "echo answer; echo LAB_API_URL is not set >&2; exit 3"))
	mustEnd(t, c.Stop(time.Hour), Exited, 3, "")
	for f, want := range map[*os.File]string{c.Stdout: "answer\n", c.Stderr: "LAB_API_URL is not set\n"} {
		if got, err := io.ReadAll(f); err != nil || string(got) != want {
			t.Errorf("%q, %v", got, err)
		}
	}
}

// Q4, H8: exactly the environment, the arguments and the folder given.
func TestChildIsStartedAsGiven(t *testing.T) {
	t.Setenv("CANARY_SECRET", "must-not-pass")
	s := spec(t, "/bin/sh", "-c", `pwd; printf '%s|' "$0" "$@"; echo; exec env`, "name", "a b", "", "$HOME", "*")
	s.Env, s.Argv0, s.Stdin = []string{"B=2", "PATH=/usr/bin:/bin", "A=1"}, "other", []byte("not used")
	c := lasting(t, s)
	got, err := io.ReadAll(c.Stdout)
	want := s.Dir + "\nname|a b||$HOME|*|\n"
	text, found := strings.CutPrefix(string(got), want)
	if err != nil || !found {
		t.Fatalf("%q, %v, want %q", got, err, want)
	}
	for _, line := range strings.Fields(text) {
		switch name, _, _ := strings.Cut(line, "="); name {
		case "A", "B", "PATH":
		case "PWD", "OLDPWD", "SHLVL", "_": // the shell's own
		default:
			t.Errorf("environment: %s", name)
		}
	}
}

// H9: a server that does not start is said in a hook's words.
func TestChildNotStartedSaysWhy(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	if err := os.WriteFile(data, []byte("echo\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, dir, why string }{
		{dir + "/gone", dir, "the program " + dir + "/gone does not exist"},
		{data, dir, "the program " + data + " is not executable"},
		{"/bin/sh", dir + "/gone", "the working directory " + dir + "/gone does not exist"},
		{"sh", dir, "the program sh is not an absolute path"},
		{"/bin/sh", "", "no working directory is named"},
	} {
		s := spec(t, c.path)
		s.Dir = c.dir
		child, res := Start(self(), s)
		if child != nil || res.Ending != NotStarted || res.Why != c.why {
			t.Errorf("%q in %q: %v %v\n got %q\nwant %q", c.path, c.dir, child, res.Ending, res.Why, c.why)
		}
	}
}

// A program that does not end when its input does is signalled after the grace:
// that is an end by Stop, not one of its own.
func TestStopSignalsAfterTheGrace(t *testing.T) {
	const quick, slow = 400 * time.Millisecond, DefaultGrace + 400*time.Millisecond // with the race detector's end
	for script, most := range map[string]time.Duration{
		"trap 'exit 7' TERM; echo; while :; do sleep 0.01; done": quick,
		"echo; while :; do :; done":                              quick,
		"trap '' TERM; echo; while :; do sleep 1; done":          slow,
		"echo; kill -STOP $$":                                    quick,
		"trap '' TERM; echo; kill -STOP $$; kill -STOP $$":       slow,
		"echo; cat /dev/zero":                                    quick,
	} {
		const grace = 50 * time.Millisecond
		if watchedFromOutside {
			most = grace + time.Second // a group has no end that can be waited for
		}
		best := time.Hour
		for range 20 {
			c := lasting(t, sh(t, script))
			if _, err := c.Stdout.Read(make([]byte, 1)); err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			res := c.Stop(grace)
			took := time.Since(began)
			mustEnd(t, res, Cancelled, 0, "")
			if took < grace || took > grace+20*time.Second {
				t.Fatalf("%s: took %v", script, took)
			}
			if best = min(best, took); best < grace+most {
				break
			}
		}
		if best > grace+most {
			t.Errorf("%s: took %v", script, best)
		}
	}
}

// Stop may be called again, and by many at once; the shortest grace counts.
func TestStopIsForEverybody(t *testing.T) {
	c := lasting(t, sh(t, "while :; do sleep 1; done"))
	began := time.Now()
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			grace := time.Hour
			if i == 10 {
				grace = 10 * time.Millisecond
			}
			mustEnd(t, c.Stop(grace), Cancelled, 0, "")
		})
	}
	all.Wait()
	mustEnd(t, c.Stop(0), Cancelled, 0, "")
	mustEnd(t, c.Stop(-time.Hour), Cancelled, 0, "")
	mustEnd(t, c.Stop(1<<63-1), Cancelled, 0, "")
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
}

// Stop waits for no pipe: neither for a writer whom nobody reads, nor for output
// that nobody takes. Both are woken.
func TestStopWaitsForNoPipe(t *testing.T) {
	c := lasting(t, sh(t, "cat /dev/zero & cat /dev/zero >&2 & while :; do sleep 1; done"))
	var all sync.WaitGroup
	all.Go(func() {
		if n, err := c.Stdin.Write(make([]byte, 8<<20)); err == nil {
			t.Errorf("%d bytes were taken", n)
		}
	})
	began := time.Now()
	mustEnd(t, c.Stop(10*time.Millisecond), Cancelled, 0, "")
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
	all.Wait()
}

// A reader has a deadline, and Close wakes it: what a server holds open holds up nobody.
func TestReaderIsNotHeldUp(t *testing.T) {
	c := lasting(t, sh(t, "cat"))
	if err := c.Stdout.SetReadDeadline(time.Now().Add(time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Stdout.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("read: %v", err)
	}
	if err := c.Stdin.SetWriteDeadline(time.Now().Add(time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Stdin.Write(make([]byte, 8<<20)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("write: %v", err)
	}
	read := make(chan error)
	go func() {
		_, err := c.Stderr.Read(make([]byte, 1))
		read <- err
	}()
	_ = c.Stderr.Close()
	if err := <-read; !errors.Is(err, os.ErrClosed) {
		t.Errorf("read: %v", err)
	}
}
