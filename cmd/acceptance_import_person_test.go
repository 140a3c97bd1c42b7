//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// theirs writes another app's file into the house.
func (h *house) theirs(t *testing.T, text string) {
	t.Helper()
	must(t, os.WriteFile(filepath.Join(h.dir, "theirs.json"), []byte(text), 0o600))
}

// asked waits until the n-th question takes an answer, and gives the screen: what is
// typed before that is thrown away.
func (w *window) asked(n int, question string) string {
	w.t.Helper()
	if !soon(func() bool { return strings.Count(w.screen(), enterIsNo) == n }) {
		w.t.Fatalf("%s: there is no question %d:\n%s", w.did, n, w.screen())
	}
	shows(w.t, w.screen(), question)
	return w.screen()
}

const threeServers = `{"inputs": [{"type": "promptString", "id": "api-key", "description": "Key of docs", "password": true}],
"servers": {"docs": {"command": "cat", "env": {"API_KEY": "${input:api-key}"}}, "My Server": {"command": "tac"}, "web": {"url": "https://web.example/mcp"}}}`

// SPEC S13: at a terminal each server is asked for, after the whole report; what the
// file asks for is asked for once, unseen; nothing is approved.
func TestImportAsksForEach_S13(t *testing.T) {
	h := newHouse(t)
	h.theirs(t, threeServers)
	w := h.desk(t, 120).opens("usher server import theirs.json")
	shows(t, w.asked(1, "Save docs: cat?"), "3 servers, nothing is saved yet", "new, renamed", "env.API_KEY is taken from the secret docs/API_KEY")
	w.types("y", "Enter")
	w.asked(2, `Save "My Server" as my-server: tac?`)
	w.types("n", "Enter")
	w.asked(3, "Save web: https://web.example/mcp?")
	w.types("y", "Enter")
	w.sees("docs/API_KEY (Key of docs), not shown, Enter leaves it for later:")
	if h.file(t, h.mcpFile()) != "" {
		t.Error("saved before the last answer")
	}
	w.types("key-not-real-9", "Enter")
	screen := w.ends(0)
	shows(t, screen, "2 servers saved in", "docs: to approve it, in a terminal of your own: usher server approve docs")
	if strings.Contains(screen, "not-real-9") {
		t.Errorf("the secret is shown:\n%s", screen)
	}
	if ids := h.ids(t, "needs approval"); ids != "docs web" || h.ledger(t) != "" {
		t.Errorf("%q %s", ids, h.ledger(t))
	}
	h.secretIs(t, "docs/API_KEY", "key-not-real-9")
}

// SPEC S13: for named servers and for all one question is put, a no and an interrupt
// save nothing, and what is replaced is asked for alone.
func TestImportAsksOnceForWhatIsNamed_S13(t *testing.T) {
	h := newHouse(t)
	h.put(t, "mcp.json", `{"servers": [{"id": "docs", "command": "cat", "args": ["-n"]}]}`)
	h.theirs(t, threeServers)
	before, d := h.file(t, h.mcpFile()), h.desk(t, 120)
	w := d.opens("usher server import theirs.json --all --replace")
	w.asked(1, "Save 2 servers? A server runs only after you approve it.")
	w.types("n", "Enter")
	w.asked(2, "Replace docs, which is cat -n, by cat? What you decided about it ends.")
	w.types("", "Enter")
	shows(t, w.ends(2), "the answer was no; nothing was saved", "to decide again: usher server import theirs.json --all --replace")

	w = d.opens("trap : INT; usher server import theirs.json web")
	w.asked(1, "Save web? A server runs only after you approve it.")
	w.types("", "C-c")
	shows(t, w.ends(130), "interrupted")

	w = d.opens(`python3 -c 'import pty, sys; sys.exit(pty.spawn(["usher", "server", "import", "theirs.json"]) >> 8)'`)
	shows(t, w.ends(3), "nothing is saved without a yes, and")
	if h.file(t, h.mcpFile()) != before || h.ledger(t) != "" {
		t.Error("something was saved")
	}

	w = d.opens("usher server import theirs.json docs --replace")
	w.asked(1, "Replace docs, which is cat -n, by cat?")
	w.types("y", "Enter")
	w.sees("docs/API_KEY (Key of docs), not shown")
	w.types("", "Enter")
	shows(t, w.ends(0), "1 server saved in", "docs: needs the secret docs/API_KEY: usher secret set docs/API_KEY")
}

// SPEC S9, A3: a pasted entry ends in the card of each server, and a yes approves
// exactly that one.
func TestAddJSONEndsInTheCards_A3(t *testing.T) {
	h := newHouse(t)
	w := h.desk(t, 120).opens(`usher server add --json '` + threeServers + `'`)
	w.asked(1, `Save "My Server" as my-server: tac?`)
	w.types("y", "Enter")
	w.sees("docs/API_KEY (Key of docs), not shown")
	w.types("key-not-real-9", "Enter")
	shows(t, w.asked(2, "secrets      docs/API_KEY"), `command      "cat"`)
	w.types("y", "Enter")
	w.asked(3, `command      "tac"`)
	w.types("n", "Enter")
	w.asked(4, `"https://web.example/mcp"`)
	w.types("n", "Enter")
	screen := w.ends(0)
	shows(t, screen, "3 servers saved in", "my-server: to approve it")
	if strings.Contains(screen, "not-real-9") || strings.Contains(screen, "docs: to approve it") {
		t.Error(screen)
	}
	if ids := h.ids(t, "needs approval"); ids != "my-server web" || strings.Count(h.ledger(t), `"kind":"launch"`) != 1 {
		t.Errorf("%q %s", ids, h.ledger(t))
	}
}

// SPEC S14: a preset asks for what it needs, and ends in the card.
func TestAddPresetAsksAndEndsInTheCard_S14(t *testing.T) {
	h := newHouse(t)
	d := h.desk(t, 120)
	w := d.opens("usher server add --preset davinci-resolve --answer folder=/usr --answer library=/usr/lib/x.so --allow-env PYTHONPATH")
	w.sees("python: the Python of the server's environment")
	w.types("/usr/bin/python3", "Enter")
	w.sees("scripting: Resolve's folder")
	w.types("/usr/lib", "Enter")
	shows(t, w.sees(enterIsNo), `command       "/usr/bin/python3"`, `1  "/usr/src/server.py"`, `code-loading  PYTHONPATH: "`)
	w.types("y", "Enter")
	shows(t, w.ends(0), "davinci-resolve is saved and may run: /usr/bin/python3 /usr/src/server.py", "before it works: Install DaVinci Resolve Studio")
	if !strings.Contains(h.ledger(t), `"env":"PYTHONPATH"`) {
		t.Error(h.ledger(t))
	}
	w = d.opens("usher server add --preset comfy")
	shows(t, w.sees(enterIsNo), `"https://cloud.comfy.org/mcp"`)
	w.types("n", "Enter")
	shows(t, w.ends(0), "comfy is saved and needs approval")
}
