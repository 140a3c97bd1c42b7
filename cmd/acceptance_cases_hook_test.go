//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The hook cases from real reports. Not here, because they need a trusted project
// folder, which a later step builds: hook-30 (a relative path in a project) and
// hook-39 (its folder is gone; what is true of --project already is below).

const casesDir = "testdata/cases"

// caseHouse is a house with a case's files as the assistant folder, and the tools
// of server acme marked read-only, so that only a hook keeps a call from running.
func caseHouse(t *testing.T, name string, readOnly ...string) *house {
	t.Helper()
	h := newHouse(t)
	h.copies(t, filepath.Join(casesDir, name))
	h.ready(t, readOnly...)
	return h
}

// caseCall is the case's own call, with what it says to fill in.
func caseCall(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(casesDir, name, "call.json"))
	must(t, err)
	return regexp.MustCompile(`@FILL:\d+`).ReplaceAllStringFunc(string(data), func(s string) string {
		n, _ := strconv.Atoi(strings.TrimPrefix(s, "@FILL:"))
		return strings.Repeat("x", n)
	})
}

// tested is what "hooks test -o json" says.
type tested struct {
	Hooks []struct {
		Hook, Ending, Outcome, Reason string
		Code                          int
	}
	Verdict string
}

func (h *house) test(t *testing.T, args ...string) tested {
	t.Helper()
	r := h.usher(t, append([]string{"hooks", "test", "-o", "json"}, args...)...)
	var out tested
	if err := json.Unmarshal([]byte(r.out), &out); err != nil {
		t.Fatalf("%v: %v", err, r)
	}
	return out
}

// outcomes is one word of each hook that ran.
func (o tested) outcomes() string {
	var all []string
	for _, h := range o.Hooks {
		name := h.Hook[strings.LastIndex(h.Hook, ":")+1:]
		all = append(all, name+"="+h.Outcome)
	}
	return strings.Join(all, " ")
}

// check is what "… check FILE --format json" says.
func (h *house) check(t *testing.T, code int, args ...string) []problem {
	t.Helper()
	r := h.does(t, code, append(args, "--format", "json")...)
	var out struct{ Problems []problem }
	if err := json.Unmarshal([]byte(r.out), &out); err != nil {
		t.Fatalf("%v: %v", err, r)
	}
	return out.Problems
}

func (h *house) hooksFile() string { return filepath.Join(h.conf, "hooks.json") }
func (h *house) mcpFile() string   { return filepath.Join(h.conf, "mcp.json") }

// named gives the problems of one entry.
func named(ps []problem, entry string) (of []problem) {
	for _, p := range ps {
		if p.Entry == entry {
			of = append(of, p)
		}
	}
	return of
}

// hookCase is a case whose expectation is a decision, words of its reasons, and
// what then says of more.
type hookCase struct {
	name, want string
	says       []string
	then       func(t *testing.T, h *house, v verdict)
}

// TestHookCases puts each case's call to both programs. The tool is marked
// read-only, so "allow" is: the hook had no opinion.
func TestHookCases(t *testing.T) {
	rows := []hookCase{
		{"hook-01-stdin-unread", "allow", nil, nil}, // H10: the broken pipe shows nowhere
		{"hook-03-stdin-eof", "allow", nil, nil},    // else it would have timed out and refused
		{"hook-06-background-child", "allow", nil, returnsAtOnce},
		{"hook-07-leaked-fd3", "allow", nil, returnsAtOnce},
		{"hook-09-ignores-term", "deny", []string{"hook guard", "the hook failed: timed out after 500 ms"}, leavesNothing},
		{"hook-10-exit-1", "deny", []string{"hook guard", "the hook failed: exit code 1", "outside the study folder"}, nil},
		{"hook-12-script-missing-exit-2", "deny", []string{"hook guard", "gone.py", "No such file or directory"}, promptGuard},
		{"hook-13-exit-2-silent", "deny", []string{"hook guard", "no reason given", "exit code 2 with no text"}, nil},
		{"hook-15-stderr-not-utf8", "deny", []string{"\uFFFD", " stop "}, nil},
		{"hook-16-event-non-ascii", "allow", nil, nil},
		{"hook-18-stdout-approves", "allow", nil, unmarkedStillAsks},
		{"hook-19-regex-habit", "allow", nil, warnsOfRegexps},
		{"hook-22-anchored", "allow", nil, wholeNameMatches},
		{"hook-24-event-name-case", "deny", []string{`"preToolUse"`, `"Pretooluse"`, `the nearest is "PreToolUse"`}, eventsDropped},
		{"hook-25-comment-keys", "deny", []string{`"typo"`, `"timeout"`, "could have guarded this call"}, goodStillRuns},
		{"hook-27-wrong-shapes", "deny", []string{"hooks.json", "list"}, otherWrongShapes},
		{"hook-31-not-executable", "deny", []string{"the hook failed: could not start", "hook.sh is not executable"}, nil},
		{"hook-36-timeout-values", "deny", []string{"could have guarded this call"}, timeoutsDropped},
		{"hook-37-claude-shape-pasted", "deny", []string{"hook pretooluse-1", "check.sh is not executable"}, pastedShapeRuns},
	}
	fan(t, 4, rows, func(c hookCase) string { return c.name }, func(t *testing.T, c hookCase) {
		h := caseHouse(t, c.name, "lookup")
		v := h.decide(t, caseCall(t, c.name), "--can-ask")
		v.wants(t, c.want, c.says...)
		if c.then != nil {
			c.then(t, h, v)
		}
	})
}

// returnsAtOnce: the answer does not wait for the 30 s of the helper (SPEC H11),
// which is left alone (RULINGS, background children).
func returnsAtOnce(t *testing.T, h *house, v verdict) {
	if v.took > slack {
		t.Errorf("the answer came after %v", v.took)
	}
	for _, line := range h.living() {
		if line == "sleep 30" {
			return
		}
	}
	t.Error("the background child was killed")
}

func leavesNothing(t *testing.T, h *house, _ verdict) { h.gone(t) }

// promptGuard: the same fault before a message shows the same words.
func promptGuard(t *testing.T, h *house, _ verdict) {
	out := h.test(t, "--event", "UserPromptSubmit", "--message", "hello")
	if len(out.Hooks) != 1 || out.outcomes() != "prompt-guard=refused" || !strings.Contains(out.Hooks[0].Reason, "gone.py") {
		t.Errorf("%+v", out)
	}
}

// unmarkedStillAsks: a hook can never approve (SPEC H7).
func unmarkedStillAsks(t *testing.T, h *house, _ verdict) {
	h.decide(t, callOf("acme__unmarked", canAsk)).wants(t, "ask", "you have not marked this tool")
	h.decide(t, callOf("acme__unmarked")).wants(t, "deny", "nobody can be asked")
	h.decide(t, callOf("bash", canAsk)).wants(t, "ask")
}

func warnsOfRegexps(t *testing.T, h *house, _ verdict) {
	for _, p := range [][]problem{
		h.check(t, 0, "hooks", "check", h.hooksFile()),
		listed(t, h),
	} {
		for _, entry := range []string{"dot", "bar"} {
			found := false
			for _, w := range named(p, entry) {
				found = found || w.Rule == "hooks/regexp-pattern" && w.Severity == "warning"
			}
			if !found {
				t.Errorf("no warning about %s: %+v", entry, p)
			}
		}
	}
}

// listed is what hooks list has to say beside the hooks.
func listed(t *testing.T, h *house) []problem {
	t.Helper()
	var out struct{ Problems []problem }
	r := h.does(t, 0, "hooks", "list", "-o", "json")
	must(t, json.Unmarshal([]byte(r.out), &out))
	return out.Problems
}

func wholeNameMatches(t *testing.T, h *house, _ verdict) {
	data, err := os.ReadFile(h.hooksFile())
	must(t, err)
	h.put(t, "hooks.json", strings.Replace(string(data), `"acme__look"`, `"acme__lookup"`, 1))
	h.decide(t, callOf("acme__lookup")).wants(t, "deny", "hook p3")
}

func eventsDropped(t *testing.T, h *house, _ verdict) {
	ps := h.check(t, 1, "hooks", "check", h.hooksFile())
	for entry, wrong := range map[string]string{"a": `"preToolUse"`, "b": `"Pretooluse"`} {
		p := named(ps, entry)
		if len(p) == 0 || p[0].Rule != "hooks/unknown-event" || !strings.Contains(p[0].Message, wrong) || !strings.Contains(p[0].Message, `"PreToolUse"`) || p[0].Line == 0 {
			t.Errorf("%s: %+v", entry, p)
		}
	}
	for _, p := range named(ps, "c") { // SessionStart is an event (RULINGS)
		if p.Severity == "error" {
			t.Errorf("c: %+v", p)
		}
	}
	if out := h.test(t, "--tool", "acme__lookup", "--dry-run"); len(out.Hooks) != 0 {
		t.Errorf("would run: %+v", out)
	}
}

func goodStillRuns(t *testing.T, h *house, _ verdict) {
	if out := h.test(t, "--tool", "acme__lookup"); out.outcomes() != "good=no opinion" {
		t.Errorf("%+v", out)
	}
	for _, p := range h.check(t, 1, "hooks", "check", h.hooksFile()) {
		switch {
		case p.Entry == "typo" && p.Rule == "hooks/unknown-key":
			if !strings.Contains(p.Message+p.Hint, "timeoutMs") {
				t.Errorf("the right key is not named: %+v", p)
			}
		case p.Severity == "error" || strings.Contains(p.Message, "_comment") && p.Severity != "note":
			t.Errorf("%+v", p)
		}
	}
}

// pastedShapeRuns: with its execute bit the pasted hook guards the call (SPEC H1).
func pastedShapeRuns(t *testing.T, h *house, _ verdict) {
	must(t, os.Chmod(filepath.Join(h.conf, "check.sh"), 0o700))
	h.decide(t, callOf("acme__lookup", canAsk)).wants(t, "deny", "hook pretooluse-1: refused")
	h.decide(t, callOf("bash", canAsk)).wants(t, "ask")
}

func otherWrongShapes(t *testing.T, h *house, _ verdict) {
	for _, name := range []string{"hooks-null.json", "hooks-empty.json"} {
		data, err := os.ReadFile(filepath.Join(h.conf, name))
		must(t, err)
		h.put(t, "hooks.json", string(data))
		v := h.decide(t, callOf("acme__lookup", canAsk))
		v.wants(t, "deny", "file "+h.hooksFile())
		v = h.decide(t, callOf("bash", canAsk)) // every call, also of no server
		v.wants(t, "deny", "file "+h.hooksFile())
	}
}

func timeoutsDropped(t *testing.T, h *house, _ verdict) {
	ps := h.check(t, 1, "hooks", "check", h.hooksFile())
	for _, entry := range strings.Fields("t0 t1 t2 t3 t4 t6 t7") {
		if p := named(ps, entry); len(p) == 0 {
			t.Errorf("%s is dropped in silence", entry)
		}
	}
	if out := h.test(t, "--tool", "acme__lookup", "--dry-run"); out.outcomes() != "t5=would run ok=would run" {
		t.Errorf("%s", out.outcomes())
	}
}

// TestFloodIsDrainedAndForgotten_hook04: 200 MB on stdout neither stop the hook
// nor fill the memory (SPEC H11, 18).
func TestFloodIsDrainedAndForgotten_hook04(t *testing.T) {
	h := caseHouse(t, "hook-04-stdout-flood", "lookup")
	stop := h.peaks()
	v := h.decide(t, caseCall(t, "hook-04-stdout-flood"))
	most := stop()
	v.wants(t, "allow")
	frugal(t, most, "usher", "usher-gate", "usher-run")
}

// TestStarMatchesEverything_hook21: each of the two patterns refuses by itself.
func TestStarMatchesEverything_hook21(t *testing.T) {
	const name = "hook-21-star-crosses-slash"
	h := caseHouse(t, name, "admin/delete.all")
	h.decide(t, caseCall(t, name), "--can-ask").wants(t, "deny", "hook all")
	if out := h.test(t, "--tool", "acme__admin/delete.all"); out.outcomes() != "all=refused adm=refused" {
		t.Errorf("%+v", out)
	}
}

// TestNoShellSplitsAPath_hook28. (The file's name cannot stand in a Go module.)
func TestNoShellSplitsAPath_hook28(t *testing.T) {
	h := caseHouse(t, "hook-28-spaces-in-path", "lookup")
	h.put(t, "My Hooks/it's a hook.py", "import sys\nsys.stderr.write('ran')\nsys.exit(2)\n")
	h.decide(t, caseCall(t, "hook-28-spaces-in-path")).wants(t, "deny", "hook guard: refused: “ran”")
}

// TestNoShellRunsAScriptWithoutItsName_hook33 (SPEC H9).
func TestNoShellRunsAScriptWithoutItsName_hook33(t *testing.T) {
	h := caseHouse(t, "hook-33-no-shebang", "lookup")
	must(t, os.Chmod(filepath.Join(h.conf, "hook.sh"), 0o755))
	h.decide(t, caseCall(t, "hook-33-no-shebang")).wants(t, "deny", "the hook failed: could not start", "exec format error")
}

// TestOnlyTheBasicEnvironmentArrives_hook34 (SPEC H8); the whole list is in
// TestHookSeesOnlyTheListedEnvironment.
func TestOnlyTheBasicEnvironmentArrives_hook34(t *testing.T) {
	const name = "hook-34-minimal-env"
	h := caseHouse(t, name, "lookup")
	vars, err := os.ReadFile(filepath.Join(casesDir, name, "env.txt"))
	must(t, err)
	h.env = append(h.env, strings.Fields(string(vars))...)
	v := h.decide(t, caseCall(t, name))
	v.wants(t, "allow")
	if strings.Contains(v.out+v.err, "topsecret") {
		t.Errorf("a value of the environment is shown: %v", v.ran)
	}
}

// TestMissingProjectIsSaid_hook39: as far as this step goes, --project and
// $USHER_PROJECT (SPEC H9): the folder is named, not a program.
func TestMissingProjectIsSaid_hook39(t *testing.T) {
	h := caseHouse(t, "hook-39-dead-cwd", "lookup")
	gone := filepath.Join(h.dir, "p")
	h.decide(t, caseCall(t, "hook-39-dead-cwd"), "--project", gone).wants(t, "deny", "project", "does not exist")
	h.env = append(h.env, "USHER_PROJECT="+gone)
	h.decide(t, caseCall(t, "hook-39-dead-cwd")).wants(t, "deny", "project", "does not exist")
}
