package client

import (
	"context"
	"errors"
	"testing"
	"time"
)

// A failed Dial is one clear line, covers secrets and leaves nothing.
func TestFailedDials(t *testing.T) {
	shell := func(script string) func(*Target) {
		return func(to *Target) { to.Program, to.Args = "/bin/sh", []string{"-c", script} }
	}
	for name, c := range map[string]struct {
		change func(*Target)
		kind   Kind
		says   string
	}{
		"no program":  {func(to *Target) { to.Program = "/nowhere/x" }, NotStarted, "did not start: the program /nowhere/x does not exist"},
		"relative":    {func(to *Target) { to.Program = "x" }, NotStarted, "did not start: the program x is not an absolute path"},
		"no folder":   {func(to *Target) { to.Dir = "/nowhere" }, NotStarted, "did not start: the working directory /nowhere does not exist"},
		"is a folder": {func(to *Target) { to.Program = "/usr" }, NotStarted, "did not start: "},
		"tells why":   {shell(`echo "bad token $LAB_TOKEN" >&2; exit 4`), Ended, "ended with status 4: bad token ***"},
		"killed":      {shell(`kill -9 $$`), Ended, "was ended by SIGKILL"},
		"true":        {shell(`exit 0`), Ended, "ended with status 0"},
		"quiet":       {shell(`exec >&-; exec sleep 1000`), Ended, "closed its output and said nothing more"},
		"not mcp":     {shell(`while read l; do echo hello; done`), TimedOut, "did not answer initialize within 400 ms"},
		"a flood":     {shell(`exec cat /dev/zero`), TooLarge, "answered with more than 64 MiB in one message"},
		"many lines":  {shell(`exec yes`), TimedOut, "did not answer initialize within 400 ms"},
		"a daemon":    {shell(`(setsid sleep 1000 &) ; echo no >&2; exit 3`), Ended, "ended with status 3: no"},
		"echo":        {shell(`exec cat`), Answered, "answered initialize with error -32601"}, // usher's own refusal comes back
	} {
		t.Run(name, func(t *testing.T) {
			to := fast(t, "ok")
			c.change(&to)
			if c.kind == TimedOut {
				to.StartTimeout = 400 * time.Millisecond
			}
			began := time.Now()
			conn, err := Dial(t.Context(), to)
			if conn != nil {
				t.Fatal("it was dialled")
			}
			failed(t, err, c.kind, c.says)
			if took := time.Since(began); c.kind == TimedOut && took > to.StartTimeout+20*time.Second {
				t.Errorf("took %v", took)
			}
			noneLeft(t)
		})
	}
}

// A cancelled Dial ends at once and leaves nothing.
func TestCancelledDials(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, err := Dial(ctx, evil(t, "hang-init"))
	failed(t, err, TimedOut, "did not answer initialize in the time that the caller had")
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
	_, err = Dial(ctx, evil(t, "ok"))
	failed(t, err, Cancelled, "was not started")
	if !errors.Is(err, context.Canceled) {
		t.Error("not cancelled by errors.Is")
	}
	noneLeft(t)
}

// A connection outlives the context it was dialled with.
func TestConnectionOutlivesItsDial(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c, err := Dial(ctx, fast(t, "ok"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	cancel()
	if _, err := call(t, c, "echo", "{}"); err != nil {
		t.Error(err)
	}
}
