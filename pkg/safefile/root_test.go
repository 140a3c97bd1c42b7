//go:build unix

package safefile

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// F1, A05: the root itself may be reached through links; its path is the real
// one, and what it holds open stays the same folder when the link moves on.
func TestRootThroughALink(t *testing.T) {
	dir := realDir(t)
	real := mkdir(t, filepath.Join(dir, "real", "usher"), 0o700)
	other := mkdir(t, filepath.Join(dir, "other"), 0o700)
	write(t, filepath.Join(real, "f"), "real", 0o600)
	write(t, filepath.Join(other, "f"), "other", 0o600)
	link(t, "real/../real", filepath.Join(dir, "rel"))
	link(t, filepath.Join(dir, "rel", "usher"), filepath.Join(dir, "abs"))
	for _, path := range []string{real, real + "/", filepath.Join(dir, "rel", "usher"), filepath.Join(dir, "abs"), dir + "/./abs"} {
		r := open(t, path, Self)
		if got, err := r.Read("f", 0); r.Path() != real || err != nil || string(got) != "real" {
			t.Errorf("%s: %s %q %v", path, r.Path(), got, err)
		}
	}
	r := open(t, filepath.Join(dir, "abs"), Self)
	if err := os.Remove(filepath.Join(dir, "abs")); err != nil {
		t.Fatal(err)
	}
	link(t, other, filepath.Join(dir, "abs"))
	if got, err := r.Read("f", 0); err != nil || string(got) != "real" {
		t.Errorf("after the link moved: %q %v", got, err)
	}
}

// H13: a folder whose link leads nowhere is broken, never merely absent: its
// guards would vanish in silence.
func TestBrokenRootIsNotAbsent(t *testing.T) {
	dir := realDir(t)
	at := func(name string) string { return filepath.Join(dir, name) }
	link(t, "gone/usher", at("dangling"))
	link(t, at("dangling"), at("twice"))
	link(t, "loop", at("loop"))
	write(t, at("file"), "x", 0o600)
	for _, c := range []struct{ path, rule, file, says string }{
		{at("dangling"), "file/link", at("dangling"), "is a link to " + at("gone") + ", which does not exist"},
		{at("dangling") + "/deeper", "file/link", at("dangling"), "which does not exist"},
		{at("twice"), "file/link", at("dangling"), "which does not exist"},
		{at("loop"), "file/link", at("loop"), "too many links"},
		{at("file"), "file/not-regular", at("file"), "is a file, not a folder"},
		{at("file") + "/.config", "file/not-regular", at("file"), "is a file, not a folder"},
	} {
		_, err := OpenRoot(c.path, Self)
		hint := map[string]string{"is a file, not a folder": "mv "}[c.says]
		t.Run(c.path, func(t *testing.T) { wantProblem(t, err, c.rule, c.file, c.says, hint) })
	}
	_, err := OpenRoot("relative", Self)
	if err == nil {
		t.Error("a relative path was opened")
	}
}

func TestNamesAreSortedAndBounded(t *testing.T) {
	dir := realDir(t)
	sub := mkdir(t, filepath.Join(dir, "prompts"), 0o755)
	var want []string
	for i := range 30 {
		want = append(want, "p"+strconv.Itoa(i)+".md")
		write(t, filepath.Join(sub, want[i]), "x", 0o600)
	}
	slices.Sort(want)
	r := open(t, dir, Self)
	for _, max := range []int{30, 0} {
		if got, err := r.Names("prompts", max); err != nil || !slices.Equal(got, want) {
			t.Errorf("%v %v", got, err)
		}
	}
	_, err := r.Names("prompts", 29)
	wantProblem(t, err, "file/too-many", sub, "holds more than 29 entries", "")
	for _, self := range []string{"", "."} {
		if got, err := r.Names(self, 5); err != nil || !slices.Equal(got, []string{"prompts"}) {
			t.Errorf("%q: %v %v", self, got, err)
		}
	}
	link(t, "prompts", filepath.Join(dir, "skills"))
	_, err = r.Names("skills", 5)
	wantProblem(t, err, "file/link", filepath.Join(dir, "skills"), "is a link to prompts", "rm ")
}

// A root holds one descriptor, a read none, whatever happens.
func TestNothingStaysOpen(t *testing.T) {
	dir := t.TempDir()
	mkdir(t, filepath.Join(dir, "a", "b"), 0o700)
	write(t, filepath.Join(dir, "a", "b", "f"), "x", 0o600)
	link(t, "b", filepath.Join(dir, "a", "l"))
	before := descriptors(t)
	r, err := OpenRoot(dir, Self)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a/b/f", "a/b/none", "a/l/f", "a/b", "none/f", "a/b/f/g"} {
		_, _ = r.Read(name, 0)
		_, _ = r.Names(name, 0)
	}
	if n := descriptors(t); n != before+1 {
		t.Errorf("%d descriptors are open, want %d", n, before+1)
	}
	_ = r.Close()
	if err := r.Close(); err != nil {
		t.Errorf("a second Close says %v", err)
	}
	if n := descriptors(t); n != before {
		t.Errorf("%d descriptors are open at the end, want %d", n, before)
	}
}

func descriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/dev/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}
