package effective

import (
	"os"
	"path/filepath"
	"testing"

	"usher/pkg/trust"
)

// SPEC T5: a folder that names no shell has the digest that it always had, so that
// nobody is asked again about it.
func TestAFolderWithoutAShellKeepsItsDigest_T5(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		".usher/hooks.json": `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"./scripts/a.sh --x=lib/b.js"},{"type":"command","command":"node","args":["c.js","$HOME","a b; tools/d.js"]}]}]}}`,
		".usher/mcp.json":   `{"mcpServers":{"a":{"command":"node","args":["s.js","--at=${workspace}/lib/b.js"],"cwd":"srv"},"b":{"command":"./srv/x","args":["-c","tools/d.js x","/etc/hosts"]}}}`,
		"scripts/a.sh":      "a", "lib/b.js": "b", "c.js": "c", "srv/s.js": "s", "srv/x": "x", "tools/d.js": "d",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f := trust.ReadFolder(dir, Refs)
	if f.Err != nil || len(f.Files) != 7 {
		t.Errorf("%d files, %v", len(f.Files), f.Err)
	}
	if got, want := string(f.Digest), "sha256:ee959a174c8dad768d8c0aff62a3ac5712ca92117f25c6a1d3b5ca3307c62ba3"; got != want {
		t.Errorf("its digest is %s, want %s", got, want)
	}
}
