//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hardRow is a mode of hardest, and what becomes of a call; seconds are its time-out.
type hardRow struct {
	mode    string
	seconds int
	failed  string // how it failed; "": see want
	want    string // "allow" or a refusal's words
	leaves  bool   // a normal end leaves a helper behind
}

func hardRows() []hardRow {
	late := func(mode string) hardRow { return hardRow{mode, 2, "timed out after 2000 ms", "", false} }
	rows := []hardRow{
		{"unread", 20, "", "allow", false}, {"floods-and-refuses", 60, "", "refused: “enough”", false}, {"leaks", 30, "", "allow", true},
	}
	for _, mode := range []string{"unread-hangs", "floods", "leaks-and-hangs", "daemon", "chain", "stops", "obeys", "lingers"} {
		rows = append(rows, late(mode))
	}
	for _, s := range []string{"SIGSEGV", "SIGKILL", "SIGTERM", "SIGPIPE", "SIGABRT", "SIGALRM", "SIGUSR1"} {
		rows = append(rows, hardRow{"dies-" + s, 30, "died of a signal: " + s, "", false})
	}
	return rows
}

// begun is how long it takes here and now to start usher, and python: what a bound
// on time has to leave room for on a busy machine.
func (h *house) begun(t *testing.T) time.Duration {
	t.Helper()
	start := time.Now()
	launch(t, h.command("/usr/bin/python3", "-I", "-S", "-c", "0"), "")
	launch(t, h.command("usher", "version"), "")
	return time.Since(start)
}

// inBound holds a run whose hook was stopped to its time-out: never before it, and
// soon after it and the grace.
func (r hardRow) inBound(t *testing.T, h *house, took time.Duration) {
	t.Helper()
	least := time.Duration(r.seconds) * time.Second
	if !strings.HasPrefix(r.failed, "timed out") {
		least = 0
	}
	most := least + 500*time.Millisecond + 2*time.Second + 3*h.begun(t)
	if r.mode == "floods-and-refuses" || r.mode == "chain" {
		most += slack
	}
	if took < least || took > most {
		t.Errorf("took %v, not %v to %v", took, least, most)
	}
}

// lost is how a hook failed whose watcher was silent.
const lost = "lost from sight and stopped"

// holds a verdict of a door to the row: no is the word where nobody objects.
func (r hardRow) holds(t *testing.T, v verdict, no string) {
	t.Helper()
	switch {
	case r.mode == "chain" && strings.Contains(v.says(), lost):
		// It starves the machine, its watcher too: one that is silent is a failed
		// hook, and the tree dies all the same (SPEC H12).
		v.wants(t, "deny", "the hook failed: "+lost)
	case r.failed != "":
		v.wants(t, "deny", "the hook failed: "+r.failed)
	case r.want == "allow":
		v.wants(t, no)
	default:
		v.wants(t, "deny", r.want)
	}
}

// after is what is true once the hook's run is over.
func (r hardRow) after(t *testing.T, h *house) {
	t.Helper()
	if r.leaves {
		if len(h.traces()) == 0 {
			t.Error("what the hook left behind at its normal end is dead")
		}
		h.rakes()
	}
	h.traceless(t)
	if strings.HasPrefix(r.failed, "timed out") {
		h.exists(t, "up") // else it was stopped before it could do any harm
	}
	switch r.mode {
	case "obeys":
		if _, err := os.Stat(filepath.Join(h.conf, "told")); err != nil {
			t.Errorf("it was not told to end before it was killed: %v", err)
		}
	case "lingers":
		when, err := strconv.ParseFloat(h.lines(t, "when")[0], 64)
		if err != nil || when > float64(r.seconds)+2+slack.Seconds() {
			t.Errorf("told to end after %v s (%v)", when, err)
		}
	}
}

// TestHardestHooks: through run-gate and through the event, in both shapes, with a
// call of 2 MB. The answer is the right one and comes in time, in bounded memory;
// nothing of the hook's tree is left.
func TestHardestHooks(t *testing.T) {
	t.Parallel()
	type row struct {
		hardRow
		shape string
	}
	var rows []row
	for i, r := range hardRows() {
		rows = append(rows, row{r, "list"})
		if i < 11 {
			rows = append(rows, row{r, "object"})
		}
	}
	fan(t, 3, rows, func(r row) string { return r.mode + " " + r.shape }, func(t *testing.T, r row) {
		gate := hardHouse(t, r.shape, "PreToolUse", r.mode, r.seconds)
		end, peak := gate.measured(t, big(), "usher-gate")
		r.holds(t, checked(t, end), "allow")
		r.inBound(t, gate, end.took)
		r.after(t, gate)
		event := hardHouse(t, r.shape, "PreToolUse", r.mode, r.seconds)
		stop := event.peaks()
		f := event.fires(t, "PreToolUse", big())
		most := stop()
		r.holds(t, throughEvent(f), "none")
		r.inBound(t, event, f.took)
		r.after(t, event)
		if strings.HasPrefix(r.mode, "floods") {
			frugal(t, most, "usher", "usher-run")
		}
		if peak > maxMemory {
			t.Errorf("usher-gate took %d KiB", peak)
		}
	})
}

// TestHardestHooksInTheBackground: a TurnEnd is answered at once, whatever its hook
// does; the log says how it failed, and nothing is left.
func TestHardestHooksInTheBackground(t *testing.T) {
	t.Parallel()
	fan(t, 3, hardRows(), func(r hardRow) string { return r.mode }, func(t *testing.T, r hardRow) {
		h := hardHouse(t, "list", "TurnEnd", r.mode, r.seconds)
		stop := h.peaks()
		f := h.fires(t, "TurnEnd", `{"files":{"x":"`+strings.Repeat("x", 2<<20)+`"}}`)
		if f.code != 0 || f.Decision != "none" || len(f.Reasons)+len(f.Problems) > 0 || f.took > slack {
			t.Errorf("%v", f.ran)
		}
		want := map[bool]string{true: r.failed, false: "exit code 2 (to see what it wrote: usher hooks test hard)"}[r.failed != ""]
		if r.want == "allow" {
			h.exists(t, map[bool]string{true: "stays", false: "up"}[r.leaves])
			if !soon(func() bool { return !h.runs("usher") }) {
				t.Errorf("the background process stays: %v", h.traces())
			}
			h.logs(t, "", 0)
		} else if r.mode == "chain" { // how it failed is one of two, see holds
			h.logs(t, "", 1)
		} else {
			h.logs(t, want, 1)
		}
		frugal(t, stop())
		r.after(t, h)
	})
}

// TestHardestHooksDieWithTheirWatchers (SPEC H12): usher is killed in the middle, or
// the reaper is; the hook's tree goes with it, and in the second case the answer is
// a refusal.
func TestHardestHooksDieWithTheirWatchers(t *testing.T) {
	t.Parallel()
	type row struct{ mode, door, victim string }
	var rows []row
	for _, mode := range []string{"unread-hangs", "floods", "leaks-and-hangs", "daemon", "chain", "stops"} {
		for _, door := range []string{"usher-gate", "PreToolUse", "TurnEnd"} {
			rows = append(rows, row{mode, door, "usher"}, row{mode, door, "usher-run"})
		}
	}
	fan(t, 3, rows, func(r row) string { return r.mode + " " + r.door + " " + r.victim }, func(t *testing.T, r row) {
		event, victim := "PreToolUse", r.victim
		if r.door == "TurnEnd" {
			event = r.door
		}
		c := []string{"usher", "hooks", "run", event}
		if r.door == "usher-gate" {
			c = []string{"usher-gate"}
			if victim == "usher" {
				victim = "usher-gate"
			}
		}
		h := hardHouse(t, "list", event, r.mode, 60)
		run := begin(t, h.command(c[0], c[1:]...), big())
		h.exists(t, "up")
		victims := h.of(victim)
		if len(victims) == 0 {
			t.Errorf("no %s among %v", victim, h.traces())
		}
		for _, pid := range victims {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		end := run.end(t)
		h.traceless(t)
		switch {
		case event == "TurnEnd":
			if end.code != 0 {
				t.Errorf("the caller is long answered: %v", end)
			}
			h.logs(t, lost, map[bool]int{true: 1, false: 0}[victim == "usher-run"])
		case victim != "usher-run":
			if end.code != -1 || end.out != "" {
				t.Errorf("killed, and said something: %v", end)
			}
		case r.door == "usher-gate":
			checked(t, end).wants(t, "deny", "hook hard: the hook failed: lost from sight and stopped")
		default:
			throughEvent(answered(t, end)).wants(t, "deny", "hook hard: the hook failed: lost from sight and stopped")
		}
	})
}
