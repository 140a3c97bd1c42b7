//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestThePageOfSecretsHolds: what docs/secrets.md tells to type works, in the order
// in which one would: servers, then their secrets, and the list that comes of both.
func TestThePageOfSecretsHolds(t *testing.T) {
	h := newHouse(t)
	h.env = append(h.env, "XDG_RUNTIME_DIR=/nonexistent")
	must(t, os.WriteFile(filepath.Join(h.dir, "token.txt"), []byte("tok-not-real-9\n"), 0o600))
	page := map[string]string{}
	for _, e := range examples(t, "../docs/secrets.md", 5) {
		page[e.name] = e.text
	}
	lines := func(name string) string {
		c := h.command("sh", "-ec", page[name])
		c.Env = append(c.Env[:len(c.Env):len(c.Env)], "PATH="+h.bin+":/usr/bin:/bin")
		r := launch(t, c, "")
		if r.code != 0 {
			t.Errorf("%s: %v", name, r)
		}
		return r.out
	}
	if out := lines("add"); !strings.Contains(out, "usher secret set lab/API_TOKEN") || !strings.Contains(out, "usher secret set web/BEARER") {
		t.Errorf("add: %s", out)
	}
	if got := h.file(t, h.mcpFile()); strings.TrimSpace(got) != strings.TrimSpace(page["mcp.json"]) {
		t.Errorf("mcp.json is\n%s", got)
	}
	lines("set")
	if got, want := h.does(t, 0, "secret", "list").out, strings.ReplaceAll(page["list"], "$HOME", h.home); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	lines("move")
}
