//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/policy"
)

// TestTheSandboxPageIsSound: its files load without a word of complaint, and its
// commands are those of usher.
func TestTheSandboxPageIsSound(t *testing.T) {
	h := newHouse(t)
	for _, e := range examples(t, "../docs/sandbox.md", 2) {
		switch e.name {
		case "mcp.json":
			h.sound(t, e, "server", "yours")
		case "policy.json":
			_, found := policy.Parse(policy.Source{}, policy.Source{Path: e.name, Data: []byte(e.text), Present: true})
			if len(found) > 0 {
				t.Errorf("%s: %v", e.name, []fault.Problem(found))
			}
		default:
			t.Errorf("nothing checks the example of %s", e.name)
		}
	}
	page, err := os.ReadFile("../docs/sandbox.md")
	must(t, err)
	for _, dir := range []string{"notes", "Documents/specs", "drafts"} {
		must(t, os.MkdirAll(filepath.Join(h.home, dir), 0o700))
	}
	ran := 0
	for _, line := range strings.Split(string(page), "\n") {
		line, ok := strings.CutPrefix(line, "$ usher ")
		if !ok {
			continue
		}
		line, _, _ = strings.Cut(line, " #")
		words := strings.Fields(strings.ReplaceAll(line, "~", h.home))
		if strings.Contains(line, "edit old") && !strings.Contains(string(mustRead(t, h)), `"old"`) {
			if code, out := h.shown(t, "server", "add", "old", "--", "cat"); code != 0 {
				t.Fatal(out)
			}
		}
		if code, out := h.shown(t, words...); code != 0 {
			t.Errorf("usher %s: status %d\n%s", line, code, out)
		}
		ran++
	}
	if ran < 6 {
		t.Errorf("only %d commands are shown", ran)
	}
}

func mustRead(t *testing.T, h *house) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(h.conf, "mcp.json"))
	must(t, err)
	return data
}
