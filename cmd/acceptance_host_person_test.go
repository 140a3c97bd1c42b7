//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"testing"
)

// SPEC G10, S13: at a terminal the change is shown and asked for; a no writes nothing,
// a yes writes, and taking usher out asks too.
func TestConnectingAsks_G10(t *testing.T) {
	h := newHouse(t)
	settings := filepath.Join(h.home, ".gemini", "settings.json")
	must(t, os.MkdirAll(filepath.Dir(settings), 0o700))
	must(t, os.WriteFile(settings, []byte("{\n  \"key\": \"hush\"\n}\n"), 0o600))
	before := h.file(t, settings)
	d := h.desk(t, 200)
	w := d.opens("usher host connect gemini")
	shows(t, w.asked(1, "Write this into Gemini CLI?"), `"key": "…"`, "nothing is written yet")
	w.types("n", "Enter")
	shows(t, w.ends(2), "the answer was no; nothing was written", "to decide again: usher host connect gemini")
	if h.file(t, settings) != before {
		t.Error("a no wrote")
	}
	w = d.opens("usher host connect gemini")
	w.asked(1, "Write this into Gemini CLI?")
	w.types("y", "Enter")
	shows(t, w.ends(0), "gemini is connected")
	w = d.opens("usher host disconnect --all")
	w.asked(1, "Take usher out?")
	w.types("y", "Enter")
	shows(t, w.ends(0), "gemini is disconnected")
	if h.file(t, settings) != before {
		t.Error("the file is not what it was")
	}
}
