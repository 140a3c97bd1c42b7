//go:build unix

package audit

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"usher/pkg/fault"
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

// SPEC Z4, Q2: what another user has, or a group that is not the person's own may write,
// is refused in words that name the path, the reason and the next command; only root can
// give a file away.
func TestStrangersFilesAreRefusedInWords_Z4(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root may give a file to another user or group")
	}
	for name, c := range map[string]struct {
		folder bool
		uid    int
		gid    int
		mode   os.FileMode
		says   string
		hint   string
	}{
		"a file of another user":                               {false, 54321, 0, 0o600, " belongs to user 54321, not to root, who runs this", "chown 0 "},
		"root's file, as its administrator gave it to a group": {false, 0, 54321, 0o660, "", ""},
		"a folder of another user":                             {true, 54321, 0, 0o700, " belongs to user 54321, not to root, who runs this", "chown 0 "},
		"a folder a group may write":                           {true, 0, 54321, 0o770, " is writable by its group 54321", "chmod go-w "},
		"a file that a group may read":                         {false, 0, 54321, 0o640, "", ""},
		"a folder that a group may read":                       {true, 0, 54321, 0o750, "", ""},
	} {
		path := log(t, 1)
		at := path
		if c.folder {
			at = filepath.Dir(path)
		}
		if err := errors.Join(os.Chown(at, c.uid, c.gid), os.Chmod(at, c.mode)); err != nil {
			t.Fatal(err)
		}
		_, err := Append(context.Background(), path, Record{Tool: "x"})
		if c.says == "" {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		var e *fault.Error
		if !errors.As(err, &e) || !strings.Contains(e.Error(), at+c.says) || len(e.Hints) == 0 || !strings.Contains(e.Hints[0], c.hint) {
			t.Errorf("%s: %v", name, err)
		}
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
