//go:build linux && !race

package cmd_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestHookThatCannotStartRefuses: the unnamed lines of hookbin's EXPECT.tsv, each
// said in its own words (SPEC H6, H9). No shell helps out.
func TestHookThatCannotStartRefuses(t *testing.T) {
	h := newHouse(t)
	h.ready(t, "lookup")
	for name, text := range map[string]string{
		"empty": "", "bare.sh": ": > CANARY\nexit 0\n", "interp.sh": "#!/nowhere/sh\n: > CANARY\n", "crlf.sh": "#!/bin/sh\r\n: > CANARY\r\n",
		"plain.sh": "#!/bin/sh\n: > CANARY\n", "noarg.sh": "#!\n: > CANARY\n", "ok.sh": "#!/bin/sh\nexit 0\n", "slow.sh": "#!/bin/sh\nsleep 5\n",
	} {
		h.put(t, name, text)
		must(t, os.Chmod(filepath.Join(h.conf, name), 0o755))
	}
	must(t, os.Chmod(filepath.Join(h.conf, "plain.sh"), 0o644))
	must(t, os.Mkdir(filepath.Join(h.conf, "folder"), 0o755))
	must(t, os.Symlink("nowhere", filepath.Join(h.conf, "dangling")))
	must(t, os.Symlink("loop", filepath.Join(h.conf, "loop")))
	must(t, os.Symlink("ok.sh", filepath.Join(h.conf, "linked.sh")))
	for _, c := range []struct {
		command, want, says string
		timeoutMs           int
	}{
		{"./missing", "deny", "does not exist", 0},
		{"no-such-program-anywhere", "deny", "no-such-program-anywhere", 0},
		{"/nowhere/at/all", "deny", "does not exist", 0},
		{"ok.sh", "deny", "ok.sh", 0}, // a bare name is looked up in PATH, not in the folder
		{"./plain.sh", "deny", "is not executable", 0},
		{"./folder", "deny", "directory", 0},
		{"./empty", "deny", "could not start", 0},
		{"./bare.sh", "deny", "exec format error", 0},
		{"./noarg.sh", "deny", "could not start", 0},
		{"./interp.sh", "deny", "interpreter /nowhere/sh does not exist", 0},
		{"./crlf.sh", "deny", "CR LF", 0},
		{"./dangling", "deny", "could not start", 0},
		{"./loop", "deny", "could not start", 0},
		{"./ok.sh/x", "deny", "could not start", 0},
		{"./slow.sh", "deny", "timed out after 100 ms", 100},
		{"./linked.sh", "allow", "", 0},
		{"./ok.sh", "allow", "", 0},
	} {
		h.put(t, "hooks.json", hooksFile(t, hook{Name: "first", Command: c.command, TimeoutMs: c.timeoutMs}))
		v := h.decide(t, callOf("acme__lookup"))
		if c.want == "allow" {
			v.wants(t, "allow")
		} else {
			v.wants(t, "deny", "hook first: the hook failed: ", c.says)
		}
	}
	h.gone(t)
	h.canary(t)
}

// TestWarnIsTheOnlyWayRoundAFailure (SPEC H6): with onError "warn" a failure lets
// the call go on, and is told; a refusal is a refusal.
func TestWarnIsTheOnlyWayRoundAFailure(t *testing.T) {
	h := newHouse(t)
	h.ready(t, "lookup")
	for code, want := range map[int]string{0: "allow", 1: "allow", 2: "deny", 3: "ask", 77: "allow"} {
		h.put(t, "exit.sh", fmt.Sprintf("#!/bin/sh\necho why >&2\nexit %d\n", code))
		h.put(t, "hooks.json", hooksFile(t, hook{Name: "shaky", Command: "./exit.sh", OnError: "warn"}))
		v := h.decide(t, callOf("acme__lookup", canAsk))
		v.wants(t, want)
		if told := len(named(v.Problems, "shaky")) > 0; code != 0 && want == "allow" && !told {
			t.Errorf("exit %d is told nowhere: %v", code, v.ran)
		}
	}
}

// TestHundredHooks: the 57th refuses; and an ask of the first does not hide the
// refusal of the hundredth (SPEC H5).
func TestHundredHooks(t *testing.T) {
	h := newHouse(t)
	h.ready(t, "lookup")
	h.put(t, "exit.sh", "#!/bin/sh\nexit \"$1\"\n")
	file := func(codes map[int]string) string {
		var hooks []hook
		for i := 1; i <= 100; i++ {
			code := codes[i]
			if code == "" {
				code = "0"
			}
			hooks = append(hooks, hook{Name: fmt.Sprintf("h%d", i), Command: "./exit.sh", Args: []string{code}})
		}
		return hooksFile(t, hooks...)
	}
	for _, c := range []struct {
		codes     map[int]string
		want, who string
	}{
		{nil, "allow", ""},
		{map[int]string{57: "2"}, "deny", "hook h57: refused"},
		{map[int]string{1: "3", 100: "2"}, "deny", "hook h100: refused"},
		{map[int]string{1: "3", 100: "1"}, "deny", "hook h100: the hook failed"},
		{map[int]string{1: "3"}, "ask", "hook h1: asks"},
	} {
		h.put(t, "hooks.json", file(c.codes))
		h.decide(t, callOf("acme__lookup", canAsk)).wants(t, c.want, c.who)
	}
	h.gone(t)
}

// TestWrongCaseOfAnEventGuards: the last line of hookbin's table.
func TestWrongCaseOfAnEventGuards(t *testing.T) {
	h := newHouse(t)
	h.ready(t, "lookup", "list")
	for _, event := range []string{"preToolUse", "PRETOOLUSE", "PreToolUse ", "pre_tool_use", "PostTooluse", "stop", ""} {
		h.put(t, "hooks.json", fmt.Sprintf(`{"hooks":[{"name":"g","event":%q,"match":"acme__lookup","command":"/bin/true"}]}`, event))
		h.decide(t, callOf("acme__lookup")).wants(t, "deny", `"g" was dropped and could have guarded this call`)
		h.decide(t, callOf("acme__list")).wants(t, "allow")
	}
}

// TestUsherIsNotItsOwnHook (SPEC Q4; defs/hooks/0300, 0301 with usher's name): by
// name, by path, through links; and what a hook starts of usher decides nothing.
func TestUsherIsNotItsOwnHook(t *testing.T) {
	h := newHouse(t)
	h.ready(t, "lookup")
	link := filepath.Join(h.conf, "innocent")
	must(t, os.Symlink(filepath.Join(h.bin, "usher"), link))
	must(t, os.Link(filepath.Join(h.bin, "usher-gate"), filepath.Join(h.conf, "twin")))
	before, err := os.ReadFile(filepath.Join(h.state, "ledger.json"))
	must(t, err)
	approve := []string{"grant", "set", "acme", "wipe", "--allow", "--digest", h.digest(t, "acme")}
	for _, c := range []struct {
		command string
		args    []string
	}{
		{"usher", []string{"run-gate"}}, {"usher", approve}, {"usher-gate", nil}, {"usher-run", nil}, {"usher", []string{"version"}},
		{filepath.Join(h.bin, "usher"), approve}, {"./innocent", approve}, {"./twin", nil},
	} {
		h.put(t, "hooks.json", hooksFile(t, hook{Name: "self", Command: c.command, Args: c.args}))
		h.decide(t, callOf("acme__lookup", canAsk)).wants(t, "deny", "hook self: the hook failed: could not start", "usher")
	}
	nested := []struct {
		line string
		code int
	}{
		{"usher run-gate", 2}, {"usher-gate --can-ask", 2}, {"usher run-gate --tool acme__lookup", 2}, {"usher run-gate --tool bash --can-ask", 2},
		{"usher grant set acme wipe --allow --digest " + approve[6], 2}, {"usher server approve acme --digest " + approve[6], 2},
		{"usher server mark acme wipe read-only --digest " + approve[6], 2},
	}
	for _, n := range nested {
		h.put(t, "nested.sh", fmt.Sprintf("#!/bin/sh\n%s >nested.out 2>&1\necho $? >nested\nexit 0\n", n.line))
		h.put(t, "hooks.json", hooksFile(t, hook{Name: "nested", Command: "./nested.sh"}))
		h.asks(t, callOf("acme__lookup")).wants(t, "allow")
		if got := h.lines(t, "nested")[0]; got != fmt.Sprint(n.code) {
			t.Errorf("%s inside a hook ended with %s: %v", n.line, got, h.lines(t, "nested.out"))
		}
	}
	if after, err := os.ReadFile(filepath.Join(h.state, "ledger.json")); err != nil || string(after) != string(before) {
		t.Errorf("a hook changed the ledger: %s", after)
	}
}
