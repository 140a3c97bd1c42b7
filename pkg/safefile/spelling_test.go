//go:build unix

package safefile

import (
	"os"
	"path/filepath"
	"testing"
)

// A16: on a disk that is blind to case a twin is not the file.
func TestTwinOfANameIsRefused(t *testing.T) {
	dir := realDir(t)
	write(t, filepath.Join(dir, "Hooks.json"), "{}", 0o600)
	write(t, filepath.Join(dir, "mcp.json"), "{}", 0o600)
	for _, c := range []struct{ name, says string }{
		{"mcp.json", ""},
		{"hooks.json", "is spelled Hooks.json on the disk"},
		{"policy.json", "is spelled in another way"},
	} {
		f, err := os.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		err = exactly(f, filepath.Join(dir, c.name), c.name)
		_ = f.Close()
		if c.says == "" && err != nil {
			t.Error(err)
		}
		if c.says != "" {
			wantProblem(t, err, "file/name", filepath.Join(dir, c.name), c.says, "rename it to "+c.name)
		}
	}
}
