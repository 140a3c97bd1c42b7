//go:build linux && !race

package cmd_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// Who may trust a folder, and take the trust back (SPEC A4, A5).

// markers are the variables that assistants set.
func markers() []string {
	return strings.Fields("CLAUDECODE AI_AGENT CODEX_THREAD_ID CODEX_SESSION_ID CODEX_CI CODEX_SANDBOX COPILOT_CLI " +
		"COPILOT_AGENT_SESSION_ID GEMINI_CLI QWEN_CODE OPENCODE CURSOR_AGENT KAITOI_SESSION_ID USHER_HOOK_EVENT")
}

// TestOnlyAPersonTrusts: at one and the same terminal, what stands between it and a
// person makes the answer nobody's: status 3 and how the person does it, nothing
// shown to answer and nothing written.
func TestOnlyAPersonTrusts(t *testing.T) {
	t.Parallel()
	a := newAsked(t, 300, oneServer)
	python := `python3 -c 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))' `
	for _, c := range []struct{ law, line, says string }{
		{"script", "script -qec '" + grantProj + "' /dev/null", "which can answer in a person's place, started this command"},
		{"python's pty", python + grantProj, "made this terminal, so a program may be answering"},
		{"expect", `expect -c 'spawn ` + grantProj + `; expect eof; exit [lindex [wait] 3]'`, "which can answer in a person's place, started this command"},
		{"a yes on a pipe", "echo yes | " + grantProj, "standard input is not the terminal"},
		{"the right answer on a pipe", "printf '%s\\n' " + six("  digest "+a.shows(t, a.root()).Digest) + " | " + grantProj, "standard input is not the terminal"},
		{"no input", grantProj + " </dev/null", "standard input is not the terminal"},
		{"no controlling terminal", "setsid -w " + grantProj, "there is no terminal to ask at"},
		{"no terminal at all", "setsid -w " + grantProj + " </dev/null 2>&1 | cat; (exit 3)", "there is no terminal to ask at"},
	} {
		s := a.opens(c.line).ends(3)
		if !strings.Contains(s, "usher: error: this is for a person to decide, and ") || !strings.Contains(s, c.says) || strings.Contains(s, question) ||
			!strings.Contains(s, "usher: hint: in a terminal of your own: usher trust grant "+a.root()) ||
			!strings.Contains(s, "--digest "+a.shows(t, a.root()).Digest) {
			t.Errorf("%s:\n%s", c.law, s)
		}
	}
	// in an assistant's environment, at the terminal and by digest alike
	a.put(t, "policy.json", `{"approve":{"unattended":true}}`)
	digest := a.shows(t, a.root()).Digest
	for _, m := range markers() {
		code, who := 3, "$"+m+" says that an assistant runs this command"
		if m == "USHER_HOOK_EVENT" {
			code, who = 2, "$"+m+" says that a hook runs this command"
		}
		s := a.opens(fmt.Sprintf("export %s=1; %s", m, grantProj)).ends(code)
		if !strings.Contains(s, who) || strings.Contains(s, question) {
			t.Errorf("%s:\n%s", m, s)
		}
		c := a.command("usher", "trust", "grant", a.root(), "--digest", digest)
		c.Env = append(c.Env, m+"=1")
		if r := launch(t, c, ""); r.code != code || !strings.Contains(r.err, who) {
			t.Errorf("%v", r)
		}
	}
	if _, err := os.Stat(a.state); !os.IsNotExist(err) {
		t.Errorf("something was written: %v", err)
	}
	w := a.opens("sh -c 'sh -c \"" + grantProj + "; true\"'") // a script of the person's
	w.types(six(w.sees(question)), "Enter")
	w.ends(0)
	a.is(t, "trusted", a.root())
}

// TestOnlyAPersonTakesAGuardAway: revoking a folder whose hooks guard calls is for a
// person, or for a script without any terminal; without such hooks anybody may.
func TestOnlyAPersonTakesAGuardAway(t *testing.T) {
	guarded := map[string]string{".usher/hooks.json": `{"hooks":[{"name":"g","event":"PreToolUse","command":"cat"}]}`}
	a := newAsked(t, 300, guarded)
	a.put(t, "policy.json", `{"approve":{"unattended":true}}`)
	a.trusts(t, a.root())
	revoke := "usher trust revoke yard/proj"
	for _, c := range []struct {
		law, line, says string
		code            int
	}{
		{"script", "script -qec '" + revoke + "' /dev/null", "hooks of this folder guard calls, so this is for a person to decide", 3},
		{"python's pty", `python3 -c 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))' ` + revoke, "made this terminal, so a program may be answering", 3},
		{"an assistant's variable", "CLAUDECODE=1 " + revoke, "$CLAUDECODE says that an assistant runs this command", 3},
		{"an assistant's variable, without a terminal", "CLAUDECODE=1 setsid -w " + revoke, "$CLAUDECODE says that an assistant runs this command", 3},
		{"inside a hook", "USHER_HOOK_EVENT=PreToolUse " + revoke, "says that a hook runs this command", 2},
	} {
		s := a.opens(c.line).ends(c.code)
		if !strings.Contains(s, c.says) || !strings.Contains(s, "usher: hint: in a terminal of your own: usher trust revoke "+a.root()) {
			t.Errorf("%s:\n%s", c.law, s)
		}
		a.is(t, "trusted", a.root())
	}
	// the guard that counts is the one that was trusted, whatever the folder is now
	must(t, os.Remove(a.def("hooks.json")))
	if s := a.opens("AI_AGENT=1 " + revoke).ends(3); !strings.Contains(s, "AI_AGENT") {
		t.Errorf("%s", s)
	}
	a.writes(t, a.def("hooks.json"), guarded[".usher/hooks.json"])
	for _, line := range []string{revoke, "setsid -w " + revoke + " </dev/null"} {
		if s := a.opens(line).ends(0); !strings.Contains(s, a.root()+" is not trusted any more") {
			t.Errorf("%s:\n%s", line, s)
		}
		a.is(t, "not trusted", a.root())
		a.trusts(t, a.root())
	}
	a.writes(t, a.def("hooks.json"), `{"hooks":[{"name":"g","event":"PostToolUse","command":"cat"}]}`)
	a.trusts(t, a.root())
	a.opens("CLAUDECODE=1 " + revoke).ends(0)
	a.is(t, "not trusted", a.root())
}
