//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const typedToken = "tok-not-real-typed-9"

// SPEC E2, A5: at a person's terminal a secret is asked for and not shown; an empty
// line, ctrl-C and a terminal that a program made store nothing.
func TestSecretSetAsksWithoutEcho_E2(t *testing.T) {
	h := newHouse(t)
	d := h.desk(t, 100)
	w := d.opens("usher secret set LAB_TOKEN")
	w.sees("Value of LAB_TOKEN, which is not shown:")
	w.types(typedToken, "Enter")
	if out := w.ends(0); strings.Contains(out, typedToken) || !strings.Contains(out, "LAB_TOKEN is stored") {
		t.Error(out)
	}
	before := h.secretsFile(t)
	if !strings.Contains(before, `"value":"`+typedToken+`"`) {
		t.Error("it is not what was typed")
	}
	w = d.opens("usher secret set LAB_TOKEN")
	w.sees("not shown:")
	w.types("", "Enter")
	shows(t, w.ends(2), "the value is empty")
	w = d.opens("trap : INT; usher secret set LAB_TOKEN")
	w.sees("not shown:")
	w.types("half", "C-c")
	w.ends(130)
	shows(t, d.opens(`python3 -c 'import pty, sys; sys.exit(pty.spawn(["usher", "secret", "set", "LAB_TOKEN"]) >> 8)'`).ends(3), "a secret is for a person to type, and python3")
	shows(t, d.opens("AI_AGENT=1 usher secret set LAB_TOKEN").ends(3), "this is for a person to decide")
	if h.secretsFile(t) != before {
		t.Error("something was stored")
	}
}

// SPEC S9, S10, secret-07: add asks for what --env and --bearer name, before the
// card; the file holds names alone; Enter keeps on edit; remove forgets.
func TestAddAndEditAskForSecrets_S9_secret07(t *testing.T) {
	h := newHouse(t)
	d := h.desk(t, 120)
	w := d.opens("usher server add lab --env API_TOKEN --pass-env LANG -- cat")
	w.sees("Value of lab/API_TOKEN, which is not shown (Enter: none yet):")
	w.types(typedToken, "Enter")
	shows(t, w.sees(enterIsNo), "API_TOKEN: from the secret lab/API_TOKEN", "LANG: from your environment, set now")
	w.types("y", "Enter")
	shows(t, w.ends(0), "lab is saved and may run: cat", "note: stored: lab/API_TOKEN", "secrets are kept from now on in a file only you can read")
	w = d.opens("usher server edit lab --env API_TOKEN")
	w.sees("(Enter: keep the one stored):")
	w.types("", "Enter")
	shows(t, w.ends(0), "nothing was given, and nothing is changed")
	if !strings.Contains(h.secretsFile(t), typedToken) {
		t.Error("a blank took the secret away")
	}

	w = d.opens("usher server add a --url https://lab.example/mcp --bearer")
	w.sees("Value of a/BEARER")
	w.types("t1-not-real", "Enter")
	shows(t, w.sees(enterIsNo), "a/BEARER: into the header Authorization, sent to the url, stored")
	w.types("n", "Enter")
	w.ends(0)
	w = d.opens("usher server edit a --bearer --url https://other.example/mcp")
	w.sees("(Enter: keep the one stored):")
	w.types("", "Enter")
	w.sees(enterIsNo)
	w.types("n", "Enter")
	w.ends(0)
	if mine := h.file(t, h.mcpFile()); strings.Contains(mine, "not-real") || !strings.Contains(mine, `"Authorization": "Bearer ${secret:a/BEARER}"`) || !strings.Contains(h.secretsFile(t), "t1-not-real") {
		t.Errorf("%s\n%s", mine, h.secretsFile(t))
	}
	w = d.opens("usher server remove a")
	shows(t, w.sees(enterIsNo), "its secrets", "a/BEARER")
	w.types("y", "Enter")
	w.ends(0)
	w = d.opens("usher server add a --url https://other.example/mcp --bearer")
	w.sees("Value of a/BEARER, which is not shown (Enter: none yet):")
	w.types("", "Enter")
	w.sees(enterIsNo)
	w.types("n", "Enter")
	shows(t, w.ends(0), "to store a/BEARER: usher secret set a/BEARER")
	if strings.Contains(h.secretsFile(t), "t1-not-real") {
		t.Error("a removed server's token came back")
	}
}

// SPEC E5, secret-04: a store that refuses leaves every file as it was, a file that
// cannot be written takes the secret back, and a control character saves nothing.
func TestARefusedSecretLeavesEveryFile_E5_secret04(t *testing.T) {
	h := newHouse(t)
	h.put(t, "mcp.json", `{"servers":[{"id":"lab","command":"cat"}]}`)
	k := h.keychain(t)
	h.keeps(t, "FIRST", "x")
	d := h.desk(t, 120)
	unchanged := func(what string) {
		t.Helper()
		if h.file(t, h.mcpFile()) != `{"servers":[{"id":"lab","command":"cat"}]}` || strings.Count(h.secretsFile(t), "name") != 1 || h.ledger(t) != "" {
			t.Errorf("%s: something was written:\n%s\n%s\n%s", what, h.file(t, h.mcpFile()), h.secretsFile(t), h.ledger(t))
		}
	}
	w := d.opens("usher server edit lab --env A_TOKEN")
	w.sees("Value of lab/A_TOKEN")
	w.types("tok\tnot-real", "Enter")
	shows(t, w.ends(2), "holds a control character")
	unchanged("a tab")
	k.lock()
	for _, line := range []string{"usher server add web --url https://lab.example/mcp --bearer", "usher server edit lab --env A_TOKEN"} {
		w = d.opens(line)
		w.sees("which is not shown")
		w.types(typedToken, "Enter")
		if out := w.ends(1); !strings.Contains(out, "the keychain is locked; nothing was saved") || strings.Contains(out, typedToken) {
			t.Error(out)
		}
		unchanged(line)
	}

	h = newHouse(t)
	h.put(t, "mcp.json", `{"servers":[{"id":"lab","command":"cat"}]}`)
	h.keeps(t, "FIRST", "x")
	before := h.secretsFile(t)
	w = h.desk(t, 120).opens("usher server edit lab --env A_TOKEN")
	w.sees("Value of lab/A_TOKEN")
	must(t, os.Rename(h.mcpFile(), h.mcpFile()+".away"))
	must(t, os.Mkdir(h.mcpFile(), 0o700))
	w.types(typedToken, "Enter")
	w.ends(1)
	if h.secretsFile(t) != before {
		t.Errorf("a secret that nothing names is left:\n%s", h.secretsFile(t))
	}
	if _, err := os.Stat(filepath.Join(h.state, "ledger.json")); err == nil {
		t.Error("a ledger was made")
	}
}
