//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The commands that define servers, at a person's terminal: the card, the answers,
// and what stands afterwards.

// file is the text of a file of the house.
func (h *house) file(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return ""
	}
	must(t, err)
	return string(data)
}

func (h *house) ledger(t *testing.T) string {
	t.Helper()
	return h.file(t, filepath.Join(h.state, "ledger.json"))
}

// shows holds that a screen says each of the words.
func shows(t *testing.T, screen string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(screen, w) {
			t.Errorf("the screen does not say %q:\n%s", w, screen)
		}
	}
}

// enterIsNo ends every question; what is typed before it is on the screen is thrown away.
const enterIsNo = "(Enter: no):"

// SPEC A3: add ends in the card of what would run, and a yes approves exactly that.
func TestAddEndsInTheCard_A3(t *testing.T) {
	h := newHouse(t)
	d := h.desk(t, 120)
	w := d.opens(`usher server add lab --cwd /usr --env 'KEY=${env:HOME}' -- python3 -u lib/server.py 'é  ok' ''`)
	shows(t, w.sees(enterIsNo), `command      "python3"`, `1  "-u"`, `2  "lib/server.py"`, `3  "\u{e9}  ok"`, `4  ""`, `program      "/usr/bin/python3"`,
		`script       "/usr/lib/server.py"`, `runs in      "/usr"`, "KEY: from your HOME, set now", "launch       sha256:",
		"reach        no network", "none of your folders", "can change without asking you")
	if strings.Contains(h.ledger(t), `"launch"`) {
		t.Error("approved before the answer")
	}
	w.types("y", "Enter")
	shows(t, w.ends(0), "lab is saved and may run: python3 -u lib/server.py")
	if ids := h.ids(t, "not probed", "unavailable", "ready"); ids != "lab" || !strings.Contains(h.ledger(t), `"kind":"launch","server":"lab"`) {
		t.Errorf("%q\n%s", ids, h.ledger(t))
	}
}

// SPEC A3, A5: a no, an interrupt, and a terminal that a program made leave the
// server saved, and approve nothing.
func TestAddWithoutAYesIsSavedOnly_A5(t *testing.T) {
	h := newHouse(t)
	d := h.desk(t, 100)
	w := d.opens("usher server add no -- cat")
	w.sees(enterIsNo)
	w.types("n", "Enter")
	shows(t, w.ends(0), "no is saved and needs approval before it runs: cat", "usher server approve no")

	w = d.opens("usher server add enter -- cat")
	w.sees(enterIsNo)
	w.types("", "Enter")
	w.ends(0)

	w = d.opens("trap : INT; usher server add stopped -- cat") // the shell stays to say the status
	w.sees(enterIsNo)
	w.types("", "C-c")
	shows(t, w.ends(130), "stopped is saved and needs approval", "interrupted")

	w = d.opens(`python3 -c 'import pty, sys; sys.exit(pty.spawn(["usher", "server", "add", "made", "--", "cat"]) >> 8)'`)
	shows(t, w.ends(0), "made is saved and needs approval")
	w = d.opens("AI_AGENT=1 usher server add assisted -- cat")
	shows(t, w.ends(0), "assisted is saved and needs approval")
	w = d.opens("echo y | usher server add piped -- cat")
	shows(t, w.ends(0), "piped is saved and needs approval")
	if ids := h.ids(t, "needs approval"); ids != "no enter stopped made assisted piped" || h.ledger(t) != "" {
		t.Errorf("%q\n%s", ids, h.ledger(t))
	}
}

// SPEC S10, A6: an edit that launches something else asks again, one that does
// not asks nothing, and enable is a person's to say without a question.
func TestEditAsksAgainWhereTheLaunchChanges_S10(t *testing.T) {
	h := newHouse(t)
	d := h.desk(t, 100)
	w := d.opens("usher server add lab -- cat -n")
	w.sees(enterIsNo)
	w.types("yes", "Enter")
	w.ends(0)
	if out := d.opens("usher server edit lab --disabled").ends(0); strings.Contains(out, enterIsNo) {
		t.Errorf("asked about a launch that did not change:\n%s", out)
	}
	shows(t, d.opens("usher server enable lab").ends(0), "lab is enabled: cat -n")
	w = d.opens("usher server edit lab -- cat -b")
	shows(t, w.sees(enterIsNo), `1  "-b"`)
	w.types("y", "Enter")
	shows(t, w.ends(0), "lab is saved and may run: cat -b", "1 decision about it ended; denials stay")
	if n := strings.Count(h.ledger(t), `"launch"`); n != 1 {
		t.Errorf("%d approvals:\n%s", n, h.ledger(t))
	}
}

// SPEC S5: a person allows a code-loading variable by typing its name; the card
// has it apart from the others.
func TestAllowEnvAtTheTerminal_S5(t *testing.T) {
	h := newHouse(t)
	w := h.desk(t, 100).opens("usher server add lab --env NODE_OPTIONS=--x --env MODE=1 --allow-env NODE_OPTIONS -- cat")
	shows(t, w.sees(enterIsNo), `environment   MODE: "1"`, `code-loading  NODE_OPTIONS: "--x"`,
		"warning: lab: the variable NODE_OPTIONS changes how programs load code")
	w.types("n", "Enter")
	w.ends(0)
	if ledger := h.ledger(t); !strings.Contains(ledger, `"env":"NODE_OPTIONS"`) || strings.Contains(ledger, `"launch"`) {
		t.Error(ledger)
	}
}

// SPEC S10, A5: remove shows what goes with the server; a no changes nothing.
func TestRemoveAsksASecondTime_S10(t *testing.T) {
	h := newHouse(t)
	d := h.desk(t, 100)
	digest := h.ready(t, "lookup")
	h.does(t, 0, "grant", "set", "acme", "wipe", "--deny")
	before := h.ledger(t) + h.file(t, h.mcpFile())
	w := d.opens("usher server remove acme")
	shows(t, w.sees(enterIsNo), `runs          "sh acme.sh"`, `"allow lookup"`, `your guards   "deny wipe"`, "warning: what you denied", digest[:40])
	w.types("n", "Enter")
	shows(t, w.ends(2), "the answer was no; nothing was changed")
	if h.ledger(t)+h.file(t, h.mcpFile()) != before {
		t.Error("a no changed something")
	}
	if out := d.opens(`python3 -c 'import pty, sys; sys.exit(pty.spawn(["usher", "server", "remove", "acme", "--yes"]) >> 8)'`).ends(3); !strings.Contains(out, "a deny or an ask goes with this") {
		t.Error(out)
	}
	w = d.opens("usher server remove acme")
	w.sees(enterIsNo)
	w.types("y", "Enter")
	shows(t, w.ends(0), "acme is removed, and what was decided about it: 1 approval, 1 mark, 1 denial")
	if ledger := h.ledger(t); strings.Contains(ledger, "acme") || strings.Contains(h.file(t, h.mcpFile()), "acme") {
		t.Error(ledger)
	}
	if out := d.opens(`python3 -c 'import pty, sys; sys.exit(pty.spawn(["usher", "server", "remove", "other"]) >> 8)'`).ends(3); !strings.Contains(out, "a second yes is needed, and python3") {
		t.Error(out)
	}
}
