//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The card of trust grant, at a terminal that a person could sit at (SPEC A3, T6, Q8).

// asked is a project in a house with a desk.
type asked struct {
	*project
	*desk
}

func newAsked(t *testing.T, columns int, files map[string]string) asked {
	t.Helper()
	p := &project{house: newHouse(t), layout: ".usher"}
	p.yard = filepath.Join(p.dir, "yard")
	for name, text := range files {
		p.writes(t, p.at("proj/"+name), text)
	}
	return asked{p, p.desk(t, columns)}
}

const (
	grantProj = "usher trust grant yard/proj"
	question  = "type the first six characters of the digest after sha256:"
)

var oneServer = map[string]string{".usher/mcp.json": `{"servers":[{"id":"lab","command":"cat","args":["-n"]}]}`}

// six are the characters that a screen asks for.
func six(screen string) string {
	_, rest, _ := strings.Cut(screen, "  digest ")
	_, hex, _ := strings.Cut(rest, "sha256:")
	return (hex + "......")[:6]
}

// undecided holds that nothing was written.
func (a asked) undecided(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(a.state); !os.IsNotExist(err) {
		t.Errorf("something was written: %v", err)
	}
}

// ledger is what stands in the ledger about this kind of thing.
func (p *project) ledger(t *testing.T, kind string) (found []map[string]any) {
	t.Helper()
	var doc struct{ Decisions []map[string]any }
	must(t, json.Unmarshal([]byte(slurp(t, filepath.Join(p.state, "ledger.json"))), &doc))
	for _, d := range doc.Decisions {
		if d["kind"] == kind {
			found = append(found, d)
		}
	}
	return found
}

// TestTrustCardGolden: hostile names and arguments on the screen, as a person sees
// it. UPDATE_GOLDEN=1 rewrites the file: read it before it is kept.
func TestTrustCardGolden(t *testing.T) {
	a := newAsked(t, 160, map[string]string{
		".usher/mcp.json": `{"servers":[
 {"id":"lab","command":"cat","args":["-n","tools/run.sh","--config=tools/link","blank   blank","say \"no\" C:\\temp","\u0430pple","\"  warning: nothing to see","` + strings.Repeat("long ", 60) + `"],"env":["LAB_URL","LAB_TOKEN"]},
 {"id":"mine","command":"cat"},
 {"id":"gone","command":"no-such-program"},
 {"id":"off","command":"cat","disabled":true},
 {"id":"web","url":"http://localhost:8080/mcp","tokenEnv":"WEB_TOKEN"},
 {"id":"bad","command":"cat","enviroment":["X"]},
 {"id":"ctl","command":"cat","args":["\u001b[2J"]}]}`,
		".usher/hooks.json": `{"hooks":[
 {"name":"guard","event":"PreToolUse","match":"lab__*","command":"sh","args":["-c","exit 2 # \"$HOME\""]},
 {"name":"lenient","event":"PreToolUse","onError":"warn","command":"tools/run.sh"},
 {"name":"teller","event":"PostToolUse","command":"cat","modelOutput":true},
 {"name":"parked","event":"PreToolUse","enabled":false,"command":"cat"},
 {"name":"broken","event":"PreToolUse","timeoutMs":1,"command":"cat"}]}`,
		".usher/instructions.md":                 "be kind",
		".usher/skills/a/SKILL.md":               "---\ndescription: a\n---\n",
		".usher/prompts/two\nlines.md":           "x",
		".usher/prompts/clear\x1b[2J\x1b[Hme.md": "x",
		".usher/prompts/bidi\u202edm.gnp":        "x",
		".usher/prompts/q\"uote.md":              "x",
		".usher/prompts/new   blanks.md":         "x",
		"tools/run.sh":                           "#!/bin/sh\n",
	})
	must(t, os.Symlink("/etc/hosts", a.at("proj/tools/link")))
	a.put(t, "mcp.json", `{"servers":[{"id":"mine","command":"cat"}]}`)
	a.h.env = append(a.h.env, "LAB_URL=http://somewhere")
	w := a.opens(grantProj)
	screen := w.sees(question)
	w.types("no", "Enter")
	w.ends(2)
	a.undecided(t)
	got := regexp.MustCompile(`(launch +sha256:)[0-9a-f]{64}`).ReplaceAllString(strings.ReplaceAll(screen, a.h.dir, "/HOUSE"), "${1}…")
	got = regexp.MustCompile(`(servers/[a-z]+@)[0-9a-f]{16}`).ReplaceAllString(got, "${1}…")                           // of the folder's path
	got = regexp.MustCompile(`[0-9]+ (characters of this folder .* roughly) [0-9]+ `).ReplaceAllString(got, "… $1 … ") // what the words around a text weigh
	path := filepath.Join("testdata", "card", "trust.golden")
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		must(t, os.WriteFile(path, []byte(got), 0o644))
	}
	if want := slurp(t, path); got != want {
		t.Errorf("%s differs:\n%s\nwant\n%s", path, got, want)
	}
}

// TestSixCharactersTrust: the first six of the digest and nothing else; the folder
// and every server that could start are recorded as they were shown.
func TestSixCharactersTrust(t *testing.T) {
	a := newAsked(t, 200, oneServer)
	hex := strings.TrimPrefix(a.shows(t, a.root()).Digest, "sha256:")
	for _, wrong := range []string{"", hex[:5], hex[:7], hex, "sha256:" + hex[:6], hex[1:7], strings.ToUpper(hex[:5]) + "g", "y", "yes", "000000", "\x1b[A"} {
		w := a.opens(grantProj)
		w.sees(question)
		w.types(wrong, "Enter")
		if s := w.ends(2); !strings.Contains(s, "usher: error: the answer was no; nothing was changed") || !strings.Contains(s, "usher: hint: to decide again: usher trust grant "+a.root()) {
			t.Errorf("%q:\n%s", wrong, s)
		}
	}
	a.undecided(t)
	w := a.opens(grantProj + " -o json")
	screen := w.sees(question)
	w.types(" "+six(screen)+" ", "Enter")
	screen = w.ends(0)
	if six(screen) != hex[:6] || !strings.Contains(screen, `"done": "trusted"`) || !strings.Contains(screen, `"approved": [`) {
		t.Errorf("%s", screen)
	}
	a.is(t, "trusted", a.root())
	folders, launches := a.ledger(t, "folder"), a.ledger(t, "launch")
	if len(folders) != 1 || folders[0]["folder"] != a.root() || len(launches) != 1 || launches[0]["server"] != "lab" || launches[0]["folder"] != a.root() ||
		!strings.Contains(screen, launches[0]["digest"].(string)) {
		t.Errorf("%v %v\n%s", folders, launches, screen)
	}
	if s := a.opens(grantProj).ends(0); !strings.Contains(s, "is trusted already, as it is now") { // no further question
		t.Errorf("%s", s)
	}
}

// TestCardIsInterrupted: ctrl-C is 130, the end of input a refusal, a closed window
// too, and nothing is written.
func TestCardIsInterrupted(t *testing.T) {
	a := newAsked(t, 200, oneServer)
	w := a.opens(grantProj)
	w.sees(question)
	w.types("", "C-c")
	if s := w.ends(130); !strings.Contains(s, "usher: error: interrupted") {
		t.Errorf("%s", s)
	}
	w = a.opens(grantProj)
	screen := w.sees(question)
	w.types(six(screen)[:3], "C-c") // half an answer
	w.ends(130)
	w = a.opens(grantProj)
	w.sees(question)
	w.types("", "C-d")
	if s := w.ends(2); !strings.Contains(s, "usher: error: no answer was given") {
		t.Errorf("%s", s)
	}
	w = a.opens(grantProj + "; touch " + a.at("still-here"))
	w.sees(question)
	a.tmux("kill-session", "-t", w.name)
	a.undecided(t)
}

// TestTypedAheadIsDiscarded: what was typed before the card was on the screen is no
// answer to it, right as it may be (SPEC Q8).
func TestTypedAheadIsDiscarded(t *testing.T) {
	a := newAsked(t, 200, oneServer)
	hex := strings.TrimPrefix(a.shows(t, a.root()).Digest, "sha256:")
	w := a.opens("until [ -e go ]; do :; done; " + grantProj)
	w.types(hex[:6], "Enter")
	w.sees(hex[:6]) // the terminal has it
	a.writes(t, filepath.Join(a.h.dir, "go"), "")
	w.sees(question)
	w.types("wrong", "Enter")
	w.ends(2)
	a.undecided(t)
}

// TestSwapDuringTheCard: what is recorded is what was shown, whatever the folder, a
// link in PATH or the name of a program became meanwhile; and the answer says that
// the folder has changed (SPEC T4, A1).
func TestSwapDuringTheCard(t *testing.T) {
	files := map[string]string{".usher/mcp.json": `{"servers":[{"id":"lab","command":"tool"}]}`, ".usher/hooks.json": `{"hooks":[{"name":"h","event":"PreToolUse","command":"cat"}]}`}
	a := newAsked(t, 160, files)
	tool := filepath.Join(a.bin, "tool")
	must(t, os.Symlink("/usr/bin/cat", tool))
	w := a.opens(grantProj)
	screen := w.sees(question)
	shown := a.shows(t, a.root()).Digest
	must(t, os.Remove(tool))
	must(t, os.Symlink("/usr/bin/tac", tool))
	a.writes(t, a.mcp(), `{"servers":[{"id":"lab","command":"touch","args":["pwned.txt"]},{"id":"evil","command":"touch"}]}`)
	must(t, os.Remove(a.def("hooks.json")))
	w.types(six(screen), "Enter")
	if s := w.ends(0); !strings.Contains(s, "is trusted as you were shown it, and has changed since") || !strings.Contains(s, "usher trust diff "+a.root()) {
		t.Errorf("%s", s)
	}
	launches, folders := a.ledger(t, "launch"), a.ledger(t, "folder")
	if len(launches) != 1 || launches[0]["server"] != "lab" || !strings.Contains(screen, launches[0]["digest"].(string)) || len(folders) != 1 || folders[0]["digest"] != shown || folders[0]["guards"] != true {
		t.Errorf("%v %v\n%s", launches, folders, screen)
	}
	a.is(t, "changed", a.root())
	for name, text := range files {
		a.writes(t, a.at("proj/"+name), text)
	}
	a.is(t, "trusted", a.root()) // the copy is of what was shown, too
	a.calls(t, a.root(), callOf("lab__x", canAsk)).wants(t, "deny", "the server is not approved to run as it is now defined")
	must(t, os.Remove(tool))
	must(t, os.Symlink("/usr/bin/cat", tool))
	a.calls(t, a.root(), callOf("lab__x", canAsk)).wants(t, "ask", "you have not marked this tool")
}

// TestLongCards: a card that is too long to be read cannot be answered; many files
// alone are no such thing (SPEC Q8, 18).
func TestLongCards(t *testing.T) {
	a := newAsked(t, 200, oneServer)
	for i := range 400 {
		a.writes(t, a.def(fmt.Sprintf("skills/s/part-%03d.txt", i)), "x")
	}
	w := a.opens(grantProj)
	if s := w.sees(question); strings.Count(s, "/skills/s/part-") != 400 {
		t.Errorf("a file is not on the card:\n%s", s)
	}
	w.types("", "C-c")
	w.ends(130)
	args, _ := json.Marshal(strings.Fields(strings.Repeat("x ", 199)))
	a.writes(t, a.mcp(), `{"servers":[{"id":"lab","command":"cat","args":`+string(args)+`}]}`)
	if s := a.opens(grantProj).ends(2); !strings.Contains(s, "too long to be shown to a person") || strings.Contains(s, question) {
		t.Errorf("%s", s)
	}
	a.undecided(t)
}
