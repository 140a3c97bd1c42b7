//go:build unix

package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// F1, A07: a folder below a root is a root under the same rules: no link on the
// way, whole paths in errors, no way up, and it stays the folder it was.
func TestFolderOfARootKeepsItsRules_F1(t *testing.T) {
	dir := realDir(t)
	at := func(name string) string { return filepath.Join(dir, name) }
	write(t, filepath.Join(mkdir(t, at("a/b"), 0o700), "f"), "good", 0o600)
	write(t, filepath.Join(mkdir(t, at("other"), 0o700), "f"), "evil", 0o600)
	link(t, "other", at("link"))
	r := open(t, dir, Self)
	b, err := r.Folder("a/b")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := b.Read("f", 0); b.Path() != at("a/b") || err != nil || string(got) != "good" {
		t.Errorf("%s %q %v", b.Path(), got, err)
	}
	if names, err := b.Names("", 0); err != nil || len(names) != 1 {
		t.Errorf("%q %v", names, err)
	}
	for _, name := range []string{"../../other/f", "..", "", "/etc/passwd"} {
		if _, err := b.Read(name, 0); err == nil {
			t.Errorf("%q leads out of it", name)
		}
	}
	for _, name := range []string{"..", "", "."} {
		if _, err := b.Folder(name); err == nil {
			t.Errorf("%q is a folder below it", name)
		}
	}
	_, err = r.Folder("link")
	wantProblem(t, err, "file/link", at("link"), "is a link to other", "")
	_, err = r.Folder("a/b/f")
	wantProblem(t, err, "file/not-regular", at("a/b/f"), "is a file, not a folder", "")
	if _, err := r.Folder("none/below"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an absent one: %v", err)
	}
	if err := errors.Join(os.Rename(at("a"), at("was")), os.Symlink("other", at("a"))); err != nil {
		t.Fatal(err)
	}
	if got, err := b.Read("f", 0); err != nil || string(got) != "good" {
		t.Errorf("after another took its place: %q %v", got, err)
	}
	for range 2 {
		if err := b.Close(); err != nil {
			t.Errorf("it cannot be closed: %v", err)
		}
	}
}
