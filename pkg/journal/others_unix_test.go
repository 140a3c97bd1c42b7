//go:build unix

package journal

import (
	"os"
	"path/filepath"
	"testing"
)

// SPEC L4, Q2: a journal or a state folder that others can write is refused.
func TestOthersJournalIsRefused(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	add(t, state, Entry{Time: at(1), Kind: Hook})
	for path, mode := range map[string]os.FileMode{Path(state): 0o666, state: 0o777} {
		before, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if err := Append(t.Context(), state, Entry{Time: at(2), Kind: Hook}); err == nil {
			t.Errorf("%s with %v was written", path, mode)
		}
		if _, _, err := Read(state, Wanted{}); err == nil {
			t.Errorf("%s with %v was read", path, mode)
		}
		if err := os.Chmod(path, before.Mode().Perm()); err != nil {
			t.Fatal(err)
		}
	}
}
