package cmd

import (
	"os"
	"path/filepath"
	"testing"
)

// SPEC S10: the data goes with its server, also what that has shut or made read-only,
// and nothing that a link in it leads to.
func TestDataThatIsShutIsRemoved_S10(t *testing.T) {
	data, beside := t.TempDir(), t.TempDir()
	place := filepath.Join(data, "servers", "notes")
	for _, dir := range []string{filepath.Join(place, "mod", "cache"), filepath.Join(beside, "kept")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o400); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(beside, filepath.Join(place, "mod", "out")); err != nil {
		t.Skipf("no links can be made here: %v", err)
	}
	for path, mode := range map[string]os.FileMode{filepath.Join(place, "mod", "cache"): 0, filepath.Join(place, "mod"): 0o500, beside: 0o500} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = os.Chmod(beside, 0o700) })
	if err := (removal{id: "notes", data: place}).forgetData(data); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(place); err == nil {
		t.Error("the data is left")
	}
	if info, err := os.Stat(beside); err != nil || info.Mode().Perm() != 0o500 {
		t.Errorf("what a link leads to was changed: %v %v", info, err)
	}
	if _, err := os.Stat(filepath.Join(beside, "kept", "file")); err != nil {
		t.Error(err)
	}
}
