//go:build linux && !race

package cmd_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What a person accepts of hooks files, at a terminal they could sit at (SPEC H13, A3, A5, Q8).

const (
	acceptOwn = "usher hooks accept"
	acceptAsk = "Accept exactly this?"
)

// ownHooks is what hooks list says about the person's own file.
func (h *house) ownHooks(t *testing.T) (digest, differs string) {
	t.Helper()
	out := h.does(t, 0, "hooks", "list", "-o", "json").out
	find := func(key string) string {
		m := regexp.MustCompile(`"` + key + `": "([^"]*)"`).FindStringSubmatch(out)
		if m == nil {
			t.Fatalf("no %s in %s", key, out)
		}
		return m[1]
	}
	return find("digest"), find("differs")
}

// TestAcceptCardGolden: every hook with its command line, whole and harmless, as a
// person sees it. UPDATE_GOLDEN=1 rewrites the file: read it before it is kept.
func TestAcceptCardGolden(t *testing.T) {
	a := newAsked(t, 150, nil)
	a.put(t, "hooks.json", `{"hooks":[
 {"name":"guard","event":"PreToolUse","match":"lab__*","command":"/bin/sh","args":["-c","exit 2 # \"$HOME\"","\u0430pple","\"  warning: nothing to see","`+strings.Repeat("long ", 60)+`"],"timeoutMs":1500},
 {"name":"lenient","event":"PreToolUse","onError":"warn","command":"/usr/bin/check","timeoutMs":250},
 {"name":"teller","event":"PostToolUse","command":"/bin/cat","modelOutput":true},
 {"name":"bye","event":"Stop","command":"/bin/cat"},
 {"name":"parked","event":"PreToolUse","enabled":false,"command":"/bin/cat"},
 {"name":"broken","event":"PreToolUse","timeoutMs":1,"command":"/bin/cat"},
 {"name":"b\u001b[2Jad","event":"Stop","command":"/bin/cat"}]}`)
	w := a.opens(acceptOwn)
	screen := w.sees(acceptAsk)
	w.types("n", "Enter")
	if s := w.ends(2); !strings.Contains(s, "usher: error: the answer was no; nothing was changed about "+a.hooksFile()) ||
		!strings.Contains(s, "usher: hint: to decide again: usher hooks accept") {
		t.Errorf("%s", s)
	}
	a.undecided(t)
	got := regexp.MustCompile(`(digest +sha256:)[0-9a-f]{64}`).ReplaceAllString(strings.ReplaceAll(screen, a.h.dir, "/HOUSE"), "${1}…")
	path := filepath.Join("testdata", "card", "accept.golden")
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		must(t, os.WriteFile(path, []byte(got), 0o644))
	}
	if want := slurp(t, path); got != want {
		t.Errorf("%s differs:\n%s\nwant\n%s", path, got, want)
	}
}

// TestAcceptCardOfTheObjectShape: alternatives, seconds, and who reads the command line.
func TestAcceptCardOfTheObjectShape(t *testing.T) {
	a := newAsked(t, 150, nil)
	a.put(t, "policy.json", `{"hooks":{"onError":"warn"}}`)
	a.put(t, "hooks.json", `{"hooks":{"PreToolUse":[{"matcher":"Bash|Edit","hooks":[
 {"type":"command","command":"check | tee log","shell":true,"timeout":30,"onError":"deny"},
 {"type":"command","command":"/bin/check --all"},
 {"type":"command","command":"one | other"}]}]}}`)
	w := a.opens(acceptOwn)
	screen := w.sees(acceptAsk)
	w.types("", "Enter")
	w.ends(2)
	for _, line := range []string{
		`tools          "Bash|Edit"`, `2  "check | tee log"`, "read by a shell: it is a script, not one program",
		"30 s; a failure refuses the call", `command        "/bin/check"`, `1  "--all"`, "60 s; a failure only warns",
		`dropped entry  "pretooluse-3"`, `the entry "pretooluse-3" cannot be used: every call that it could match is refused`,
	} {
		if !strings.Contains(screen, line) {
			t.Errorf("no %s on the card:\n%s", line, screen)
		}
	}
}

// TestOnlyAYesAccepts: everything but a yes leaves all as it was, an interrupt and a
// closed window too; a yes records what was shown, once.
func TestOnlyAYesAccepts(t *testing.T) {
	a := newAsked(t, 150, nil)
	a.put(t, "hooks.json", `{"hooks":[{"name":"g","event":"PreToolUse","command":"/bin/true"}]}`)
	for _, c := range []struct {
		key  string
		code int
	}{{"Enter", 2}, {"C-c", 130}, {"C-d", 2}} {
		w := a.opens(acceptOwn)
		w.sees(acceptAsk)
		w.types("", c.key)
		w.ends(c.code)
	}
	w := a.opens(acceptOwn)
	w.sees(acceptAsk)
	a.tmux("kill-session", "-t", w.name)
	a.undecided(t)
	digest, _ := a.ownHooks(t)
	w = a.opens(acceptOwn + " --digest " + digest) // a person who pasted it is shown the card
	screen := w.sees(acceptAsk)
	w.types("y", "Enter")
	if s := w.ends(0); !strings.Contains(s, a.hooksFile()+" is accepted as it is now") || !strings.Contains(screen, digest) {
		t.Errorf("%s", s)
	}
	if found := a.ledger(t, "hooks"); len(found) != 1 || found[0]["digest"] != digest || found[0]["layer"] != "yours" || found[0]["file"] != "hooks.json" {
		t.Errorf("%v", found)
	}
	if s := a.opens(acceptOwn).ends(0); !strings.Contains(s, "is accepted already as it is now") || strings.Contains(s, acceptAsk) {
		t.Errorf("%s", s)
	}
	must(t, os.Remove(a.hooksFile())) // that there is none is shown and asked as well
	w = a.opens(acceptOwn)
	screen = w.sees(acceptAsk)
	w.types("y", "Enter")
	if s := w.ends(0); !strings.Contains(screen, "was deleted since you accepted it") || !strings.Contains(screen, "there is no file") || !strings.Contains(s, "does not exist, and that is accepted") {
		t.Errorf("%s\n%s", screen, s)
	}
}

// TestOnlyAPersonAccepts: what stands between a terminal and a person makes the
// answer nobody's (SPEC A5).
func TestOnlyAPersonAccepts(t *testing.T) {
	a := newAsked(t, 200, nil)
	a.put(t, "hooks.json", `{"hooks":[]}`)
	for _, c := range []struct{ law, line, says string }{
		{"script", "script -qec '" + acceptOwn + "' /dev/null", "which can answer in a person's place, started this command"},
		{"python's pty", `python3 -c 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))' ` + acceptOwn, "made this terminal, so a program may be answering"},
		{"a yes on a pipe", "echo y | " + acceptOwn, "standard input is not the terminal"},
		{"no controlling terminal", "setsid -w " + acceptOwn, "there is no terminal to ask at"},
	} {
		s := a.opens(c.line).ends(3)
		if !strings.Contains(s, "usher: error: this is for a person to decide, and ") || !strings.Contains(s, c.says) || strings.Contains(s, acceptAsk) {
			t.Errorf("%s:\n%s", c.law, s)
		}
	}
	for _, m := range markers() {
		code := 3
		if m == "USHER_HOOK_EVENT" {
			code = 2
		}
		if s := a.opens(fmt.Sprintf("export %s=1; %s", m, acceptOwn)).ends(code); !strings.Contains(s, "$"+m+" says that ") || strings.Contains(s, acceptAsk) {
			t.Errorf("%s:\n%s", m, s)
		}
	}
	a.undecided(t)
}

// TestEditDuringTheAcceptCard: what is recorded are the bytes that were shown. A file
// that is edited between card and answer is not accepted, and the answer says so.
func TestEditDuringTheAcceptCard(t *testing.T) {
	a := newAsked(t, 300, nil)
	a.h.ready(t, "lookup")
	a.put(t, "policy.json", `{"approve":{"unattended":true},"hooks":{"pinned":true}}`)
	shown := `{"hooks":[{"name":"g","event":"PreToolUse","command":"/bin/true"}]}`
	a.put(t, "hooks.json", shown)
	digest, _ := a.ownHooks(t)
	w := a.opens(acceptOwn)
	w.sees(acceptAsk)
	a.put(t, "hooks.json", `{"hooks":[{"name":"g","event":"PreToolUse","command":"/bin/false"}]}`)
	w.types("y", "Enter")
	if s := w.ends(0); !strings.Contains(s, "is accepted as you were shown it, and has changed since: what it is now is not accepted") {
		t.Errorf("%s", s)
	}
	if found := a.ledger(t, "hooks"); len(found) != 1 || found[0]["digest"] != digest {
		t.Errorf("%v, shown was %s", found, digest)
	}
	a.h.decide(t, callOf("acme__lookup", canAsk)).wants(t, "deny", "was edited since you accepted it")
	a.put(t, "hooks.json", shown)
	a.h.decide(t, callOf("acme__lookup", canAsk)).wants(t, "allow")
}

// TestAFoldersHooksAreAskedOneByOne: a card and a question for each file; a no to one
// leaves the other to be accepted, and the grant's own card says that both wait (SPEC A3).
func TestAFoldersHooksAreAskedOneByOne(t *testing.T) {
	a := newAsked(t, 300, map[string]string{
		".usher/hooks.json":          `{"hooks":[{"name":"first","event":"PreToolUse","command":"/bin/true"}]}`,
		".kkss/assistant/hooks.json": `{"hooks":[{"name":"second","event":"PreToolUse","command":"/bin/true"}]}`,
	})
	a.put(t, "policy.json", `{"trust":{"hooks":"each"}}`)
	w := a.opens(grantProj)
	screen := w.sees(question)
	w.types(six(screen), "Enter")
	if s := w.ends(0); strings.Count(screen, "it waits: nothing of it runs until you accept it too") != 2 ||
		strings.Count(s, "until you accept it too: usher hooks accept --project "+a.root()) != 2 {
		t.Errorf("%s\n%s", screen, s)
	}
	line := acceptOwn + " --project yard/proj"
	w = a.opens(line)
	if s := w.sees(acceptAsk); !strings.Contains(s, "/.usher/hooks.json") || strings.Contains(s, "second") {
		t.Errorf("%s", s)
	}
	w.types("n", "Enter")
	w.sees("second")
	if !soon(func() bool { return strings.Count(w.screen(), acceptAsk) == 2 }) {
		t.Fatalf("no second question:\n%s", w.screen())
	}
	w.types("y", "Enter")
	if s := w.ends(2); !strings.Contains(s, a.at("proj/.kkss/assistant/hooks.json")+" is accepted as it is now") ||
		!strings.Contains(s, "the answer was no; nothing was changed about "+a.def("hooks.json")) {
		t.Errorf("%s", s)
	}
	if found := a.ledger(t, "hooks"); len(found) != 1 || found[0]["file"] != ".kkss/assistant/hooks.json" || found[0]["folder"] != a.root() {
		t.Errorf("%v", found)
	}
	w = a.opens(line)
	w.sees(acceptAsk)
	w.types("y", "Enter")
	w.ends(0)
	if found := a.ledger(t, "hooks"); len(found) != 2 {
		t.Errorf("%v", found)
	}
	// the trust is taken back while a card is on the screen: nothing is accepted
	a.writes(t, a.def("hooks.json"), `{"hooks":[]}`)
	w = a.opens(grantProj)
	w.types(six(w.sees(question)), "Enter")
	w.ends(0)
	w = a.opens(line)
	w.sees(acceptAsk)
	a.h.does(t, 0, "trust", "revoke", a.root())
	w.types("y", "Enter")
	if s := w.ends(1); !strings.Contains(s, "is not trusted any more, so nothing of it can be accepted") {
		t.Errorf("%s", s)
	}
	if found := a.ledger(t, "hooks"); len(found) != 0 {
		t.Errorf("%v", found)
	}
}
