//go:build unix

package safefile

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"usher/pkg/fault"
)

// The test binary is also the other process of the tests: with childVar set it
// does one thing and ends.
const (
	childVar   = "USHER_SAFEFILE_CHILD"
	userVar    = "USHER_SAFEFILE_USER"
	nobody     = 65534
	patience   = 60 * time.Second
	selfBinary = "/proc/self/exe"
	raceExit   = "GORACE=atexit_sleep_ms=0" // else the race detector ends each child a second late
)

func TestMain(m *testing.M) {
	if what := os.Getenv(childVar); what != "" {
		os.Exit(child(what, os.Args[1:]))
	}
	os.Exit(m.Run())
}

// binary is this program; through /proc an ordinary user can start it wherever
// the go command has put it.
func binary() string {
	if _, err := os.Stat(selfBinary); err == nil {
		return selfBinary
	}
	return os.Args[0]
}

// spawn is this binary as a child that does what, with arguments.
func spawn(ctx context.Context, what string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, binary(), args...)
	cmd.Env = append(os.Environ(), childVar+"="+what, raceExit)
	return cmd
}

// asOrdinary reports whether the caller runs as an ordinary user and should go
// on. Root passes every permission check, so as root the calling test is run
// again as nobody, its outcome is this test's, and the answer is no.
func asOrdinary(t *testing.T) bool {
	t.Helper()
	if os.Geteuid() != 0 {
		return true
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary(), "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Dir = "/"
	cmd.Env = append(os.Environ(), userVar+"=1", "TMPDIR=/tmp", "HOME=/nonexistent", raceExit)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("as an ordinary user: %v\n%s", err, out)
	}
	return false
}

// problem is the one problem of a *fault.Error, checked for the shape every
// error of this package has: the file's full path in the message.
func problem(t *testing.T, err error) fault.Problem {
	t.Helper()
	var e *fault.Error
	if !errors.As(err, &e) || len(e.Problems) != 1 {
		t.Fatalf("error is %T %v, want a *fault.Error with one problem", err, err)
	}
	p := e.Problems[0]
	if !strings.HasPrefix(e.Message, p.File+" ") || !strings.HasPrefix(p.File, "/") {
		t.Errorf("message %q does not begin with the full path %q", e.Message, p.File)
	}
	return p
}

// wantProblem checks rule, file and words of an error.
func wantProblem(t *testing.T, err error, rule, file, says, hint string) {
	t.Helper()
	p := problem(t, err)
	if p.Rule != rule || p.File != file || !strings.Contains(p.Message, says) || !strings.Contains(p.Hint, hint) {
		t.Errorf("got %s %s: %q hint %q\nwant %s %s: …%q… hint …%q…", p.Rule, p.File, p.Message, p.Hint, rule, file, says, hint)
	}
}

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	chmod(t, path, mode)
}

func chmod(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func mkdir(t *testing.T, path string, mode os.FileMode) string {
	t.Helper()
	if err := os.MkdirAll(path, 0o700); err != nil {
		t.Fatal(err)
	}
	chmod(t, path, mode)
	return path
}

func link(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
}

// realDir is a temporary folder by its real path.
func realDir(t *testing.T) string {
	t.Helper()
	at, err := resolve(t.TempDir(), Self)
	if err != nil {
		t.Fatal(err)
	}
	return at.path
}

func open(t *testing.T, path string, who Owner) *Root {
	t.Helper()
	r, err := OpenRoot(path, who)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}
