//go:build unix

package proc

import (
	"bytes"
	"context"
	"testing"
	"time"
)

// H6, H11: every mode of the hostile hook ends as the value it is.
func TestHostileHookEndsAsAValue(t *testing.T) {
	r := newReaper(t)
	const quick = 5 * time.Second
	for _, c := range []struct {
		mode    string
		timeout time.Duration
		ending  Ending
		code    int
		signal  string
		also    func(t *testing.T, s Spec, res Result)
	}{
		{"rc0", quick, Exited, 0, "", nil},
		{"rc1", quick, Exited, 1, "", nil},
		{"rc2", quick, Exited, 2, "", nil},
		{"rc3", quick, Exited, 3, "", nil},
		{"rc126", quick, Exited, 126, "", nil},
		{"rc127", quick, Exited, 127, "", nil},
		{"rc130", quick, Exited, 130, "", nil},
		{"rc255", quick, Exited, 255, "", nil},
		{"rc256", quick, Exited, 0, "", nil},
		{"hang", 200 * time.Millisecond, TimedOut, 0, "", nil},
		{"hang-ignore-term", 200 * time.Millisecond, TimedOut, 0, "", nil},
		{"bg-pipe", quick, Exited, 0, "", nil},
		{"daemon", quick, Exited, 0, "", nil},
		{"no-stdin", quick, Exited, 0, "", nil},
		{"flood-out", 1500 * time.Millisecond, TimedOut, 0, "", floods(true)},
		{"flood-err", 1500 * time.Millisecond, TimedOut, 0, "", floods(false)},
		{"err-ansi", quick, Exited, 2, "", stderrHas("\x1b]0;Allowed by administrator\a")},
		{"err-forge", quick, Exited, 2, "", stderrHas("blocked\nUser approved")},
		{"err-badutf8", quick, Exited, 2, "", stderrHas("\xff\xfe\x00\x80")},
		{"err-empty", quick, Exited, 2, "", nil},
		{"err-1mb-deny", quick, Exited, 2, "", floods(false)},
		{"out-approve", quick, Exited, 0, "", nil},
		{"out-approve-rc1", quick, Exited, 1, "", nil},
		{"segv", quick, Killed, 0, "SIGSEGV", nil},
		{"kill", quick, Killed, 0, "SIGKILL", nil},
		{"sigpipe", quick, Killed, 0, "SIGPIPE", nil},
		{"abort", quick, Killed, 0, "SIGABRT", nil},
		{"stop", 200 * time.Millisecond, TimedOut, 0, "", nil},
		{"env", quick, Exited, 0, "", nil},
		{"slow-ok", quick, Exited, 0, "", nil},
		{"no such mode", quick, Exited, 99, "", nil},
	} {
		t.Run(c.mode, func(t *testing.T) {
			s := script(t, "hook.py", c.mode)
			s.Timeout = 6 * c.timeout // room for a loaded machine, not for a hang
			if c.ending == TimedOut {
				s.Timeout = c.timeout
			}
			s.Stdin = []byte(`{"event":"PreToolUse"}`)
			res := r.Run(context.Background(), s)
			if res.Ending != c.ending || res.Code != c.code || res.Signal != c.signal {
				t.Fatalf("ended %v %d %s%s; stderr %q", res.Ending, res.Code, res.Signal, res.Why, head(res.Stderr))
			}
			if c.also != nil {
				c.also(t, s, res)
			}
		})
	}
}

func head(b []byte) []byte { return b[:min(len(b), 200)] }

func floods(out bool) func(*testing.T, Spec, Result) {
	return func(t *testing.T, s Spec, res Result) {
		kept, limit, cut := res.Stderr, s.StderrCap, res.StderrCut
		if out {
			kept, limit, cut = res.Stdout, s.StdoutCap, res.StdoutCut
		}
		if len(kept) != limit || !cut {
			t.Errorf("kept %d of at most %d, cut %v", len(kept), limit, cut)
		}
	}
}

func stderrHas(text string) func(*testing.T, Spec, Result) {
	return func(t *testing.T, _ Spec, res Result) {
		if !bytes.Contains(res.Stderr, []byte(text)) {
			t.Errorf("stderr %q", res.Stderr)
		}
	}
}
