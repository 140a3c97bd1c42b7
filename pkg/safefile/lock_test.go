//go:build unix

package safefile

import (
	"bufio"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"usher/pkg/fault"
)

// holder is another process that holds the lock of path until release.
func holder(t *testing.T, path string) (release func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	cmd := spawn(ctx, "hold", path)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "held\n" {
		t.Fatalf("the holder says %q, %v", line, err)
	}
	release = func() { _ = in.Close(); _ = cmd.Wait(); cancel() }
	t.Cleanup(release)
	return release
}

// A lock that is held is waited for, no longer than asked, and the error names
// the lock file; when it is let go the next one has it.
func TestHeldLockIsNamedAndWaitedFor(t *testing.T) {
	path := filepath.Join(realDir(t), "f")
	release := holder(t, path)
	err := Update(t.Context(), Change{Path: path, Wait: 20 * time.Millisecond}, set("new"))
	lockFile := filepath.Join(filepath.Dir(path), ".f.lock")
	wantProblem(t, err, "file/busy", path, "is in use by another usher, which holds "+lockFile, "lsof "+lockFile)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(time.Millisecond, cancel)
	err = Update(ctx, Change{Path: path, Wait: patience}, set("new"))
	var e *fault.Error
	if !errors.As(err, &e) || e.Kind != fault.Interrupted {
		t.Errorf("interrupted while waiting: %v", err)
	}
	deadline, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := Update(deadline, Change{Path: path, Wait: patience}, set("new")); fault.ExitStatus(err) != 1 || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the caller's own deadline: %v", err)
	}
	release()
	if err := Update(t.Context(), Change{Path: path}, set("new")); err != nil || content(t, path) != "new" {
		t.Error(err)
	}
}

// A lock may lie anywhere; it is made 0600, never removed, and shared by name.
func TestLockFileStands(t *testing.T) {
	dir := realDir(t)
	c := Change{Path: filepath.Join(dir, "f"), Lock: filepath.Join(dir, "ledger.lock")}
	for range 2 {
		if err := Update(t.Context(), c, set("new")); err != nil {
			t.Fatal(err)
		}
		chmod(t, c.Lock, 0o644) // a lock someone loosened is closed again
	}
	if err := Update(t.Context(), c, set("newer")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(c.Lock); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if _, err := os.Stat(filepath.Join(dir, ".f.lock")); err == nil {
		t.Error("another lock was made")
	}
}

// A lock file that was removed and made again by others while it was held or
// waited for is not the lock: what stands under the name is.
func TestRemovedLockIsNoLock(t *testing.T) {
	dir := realDir(t)
	path := filepath.Join(dir, "f")
	release := holder(t, path)
	if err := os.Remove(filepath.Join(dir, ".f.lock")); err != nil {
		t.Fatal(err)
	}
	inside := func(old []byte, _ bool) ([]byte, error) {
		err := Update(t.Context(), Change{Path: path, Wait: 20 * time.Millisecond}, set("second"))
		if p := problem(t, err); p.Rule != "file/busy" {
			t.Errorf("the new lock does not hold: %v", err)
		}
		return []byte("first"), nil
	}
	if err := Update(t.Context(), Change{Path: path}, inside); err != nil || content(t, path) != "first" {
		t.Error(err)
	}
	release()
}

// L4, A06: a lock that is a link, a FIFO or in a folder that is not ours alone
// is refused, and nothing waits.
func TestStrangeLocksAreRefused(t *testing.T) {
	if !asOrdinary(t) {
		return
	}
	dir := realDir(t)
	at := func(name string) string { return filepath.Join(dir, name) }
	link(t, "target", at("link"))
	if err := unix.Mkfifo(at("fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	mkdir(t, at("folder"), 0o700)
	mkdir(t, at("open"), 0o777)
	write(t, at("odd"), "", 0) // made under umask 777 by a run that was killed: healed
	for _, c := range []struct{ lock, rule, file string }{
		{"link", "file/link", "link"}, {"fifo", "file/not-regular", "fifo"}, {"folder", "file/not-regular", "folder"},
		{"open/l", "file/mode", "open"}, {"none/l", "file/io", "none"}, {"odd", "", ""},
	} {
		err := Update(t.Context(), Change{Path: at("f"), Lock: at(c.lock)}, set("new"))
		if c.rule == "" && err != nil {
			t.Errorf("%s: %v", c.lock, err)
		}
		if c.rule == "" {
			continue
		}
		if p := problem(t, err); p.Rule != c.rule || p.File != at(c.file) {
			t.Errorf("%s: %+v", c.lock, p)
		}
	}
	if _, err := os.Lstat(at("target")); err == nil {
		t.Error("the link was followed")
	}
}
