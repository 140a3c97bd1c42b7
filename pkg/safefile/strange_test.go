//go:build unix

package safefile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"usher/pkg/fault"
)

// SPEC H13: an oversized, linked or irregular file anywhere below is named.
func TestStrangeNamesWhatIsNotRead_H13(t *testing.T) {
	for name, c := range map[string]struct {
		put  func(at string) error
		rule string
	}{
		"nothing":     {func(string) error { return nil }, ""},
		"a file":      {func(at string) error { return os.WriteFile(at, []byte("1234"), 0o600) }, ""},
		"a giant":     {func(at string) error { return os.WriteFile(at, []byte("12345"), 0o600) }, ruleTooLarge},
		"a link":      {func(at string) error { return os.Symlink("/dev/null", at) }, ruleLink},
		"a dead link": {func(at string) error { return os.Symlink("nowhere", at) }, ruleLink},
		"a pipe":      {func(at string) error { return unix.Mkfifo(at, 0o600) }, ruleNotRegular},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.MkdirAll(filepath.Join(dir, "skills", "deep"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := c.put(filepath.Join(dir, "skills", "deep", "x")); err != nil {
				t.Fatal(err)
			}
			root, err := OpenRoot(dir, Self)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = root.Close() }()
			if err := root.Strange("absent", 1, 4); err != nil {
				t.Errorf("an absent folder: %v", err)
			}
			err = root.Strange("skills", 1, 4)
			var fe *fault.Error
			switch {
			case c.rule == "" && err != nil:
				t.Errorf("got %v", err)
			case c.rule != "" && (!errors.As(err, &fe) || fe.Problems[0].Rule != c.rule):
				t.Errorf("got %v, want %s", err, c.rule)
			}
			if err := os.WriteFile(filepath.Join(dir, "skills", "a"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if name == "a file" && root.Strange("skills", 1, 4) == nil {
				t.Error("one file too many was passed over")
			}
		})
	}
}
