//go:build linux && !race

package cmd_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestThePageOnImportsIsTrue: its commands run as they stand there, on the file it
// shows, and leave the entry it shows.
func TestThePageOnImportsIsTrue(t *testing.T) {
	h := newHouse(t)
	page := map[string]string{}
	for _, e := range examples(t, "../docs/import.md", 8) {
		page[e.name] = e.text
	}
	must(t, os.MkdirAll(filepath.Join(h.home, ".cursor"), 0o700))
	must(t, os.WriteFile(filepath.Join(h.home, ".cursor", "mcp.json"), []byte(page["cursor"]), 0o600))
	must(t, os.WriteFile(filepath.Join(h.dir, "entry.json"), []byte(`{"mcpServers": {"piped": {"command": "cat", "env": {"API_KEY": "not-a-real-one"}}}}`), 0o600))
	for _, step := range []struct{ name, says string }{
		{"looks", "cursor  2"}, {"dry", "nothing is saved yet"}, {"take", "1 server saved in"}, {"", ""},
		{"paste", "1 server saved in"}, {"pipe", "env.API_KEY is the stored secret piped/API_KEY now"}, {"presets", "usher server add --preset blender"},
	} {
		if step.name == "" {
			if file := h.file(t, h.mcpFile()); file != page["mcp.json"] {
				t.Errorf("mcp.json is\n%sand the page shows\n%s", file, page["mcp.json"])
			}
			continue
		}
		c := exec.Command("/bin/sh", "-c", page[step.name])
		c.Env, c.Dir = h.env, h.dir
		out, err := c.CombinedOutput()
		if err != nil || !strings.Contains(string(out), step.says) {
			t.Errorf("%s: %v\n%s", step.name, err, out)
		}
	}
	h.nothingApproved(t)
	h.secretIs(t, "docs/API_KEY", "not-a-real-key")
}
