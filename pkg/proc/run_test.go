//go:build unix

package proc

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"testing"
	"time"
)

// H6: exit codes decide, so every one of them arrives as it is.
func TestExitCodesAreExact(t *testing.T) {
	r := newReaper(t)
	s := sh(t, `exit "$1"`)
	for code := range 256 {
		s.Args = []string{"-c", `exit "$1"`, "sh", strconv.Itoa(code)}
		mustExit(t, r.Run(context.Background(), s), code)
	}
}

// HOUSE 4.4: the zero value of a Result is a child that did not start.
func TestZeroResultIsNotStarted(t *testing.T) {
	if (Result{}).Ending != NotStarted {
		t.Fatal("the zero ending is not NotStarted")
	}
}

// H6: a death by signal is told from an exit, by name.
func TestDeathBySignalIsNamed(t *testing.T) {
	r := newReaper(t)
	for _, name := range []string{"SEGV", "KILL", "ABRT", "TERM", "HUP", "PIPE", "INT", "QUIT", "USR1"} {
		res := r.Run(context.Background(), sh(t, "kill -"+name+" $$"))
		if res.Ending != Killed || res.Signal != "SIG"+name {
			t.Errorf("kill -%s: ended %v %d %s", name, res.Ending, res.Code, res.Signal)
		}
	}
}

// H10: standard input is the bytes given and then its end, whatever their size.
func TestStdinArrivesWhole(t *testing.T) {
	r := newReaper(t)
	for _, size := range []int{0, 1, 65535, 65536, 65537, 2 << 20} {
		s := sh(t, "wc -c; head -c 0")
		s.Stdin = bytes.Repeat([]byte("x"), size)
		res := r.Run(context.Background(), s)
		mustExit(t, res, 0)
		if got := strings.TrimSpace(string(res.Stdout)); got != strconv.Itoa(size) {
			t.Errorf("%d bytes of stdin: the child counted %s", size, got)
		}
	}
}

// H10: a child that never reads 2 MB of input is fine, and so is one that closes it.
func TestUnreadStdinIsNotAnError(t *testing.T) {
	r := newReaper(t)
	for _, text := range []string{"exit 0", "exec 0<&-; exit 0", "head -c 10 >/dev/null; exit 0"} {
		s := sh(t, text)
		s.Stdin = make([]byte, 2<<20)
		res := r.Run(context.Background(), s)
		mustExit(t, res, 0)
		if len(res.Stderr) > 0 || res.Elapsed > 20*time.Second {
			t.Errorf("%s: stderr %q after %v", text, res.Stderr, res.Elapsed)
		}
	}
}

// H11: both streams are read to the end, kept up to the cap, and a cut is said.
func TestStreamsAreKeptUpToTheCap(t *testing.T) {
	r := newReaper(t)
	for _, c := range []struct {
		script         string
		stdout, stderr string
		cutOut, cutErr bool
	}{
		{"printf out; printf err >&2", "out", "err", false, false},
		{"printf 12345678; printf abcd >&2", "12345678", "abcd", false, false},
		{"printf 123456789; printf abcde >&2", "12345678", "abcd", true, true},
		{"printf '\\377\\376\\000'", "\xff\xfe\x00", "", false, false},
		{"exec 1>&- 2>&-", "", "", false, false},
	} {
		s := sh(t, c.script)
		s.StdoutCap, s.StderrCap = 8, 4
		res := r.Run(context.Background(), s)
		mustExit(t, res, 0)
		if string(res.Stdout) != c.stdout || string(res.Stderr) != c.stderr || res.StdoutCut != c.cutOut || res.StderrCut != c.cutErr {
			t.Errorf("%s: %q %v, %q %v", c.script, res.Stdout, res.StdoutCut, res.Stderr, res.StderrCut)
		}
	}
}

// H8: a child's environment is the list given, and nothing of usher's own.
func TestEnvironmentIsExactlyTheList(t *testing.T) {
	t.Setenv("CANARY_SECRET", "must-not-pass")
	s := spec(t, "/usr/bin/env")
	s.Env = []string{"B=2", "A=1"}
	res := newReaper(t).Run(context.Background(), s)
	mustExit(t, res, 0)
	if got := string(res.Stdout); got != "B=2\nA=1\n" {
		t.Errorf("environment %q", got)
	}
	s.Env = nil
	if res = newReaper(t).Run(context.Background(), s); len(res.Stdout) > 0 {
		t.Errorf("no environment given: %q", res.Stdout)
	}
}

// H9: the working directory is the one given; arguments pass as they are.
func TestDirectoryAndArgumentsPassAsTheyAre(t *testing.T) {
	s := spec(t, "/bin/sh", "-c", `pwd; printf '%s|' "$0" "$@"`, "name", "a b", "", "$HOME", "*", "é\n")
	res := newReaper(t).Run(context.Background(), s)
	mustExit(t, res, 0)
	if want := s.Dir + "\nname|a b||$HOME|*|é\n|"; string(res.Stdout) != want {
		t.Errorf("got %q, want %q", res.Stdout, want)
	}
}

// A context that has ended starts nothing.
func TestEndedContextStartsNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if res := NewReaper(Program{Path: "/nowhere"}).Run(ctx, sh(t, "exit 0")); res.Ending != Cancelled {
		t.Errorf("ended %v", res.Ending)
	}
}

// After Close nothing starts any more.
func TestNothingStartsAfterClose(t *testing.T) {
	r := newReaper(t)
	mustExit(t, r.Run(context.Background(), sh(t, "exit 0")), 0)
	r.Close()
	if res := r.Run(context.Background(), sh(t, "exit 0")); res.Ending != NotStarted || res.Why == "" {
		t.Errorf("ended %v, why %q", res.Ending, res.Why)
	}
}
