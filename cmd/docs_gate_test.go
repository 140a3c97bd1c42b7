//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTablesOfTheGatePageHold: every table that docs/gate.md shows is run, with the
// files it names, in a house with no home where it supposes everything (SPEC G8).
func TestTablesOfTheGatePageHold(t *testing.T) {
	h := newHouse(t)
	dir := filepath.Join(h.dir, "page")
	must(t, os.Mkdir(dir, 0o700))
	for name, text := range map[string]string{
		"mcp.json": `{"servers":[{"id":"notes","command":"notes-server"}]}`, "hooks.json": `{"hooks":[]}`, "policy.json": `{}`,
	} {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	for _, e := range examples(t, "../docs/gate.md", 3) {
		must(t, os.WriteFile(filepath.Join(dir, e.name), []byte(e.text), 0o600))
		env := h.env
		if e.name != "real.json" {
			h.env = []string{"PATH=/nonexistent", "USHER_TEST_MACHINE_DIR=/no/such/usher"}
		}
		code, out := h.shown(t, "gate", "test", filepath.Join(dir, e.name))
		h.env = env
		if code != 0 || !strings.Contains(out, "0 failed") {
			t.Errorf("%s: status %d\n%s", e.name, code, out)
		}
	}
}
