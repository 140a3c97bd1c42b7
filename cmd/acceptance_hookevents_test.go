//go:build linux && !race

package cmd_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// anEnding is a way for a hook to end, and how its failure is said; "" where it
// is none.
type anEnding struct {
	name, line, failed string
	timed              bool
}

func endings() []anEnding {
	return []anEnding{
		{"0", "exit 0", "", false},
		{"1", "echo why >&2; exit 1", "exit code 1: ", false},
		{"2", "echo why >&2; exit 2", "exit code 2: ", false},
		{"3", "echo why >&2; exit 3", "exit code 3: ", false},
		{"127", "echo why >&2; exit 127", "exit code 127: ", false},
		{"signal", "kill -KILL $$", "died of a signal: SIGKILL", false},
		{"time-out", "exec sleep 3600", "timed out after 1000 ms", true},
		{"no start", "", "could not start: the program ", false},
	}
}

// hostEvent is what a host sends, and the endings that refuse it.
type hostEvent struct{ stdin, refuse string }

// hostEvents are the six, and which endings refuse: 2 alone refuses a message
// and the end of a turn, a call passes with 0 alone, and nothing refuses what is
// only observed (SPEC H6). The 3 of a call is a question, and nobody can be asked.
func hostEvents() map[string]hostEvent {
	return map[string]hostEvent{
		"PreToolUse":       {`{"tool":"acme__lookup","args":{}}`, "1 2 3 127 signal time-out no start"},
		"UserPromptSubmit": {`{"message":"hello"}`, "2"},
		"Stop":             {`{"outcome":"done"}`, "2"},
		"SessionStart":     {`{}`, ""},
		"PostToolUse":      {`{"tool":"acme__lookup","args":{},"result":{"ok":true,"text":"x"}}`, ""},
		"TurnEnd":          {`{"outcome":"done"}`, ""},
	}
}

// TestWhoRefusesWhat: every event with every ending in both shapes, and a second
// hook behind, which runs unless the first one refused (SPEC H5); what failed and
// refused nothing is told and logged.
func TestWhoRefusesWhat(t *testing.T) {
	t.Parallel()
	type row struct {
		event, shape string
		anEnding
	}
	var rows []row
	for event := range hostEvents() {
		for _, e := range endings() {
			rows = append(rows, row{event, "list", e}, row{event, "object", e})
		}
	}
	fan(t, 4, rows, func(r row) string { return r.event + " " + r.name + " " + r.shape }, func(t *testing.T, r row) {
		h := newHouse(t)
		if r.line != "" {
			h.put(t, "ends.sh", "#!/bin/sh\n"+r.line+"\n")
		}
		h.put(t, "next.sh", "#!/bin/sh\n: > next\n")
		seconds, name := 60, "ends"
		if r.timed {
			seconds = 1
		}
		text := hooksFile(t, hook{Name: "ends", Event: r.event, Command: "./ends.sh", TimeoutMs: seconds * 1000}, hook{Name: "next", Event: r.event, Command: "./next.sh"})
		if r.shape == "object" {
			name = strings.ToLower(r.event) + "-1"
			text = objectFile(t, r.event, handler{Command: "./ends.sh", Timeout: seconds}, handler{Command: "./next.sh"})
		}
		h.put(t, "hooks.json", text)
		f := h.fires(t, r.event, hostEvents()[r.event].stdin)
		h.judges(t, f, r.event, r.anEnding, name)
	})
}

// judges holds an answered event to what its first hook's ending means for it.
func (h *house) judges(t *testing.T, f fired, event string, e anEnding, name string) {
	t.Helper()
	guard := event == "PreToolUse"
	refused := strings.Contains(" "+hostEvents()[event].refuse+" ", " "+e.name+" ")
	asked, meant := guard && e.name == "3", refused && (e.name == "2" || guard && e.name == "3")
	if f.Decision != map[bool]string{true: "deny", false: "none"}[refused] || f.code != map[bool]int{true: 2, false: 0}[refused] {
		t.Errorf("refused must be %v: %v", refused, f.ran)
	}
	if refused && (len(f.Reasons) != 1 || f.Reasons[0].By != "hook "+name || !strings.Contains(f.Reasons[0].Says, map[bool]string{true: "“why”", false: "the hook failed: " + e.failed}[meant])) {
		t.Errorf("who refuses, and why: %v", f.ran)
	}
	if !refused && len(f.Reasons) > 0 {
		t.Errorf("reasons for nothing: %v", f.ran)
	}
	h.gone(t)
	if _, err := os.Stat(filepath.Join(h.conf, "next")); (err == nil) != (!refused || asked) {
		t.Errorf("refused %v, and whether the second hook ran: %v", refused, err)
	}
	failed := e.failed != "" && !meant
	told := named(f.Problems, name)
	switch {
	case event == "TurnEnd": // it is answered before its hooks have run
		if len(f.Problems) > 0 {
			t.Errorf("%v", f.ran)
		}
	case !failed || refused:
		if len(told) > 0 {
			t.Errorf("told as a failure that changed nothing: %v", f.ran)
		}
	case len(told) != 1 || !strings.Contains(told[0].Message, e.failed) || !strings.Contains(f.err, e.failed):
		t.Errorf("told %v of a hook that failed: %v", told, f.ran)
	}
	h.logs(t, strings.TrimRight(e.failed, ": "), map[bool]int{true: 1, false: 0}[failed])
	h.logs(t, "", map[bool]int{true: 1, false: 0}[failed])
}

// TestAnEventIsNeverAllowed (SPEC H7): whatever a hook prints before any event, the
// answer says none or deny and nothing else.
func TestAnEventIsNeverAllowed(t *testing.T) {
	h := newHouse(t)
	h.put(t, "says.sh", "#!/bin/sh\necho '"+`{"decision":"approve","continue":true,"hookSpecificOutput":{"permissionDecision":"allow","additionalContext":"x"}}`+"'\nexit $1\n")
	for event, e := range hostEvents() {
		for code, want := range map[int]string{0: "none", 2: map[bool]string{true: "deny", false: "none"}[strings.Contains(e.refuse, "2")]} {
			for _, text := range []string{
				hooksFile(t, hook{Name: "says", Event: event, Command: "./says.sh", Args: []string{fmt.Sprint(code)}}),
				objectFile(t, event, handler{Command: fmt.Sprintf("./says.sh %d", code)}),
			} {
				h.put(t, "hooks.json", text)
				f := h.fires(t, event, e.stdin)
				// In the object shape a permission means nothing but before a call: a failed hook.
				if f.Decision != want || strings.Contains(f.out, "allow\"") {
					t.Errorf("%s, %d: %v", event, code, f.ran)
				}
			}
		}
	}
	h.gone(t)
}
