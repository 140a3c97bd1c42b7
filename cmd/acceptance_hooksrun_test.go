//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"
)

// fired is one answered event.
type fired struct {
	ran
	Decision    string                        `json:"decision"`
	Reasons     []reason                      `json:"reasons"`
	ModelOutput []struct{ Name, Text string } `json:"modelOutput"`
	Problems    []problem                     `json:"problems"`
}

// fires runs an event to its answer.
func (h *house) fires(t *testing.T, event, stdin string, flags ...string) fired {
	t.Helper()
	return answered(t, launch(t, h.command("usher", append([]string{"hooks", "run", event}, flags...)...), stdin))
}

// answered holds an answer to what every one must be: status 0 or 2, and one line
// of JSON that a terminal is not harmed by.
func answered(t *testing.T, r ran) fired {
	t.Helper()
	f := fired{ran: r}
	if r.code != 0 && r.code != 2 {
		t.Fatalf("a status that hooks run does not have: %v", r)
	}
	harmless(t, r)
	if strings.Count(r.out, "\n") != 1 || !strings.HasSuffix(r.out, "\n") || !utf8.ValidString(r.out) {
		t.Fatalf("stdout is not one line of UTF-8: %v", r)
	}
	d := json.NewDecoder(strings.NewReader(r.out))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		t.Fatalf("stdout is not an answer (%v): %v", err, r)
	}
	if f.Decision == "deny" && (r.code != 2 || len(f.Reasons) == 0 || r.err == "") || f.Decision != "deny" && f.Decision != "none" {
		t.Errorf("decision %q: %v", f.Decision, r)
	}
	return f
}

// TestHookbinThroughHooksRun: every named line of the table holds for the event as
// for run-gate; where run-gate asks, the event denies, for nobody can be asked, and
// where it would allow, the hooks have nothing against it (SPEC H6, H15).
func TestHookbinThroughHooksRun(t *testing.T) {
	t.Parallel()
	fan(t, 5, hookbinRows(), func(r binRow) string { return r.mode }, func(t *testing.T, r binRow) {
		h := binHouse(t, r.mode, r.timeoutMs)
		f := h.fires(t, "PreToolUse", callOf("acme__lookup"))
		want := map[string]string{"allow": "none", "ask": "deny", "deny": "deny"}[r.want]
		v := verdict{ran: f.ran, answer: answer{Decision: f.Decision, Reasons: f.Reasons, Problems: f.Problems}}
		if f.Decision != want || (f.code == 0) != (want == "none") || !strings.Contains(v.says(), r.says) {
			t.Errorf("want %s: %v", want, f.ran)
		}
		if r.want == "ask" && !strings.Contains(v.says(), "nobody can be asked here") {
			t.Errorf("the question is not told: %v", f.ran)
		}
		switch r.mode {
		case "rc3", "out-approve", "tty": // what follows there is of marks
			h.canary(t)
		default:
			if r.then != nil {
				r.then(t, h, v)
			}
		}
	})
}

// TestSignalsEndAnEvent (SPEC G6, H12): a call or a message that is interrupted is
// denied, a watcher says that it was stopped, and the end of a turn is not held up;
// the hook's tree is gone each time.
func TestSignalsEndAnEvent(t *testing.T) {
	type row struct {
		event, stdin, decision string
		code                   int
		signals                []syscall.Signal
	}
	var rows []row
	for _, e := range []row{
		{"PreToolUse", `{"tool":"Bash"}`, "deny", 2, nil}, {"UserPromptSubmit", `{"message":"x"}`, "deny", 2, nil},
		{"Stop", `{}`, "none", 0, nil}, {"SessionStart", `{}`, "none", 2, nil},
	} {
		for _, s := range []syscall.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGTERM} {
			rows = append(rows, row{e.event, e.stdin, e.decision, e.code, []syscall.Signal{s, s, syscall.SIGQUIT}})
		}
	}
	fan(t, 4, rows, func(r row) string { return fmt.Sprint(r.event, r.signals[0]) }, func(t *testing.T, r row) {
		h := hangingAt(t, r.event, 60000)
		end := disturbed(t, h.command("usher", "hooks", "run", r.event), r.stdin, func() { h.exists(t, "started") }, func(pid int) {
			for _, s := range r.signals {
				must(t, syscall.Kill(pid, s))
			}
		})
		f := answered(t, end)
		if f.Decision != r.decision || f.code != r.code || !strings.Contains(f.Reasons[0].Says, "interrupted by ") || f.took > tooLong/2 {
			t.Errorf("want %s and status %d: %v", r.decision, r.code, f.ran)
		}
		h.gone(t)
		h.logs(t, "", 0) // a person's interrupt is no hook's failure
	})
}

// hangingAt is hanging for a hook of any event.
func hangingAt(t *testing.T, event string, timeoutMs int) *house {
	t.Helper()
	h := hanging(t)
	h.put(t, "hooks.json", hooksFile(t, hook{Name: "tree", Event: event, Command: "/usr/bin/python3", Args: []string{"-I", "-S", "tree.py"}, TimeoutMs: timeoutMs}))
	return h
}

// TestDeadlineEndsAnEvent: the answer comes in time, and nothing stays.
func TestDeadlineEndsAnEvent(t *testing.T) {
	t.Parallel()
	for event, want := range map[string]string{"PreToolUse": "deny", "Stop": "none"} {
		h := hangingAt(t, event, 60000)
		f := h.fires(t, event, `{"tool":"Bash"}`, "--deadline", "2s")
		if f.Decision != want || !strings.Contains(f.Reasons[0].Says, "within the deadline of 2s") || f.took > 2e9+slack {
			t.Errorf("%s: %v", event, f.ran)
		}
		h.gone(t)
		h.logs(t, "within the deadline", 1)
	}
}

// TestNoAnswerIsADenial: a stdout that nobody reads.
func TestNoAnswerIsADenial(t *testing.T) {
	h := newHouse(t)
	for event, want := range map[string]int{"PreToolUse": 2, "UserPromptSubmit": 2, "Stop": 0, "SessionStart": 2} {
		c := h.command("/bin/sh", "-c", `"$0" hooks run "$1" >/dev/full`, filepath.Join(h.bin, "usher"), event)
		if r := launch(t, c, `{"tool":"Bash","message":"x"}`); r.code != want || !strings.Contains(r.err, "could not be written") {
			t.Errorf("%s: want %d: %v", event, want, r)
		}
	}
}

// TestEventsOfAnySize (SPEC 18): 16 MiB are read, also behind; more is refused.
func TestEventsOfAnySize(t *testing.T) {
	h := newHouse(t)
	h.put(t, "hooks.json", hooksFile(t, hook{Name: "count", Event: "TurnEnd", Command: "/bin/sh", Args: []string{"-c", "wc -c >count.new; mv count.new count"}}))
	big := `{"files":{"x":"` + strings.Repeat("x", 15<<20) + `"}}`
	if f := h.fires(t, "TurnEnd", big); f.code != 0 || len(f.Problems) > 0 {
		t.Errorf("%v", f.ran)
	}
	h.exists(t, "count")
	if n := h.lines(t, "count"); len(n[0]) != len("15728640") {
		t.Errorf("the hook was given %s bytes", n)
	}
	h.gone(t)
	if f := h.fires(t, "PreToolUse", `{"tool":"Bash","x":"`+strings.Repeat("x", 16<<20)+`"}`); f.Decision != "deny" || !strings.Contains(f.Reasons[0].Says, "larger than 16 MiB") {
		t.Errorf("%v", f.ran)
	}
}
