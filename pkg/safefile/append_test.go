//go:build unix

package safefile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"usher/pkg/fault"
)

func appended(t *testing.T, path, text string) {
	t.Helper()
	if err := Append(t.Context(), Change{Path: path, Max: 1 << 20}, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

// F5: of many writers at once each line is there once, whole.
func TestAppendLosesNothing(t *testing.T) {
	path := filepath.Join(realDir(t), "log")
	const writers, lines = 20, 25
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for n := range lines {
				line := fmt.Sprintf("%d.%d %s\n", w, n, strings.Repeat("x", 500))
				if err := Append(t.Context(), Change{Path: path, Max: 1 << 20, Wait: 1 << 40}, []byte(line)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	seen := map[string]bool{}
	for line := range strings.Lines(content(t, path)) {
		if !strings.HasSuffix(line, strings.Repeat("x", 500)+"\n") {
			t.Fatalf("torn: %.40q", line)
		}
		seen[strings.Fields(line)[0]] = true
	}
	if len(seen) != writers*lines {
		t.Errorf("%d of %d lines", len(seen), writers*lines)
	}
}

// SPEC 20: past its size a file is moved once over the older one; what follows
// begins anew, and one write larger than all is still made.
func TestAppendRotates(t *testing.T) {
	path := filepath.Join(realDir(t), "log")
	for i, c := range []struct{ add, now, old string }{
		{"aaaa\n", "aaaa\n", ""},
		{"bbbb\n", "aaaa\nbbbb\n", ""},
		{"c\n", "c\n", "aaaa\nbbbb\n"},
		{strings.Repeat("d", 20) + "\n", strings.Repeat("d", 20) + "\n", "c\n"},
		{"e\n", "e\n", strings.Repeat("d", 20) + "\n"},
	} {
		if err := Append(t.Context(), Change{Path: path, Max: 10}, []byte(c.add)); err != nil {
			t.Fatal(err)
		}
		old, _ := os.ReadFile(path + ".1")
		if content(t, path) != c.now || string(old) != c.old {
			t.Errorf("%d: %q and %q", i, content(t, path), old)
		}
	}
}

// A line that a crash cut short ends before the next one begins.
func TestAppendEndsATornLine(t *testing.T) {
	path := filepath.Join(realDir(t), "log")
	write(t, path, "whole\nhal", 0o600)
	appended(t, path, "next\n")
	if got := content(t, path); got != "whole\nhal\nnext\n" {
		t.Errorf("%q", got)
	}
}

// SPEC 20: 0600 whatever the umask, and whatever the file had.
func TestAppendIsPrivate(t *testing.T) {
	dir := realDir(t)
	for _, had := range []os.FileMode{0, 0o600, 0o644} {
		path := filepath.Join(dir, fmt.Sprintf("log%o", had))
		if had != 0 {
			write(t, path, "", had)
		}
		appended(t, path, "x\n")
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%o: %v %v", had, info.Mode(), err)
		}
	}
}

// Q2: nothing is appended to what is not a plain file of the person's own.
func TestAppendRefuses(t *testing.T) {
	dir := realDir(t)
	target := filepath.Join(dir, "target")
	write(t, target, "mine\n", 0o640)
	for name, c := range map[string]struct {
		make func(path string) error
		rule string
	}{
		"link":          {func(p string) error { return os.Symlink(target, p) }, ruleLink},
		"dangling link": {func(p string) error { return os.Symlink(p+".no", p) }, ruleLink},
		"hard link":     {func(p string) error { return os.Link(target, p) }, ruleLink},
		"fifo":          {func(p string) error { return syscall.Mkfifo(p, 0o600) }, ruleNotRegular},
		"folder":        {func(p string) error { return os.Mkdir(p, 0o700) }, ruleNotRegular},
		"everyone's":    {func(p string) error { write(t, p, "x\n", 0o666); return os.Chmod(p, 0o666) }, ruleMode},
	} {
		path := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
		if err := c.make(path); err != nil {
			t.Fatal(err)
		}
		err := Append(t.Context(), Change{Path: path}, []byte("x\n"))
		var fe *fault.Error
		if !errors.As(err, &fe) || fe.Problems[0].Rule != c.rule {
			t.Errorf("%s: %v, want %s", name, err, c.rule)
		}
	}
	if got := content(t, target); got != "mine\n" {
		t.Errorf("the link's target became %q", got)
	}
	if info, err := os.Stat(target); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the hard link's mode became %v, %v", info.Mode(), err)
	}
	if _, err := os.Stat(filepath.Join(dir, "dangling-link.no")); err == nil {
		t.Error("a file was made through a link")
	}
}
