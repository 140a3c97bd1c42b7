//go:build unix

package safefile

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// The command of a hint is one a person can paste: the path is one word of it,
// whatever it holds.
func TestQuotedPathIsOneWord(t *testing.T) {
	for _, path := range []string{
		"/home/ann/.config/usher", "/a b", "/it's", "/$HOME/`id`", "/a\nb", "/*", "-rf", "~/x", "/é", "", "/a\\b", "/#x;y&z|(w)", `/"q"`,
	} {
		out, err := exec.CommandContext(t.Context(), "/bin/sh", "-c", "printf %s -- "+quote(path)).Output()
		if err != nil || string(out) != "--"+path {
			t.Errorf("%q is quoted as %s and read as %q, %v", path, quote(path), out, err)
		}
	}
	if q := quote("/home/ann/.config/usher"); q != "/home/ann/.config/usher" {
		t.Errorf("a plain path became %s", q)
	}
}

// What the system said is in the message once, without Go's wrapping, and is
// still there for errors.Is.
func TestSystemErrorsAreSaidPlainly(t *testing.T) {
	err := unwritten("/d/f", &os.PathError{Op: "write", Path: "/d/.f123", Err: unix.ENOSPC})
	if err.Message != "/d/f cannot be written and is unchanged: no space left on device" || !errors.Is(err, unix.ENOSPC) {
		t.Errorf("%q %v", err.Message, errors.Unwrap(err))
	}
	wantProblem(t, err, "file/io", "/d/f", "this file cannot be written", "")
	wantProblem(t, changed("/d", aFolder), "file/io", "/d", "this folder was replaced", "try again")
}

func TestOwnersAreNamed(t *testing.T) {
	for o, want := range map[Owner]string{Self: "self", Machine: "machine", Owner(7): "unknown"} {
		if o.String() != want {
			t.Errorf("%d is %q, want %q", o, o.String(), want)
		}
	}
}

// A folder that is another one when it is opened the second time is not written.
func TestReplacedFolderIsNotWritten(t *testing.T) {
	top := realDir(t)
	dir := mkdir(t, filepath.Join(top, "d"), 0o700)
	r := open(t, dir, Self)
	if err := os.Rename(dir, dir+".old"); err != nil {
		t.Fatal(err)
	}
	mkdir(t, dir, 0o700)
	wantProblem(t, r.replace("f", []byte("x"), standing{perm: 0o600, gid: -1}), "file/io", dir, "was replaced", "try again")
	wantEmpty(t, dir)
	wantEmpty(t, dir+".old")
}

func wantEmpty(t *testing.T, dir string) {
	t.Helper()
	if n := countEntries(t, dir); n != 0 {
		t.Errorf("%s holds %d entries", dir, n)
	}
}
