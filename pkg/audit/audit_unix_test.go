//go:build unix

package audit

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// SPEC Z4, Q2: what is not plainly ours or an administrator's is not written to.
func TestStrangeFilesAreNotWrittenTo_Z4(t *testing.T) {
	for name, prepare := range map[string]func(path string) error{
		"a link":                 func(p string) error { return os.Symlink(filepath.Join(filepath.Dir(p), "target"), p) },
		"a link to nothing":      func(p string) error { return os.Symlink("/no/such/file", p) },
		"a FIFO":                 func(p string) error { return syscall.Mkfifo(p, 0o600) },
		"a folder":               func(p string) error { return os.Mkdir(p, 0o700) },
		"written by everybody":   func(p string) error { return mode(p, 0o666) },
		"a second name":          func(p string) error { return os.Link(filepath.Join(filepath.Dir(p), "target"), p) },
		"in a folder of anybody": func(p string) error { return os.Chmod(filepath.Dir(p), 0o777) },
	} {
		path := log(t, 0)
		target := filepath.Join(filepath.Dir(path), "target")
		if err := os.WriteFile(target, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := prepare(path); err != nil {
			t.Fatal(err)
		}
		if _, err := Append(context.Background(), path, Record{Tool: "x"}); err == nil {
			t.Errorf("%s: was written to", name)
		}
		if info, err := os.Stat(target); err != nil || info.Size() > 0 {
			t.Errorf("%s: another file was written", name)
		}
	}
	if _, err := Append(context.Background(), filepath.Join(t.TempDir(), "no", "such", "file"), Record{}); err == nil {
		t.Error("a missing folder was made")
	}
}

func mode(path string, m os.FileMode) error {
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		return err
	}
	return os.Chmod(path, m)
}

// SPEC Z4: a held lock ends in an error and not in a hang.
func TestAHeldLockIsAnError_Z4(t *testing.T) {
	path := log(t, 1)
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Append(ctx, path, Record{Tool: "x"}); err == nil {
		t.Error("wrote beside the lock")
	}
}
