package tiers

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// SPEC 20: a memory that was damaged is replaced where it is usher's own file; what
// else stands in its place is left there, and said with the command that removes it.
func TestDamagedMemoryIsReplacedOrSaid(t *testing.T) {
	o, _ := working(t)
	path := filepath.Join(o.StateDir, cacheName)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	for name, c := range map[string]struct {
		put  func() error
		hint string // "": it is replaced
	}{
		"big":               {func() error { return os.WriteFile(path, make([]byte, maxCache+1), 0o600) }, ""},
		"everyone's":        {func() error { return os.WriteFile(path, good, 0o666) }, ""},
		"a link":            {func() error { return os.Symlink(elsewhere, path) }, "rm " + path},
		"a FIFO":            {func() error { return syscall.Mkfifo(path, 0o600) }, "rm " + path},
		"a folder":          {func() error { return os.MkdirAll(path+"/x", 0o700) }, "rm -r " + path},
		"somebody's (root)": {func() error { return theirs(path, good) }, "rm -f " + path},
	} {
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		before := syscall.Umask(0)
		err := c.put()
		syscall.Umask(before)
		if err == errNobody {
			continue // only root can give a file away
		}
		if err != nil {
			t.Fatal(err)
		}
		found, note := Detect(context.Background(), o)
		if len(found.Tiers) != 1 {
			t.Fatalf("%s: %+v", name, found)
		}
		if c.hint != "" && !strings.HasSuffix(note, "; to delete it: "+c.hint) {
			t.Errorf("%s: %q", name, note)
		}
		if c.hint == "" {
			st, _ := os.Lstat(path)
			if now, err := os.ReadFile(path); note != "" || err != nil || string(now) != string(good) || st.Mode().Perm() != 0o600 {
				t.Errorf("%s: %q, %v, %v, %d bytes", name, note, st, err, len(now))
			}
		}
		if exists(elsewhere) {
			t.Fatalf("%s: the link was followed", name)
		}
	}
}

// errNobody is that this test runs as an ordinary user.
var errNobody = syscall.EPERM

// theirs is a file of another person.
func theirs(path string, text []byte) error {
	if os.Geteuid() != 0 {
		return errNobody
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		return err
	}
	return os.Lchown(path, 65534, 65534)
}
