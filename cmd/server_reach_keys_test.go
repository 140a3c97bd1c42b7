package cmd

import (
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/sandbox"
	"usher/pkg/sandbox/needs"
)

// SPEC A3: a person who gives a key reads that it is one, be it by a folder or by a
// file that the command line names.
func TestKeysAreWarnedOf_A3(t *testing.T) {
	for path, warned := range map[string]bool{
		"/h/.ssh/id_ed25519": true, "/h/.aws/config": true, "/h/x/server.pem": true, "/h/x/ID_RSA": true, "/h/.netrc": true, "/h/x/.env": true,
		"/h/.config/gh/hosts.yml": true, "/h/.config/usher/server.py": false, "/h/.local/bin/x": false, "/h/id_rsa.pub": false, "/h/keys.py": false,
	} {
		for _, f := range []needs.Found{{Plan: sandbox.Plan{Files: []string{path}}}, {Plan: sandbox.Plan{Files: []string{path}}, Programs: []string{path}}} {
			says := keys(f)
			if want := warned && len(f.Programs) == 0; (len(says) == 1 && strings.Contains(says[0], path)) != want {
				t.Errorf("%s: %q", path, says)
			}
		}
	}
	if says := keys(needs.Found{Plan: sandbox.Plan{Read: []string{"/h/.ssh", "/h/notes"}, Write: []string{"/h/.config/x", "/h/.codex", "/etc"}}}); len(says) != 4 {
		t.Errorf("%q", says)
	}
	bin := t.TempDir()
	real, err := filepath.EvalSymlinks(bin)
	if err != nil {
		t.Fatal(err)
	}
	path := strings.Join([]string{"/nowhere", "bin", bin}, string(filepath.ListSeparator))
	for dir, warned := range map[string]bool{real: true, filepath.Dir(real): true, filepath.Join(real, "below"): false} {
		if says := startable(needs.Found{Plan: sandbox.Plan{Write: []string{dir}}}, path); (len(says) == 1 && strings.Contains(says[0], bin)) != warned {
			t.Errorf("%s: %q", dir, says)
		}
	}
}
