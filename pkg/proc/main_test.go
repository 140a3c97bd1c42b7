//go:build unix

package proc

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const python = "/usr/bin/python3"

// TestMain lets the test binary be each of the programs a test needs: the
// reaper, usher itself (the gate role), or a child.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch word, rest := os.Args[1], os.Args[2:]; word {
		case ReaperWord:
			os.Exit(ReaperMain(rest))
		case "role:gate":
			gateRole(rest)
		case "role:mute":
			muteRole(rest)
		case "role:host":
			hostRole(rest)
		case "role:detach":
			fmt.Printf("why: %s\n", Detach(Spec{Path: "/bin/sh", Args: []string{"-c", rest[0]}, Env: os.Environ(), Timeout: time.Minute}))
			os.Exit(0)
		}
	}
	os.Exit(m.Run())
}

// gateRole is a usher of its own: it runs the program named by its arguments
// and prints how that ended. USHER_TEST_TIMEOUT is the child's time-out.
func gateRole(args []string) {
	if os.Getenv("USHER_TEST_PLAIN") == "" {
		BecomeSubreaper()
	}
	r := NewReaper(self())
	s := Spec{Path: args[0], Args: args[1:], Env: os.Environ(), Dir: os.Getenv("USHER_TEST_DIR"), StdoutCap: 4096, StderrCap: 4096}
	s.Timeout, _ = time.ParseDuration(os.Getenv("USHER_TEST_TIMEOUT"))
	res := r.Run(context.Background(), s)
	fmt.Printf("%v %d %s%s\n", res.Ending, res.Code, res.Signal, res.Why)
	r.Close()
	os.Exit(0)
}

// hostRole is a usher of its own with a child that lives on, named by the
// arguments after the first, which says what it waits for: the end of the
// program ("done"), the whole tree before Stop ("ready"), or its own end ("").
func hostRole(args []string) {
	s := Spec{Path: args[1], Args: args[2:], Env: os.Environ(), Dir: os.Getenv("USHER_TEST_DIR")}
	c, res := Start(self(), s)
	switch {
	case c == nil:
	case args[0] == "done":
		<-c.Done()
		res = c.Result()
		c.Stop(0)
	case args[0] == "ready":
		for {
			if _, err := os.Lstat(filepath.Join(s.Dir, "ready")); err == nil {
				break
			}
			time.Sleep(time.Millisecond)
		}
		res = c.Stop(0)
	default:
		select {}
	}
	fmt.Printf("%v %d %s%s\n", res.Ending, res.Code, res.Signal, res.Why)
	os.Exit(0)
}

// self is the reaper that tests use: this binary, as usher does without usher-run.
func self() Program {
	path, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return Program{Path: path, Args: []string{ReaperWord}}
}

func newReaper(t *testing.T) *Reaper {
	t.Helper()
	r := NewReaper(self())
	t.Cleanup(r.Close)
	return r
}

// spec is a child with room for its output and a time-out nothing should reach.
func spec(t *testing.T, path string, args ...string) Spec {
	t.Helper()
	return Spec{
		Path: path, Args: args, Dir: t.TempDir(), Env: []string{"PATH=/usr/bin:/bin"},
		Timeout: time.Minute, StdoutCap: 64 << 10, StderrCap: 16 << 10,
	}
}

func sh(t *testing.T, script string) Spec {
	t.Helper()
	return spec(t, "/bin/sh", "-c", script)
}

// script is a Python program of testdata.
func script(t *testing.T, name string, args ...string) Spec {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return spec(t, python, append([]string{"-I", "-S", path}, args...)...)
}

func mustExit(t *testing.T, res Result, code int) {
	t.Helper()
	if res.Ending != Exited || res.Code != code {
		t.Fatalf("ended %v %d %s%s, want exited %d; stderr %q", res.Ending, res.Code, res.Signal, res.Why, code, res.Stderr)
	}
}

// ordinary runs the named test again as an ordinary user when this is root, and
// reports whether it did: the caller then has nothing left to do.
func ordinary(t *testing.T) bool {
	t.Helper()
	if os.Geteuid() != 0 {
		return false
	}
	dir := openDir(t)
	binary, err := os.ReadFile(self().Path)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "proc.test")
	if err := os.WriteFile(program, binary, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env, cmd.Dir = append(os.Environ(), "TMPDIR="+dir), dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Fatalf("as an ordinary user: %v\n%s", err, out)
	}
	return true
}

// openDir is a folder every user may write in.
func openDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "usher-open")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o777|os.ModeSticky); err != nil {
		t.Fatal(err)
	}
	return dir
}
