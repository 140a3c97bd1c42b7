//go:build unix

package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"usher/pkg/fault"
)

// SPEC Y3, F1: a named file is read whoever owns it, and links, pipes, folders
// and giants are problems with a rule, never a hang.
func TestReadPlain_Y3(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(at("good"), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(at("good"), 0o666); err != nil {
		t.Fatal(err)
	}
	if data, err := ReadPlain(at("good"), 2); err != nil || string(data) != "{}" {
		t.Errorf("got %q, %v", data, err)
	}
	if err := os.Symlink("good", at("link")); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mkfifo(at("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, rule := range map[string]string{
		at("link"): ruleLink, at("pipe"): ruleNotRegular, dir: ruleNotRegular,
	} {
		_, err := ReadPlain(path, 0)
		var fe *fault.Error
		if !errors.As(err, &fe) || len(fe.Problems) != 1 || fe.Problems[0].Rule != rule {
			t.Errorf("%s: got %v, want rule %s", path, err, rule)
		}
	}
	var fe *fault.Error
	if _, err := ReadPlain(at("good"), 1); !errors.As(err, &fe) || fe.Problems[0].Rule != ruleTooLarge {
		t.Errorf("too large: %v", err)
	}
	if _, err := ReadPlain(at("gone"), 0); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("absent: %v", err)
	}
}
