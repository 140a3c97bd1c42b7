//go:build linux

package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"usher/pkg/proc"
	"usher/pkg/sandbox"
	"usher/pkg/sandbox/launch"
)

// build makes the real program.
func build(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "usher-run")
	cmd := exec.Command("go", "build", "-o", path, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// outside are the packages of others that usher-run may link: system calls, the
// wall of Landlock (which brings psx) and the assembler of filters (which brings fmt).
func outside(path string) bool {
	switch path {
	case "golang.org/x/sys/unix", "golang.org/x/net/bpf",
		"github.com/landlock-lsm/go-landlock/landlock/syscall", "kernel.org/pub/linux/libs/security/libcap/psx":
		return true
	}
	return false
}

// HOUSE 2: the program that starts with every call links proc, the stages of a
// sandbox and almost nothing else.
func TestLinksAlmostNothing(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", ".")
	cmd.Env = append(os.Environ(), "GOOS=linux", "CGO_ENABLED=0")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	for _, dep := range deps {
		switch dep {
		case "regexp", "encoding/json", "net", "os/exec", "os/signal", "log", "log/slog", "text/template":
			t.Errorf("links %s", dep)
		case "usher/pkg/proc", "usher/pkg/sandbox", "usher/pkg/sandbox/launch", "usher/cmd/usher-run":
			continue
		}
		if strings.Contains(dep, ".") && !outside(dep) || strings.HasPrefix(dep, "usher/") {
			t.Errorf("links %s", dep)
		}
	}
	if len(deps) < 5 {
		t.Fatalf("go list gave %q", deps)
	}
}

// Started by hand it says what it is, and does nothing.
func TestByHandItSaysWhatItIs(t *testing.T) {
	path := build(t)
	for _, args := range [][]string{nil, {"--help"}, {proc.ReaperWord}, {proc.ReaperWord, "control=3"}, {"ls"}, {"init", "x"}, {"inner", "x"}, {"cage", "x"}} {
		cmd := exec.Command(path, args...)
		var errText strings.Builder
		cmd.Stderr = &errText
		out, err := cmd.Output()
		if cmd.ProcessState.ExitCode() != 2 || len(out) > 0 || !strings.HasPrefix(errText.String(), "usher: error: usher-run is started by usher") {
			t.Errorf("%q: %v, %q, %q", args, err, out, errText.String())
		}
	}
}

// V5: the real program keeps a server, and ends its whole tree.
func TestRealReaperKeepsAServer(t *testing.T) {
	s := proc.Spec{Path: "/bin/sh", Args: []string{"-c", "(setsid sleep 60 & echo $! >pid); cat"}, Dir: t.TempDir(), Env: []string{"PATH=/usr/bin:/bin"}}
	c, res := proc.Start(proc.FindReaper(build(t)), s)
	if c == nil {
		t.Fatal(res.Why)
	}
	defer c.Stdout.Close()
	defer c.Stderr.Close()
	got := make([]byte, 4)
	if _, err := c.Stdin.WriteString("call"); err != nil {
		t.Error(err)
	}
	if _, err := io.ReadFull(c.Stdout, got); err != nil || string(got) != "call" {
		t.Errorf("%q, %v", got, err)
	}
	if res = c.Stop(20 * time.Second); res.Ending != proc.Exited || res.Code != 0 {
		t.Errorf("ended %v %d %s", res.Ending, res.Code, res.Why)
	}
	pid, err := os.ReadFile(filepath.Join(s.Dir, "pid"))
	if err != nil || len(pid) < 2 {
		t.Fatalf("%q, %v", pid, err)
	}
	if _, err := os.Stat("/proc/" + strings.TrimSpace(string(pid))); err == nil {
		t.Error("what it started in a session of its own lives on")
	}
}

// H12: the real program does the reaper's work: ends are values, a tree dies.
func TestRealReaperServesItsRuns(t *testing.T) {
	r := proc.NewReaper(proc.FindReaper(build(t)))
	defer r.Close()
	s := proc.Spec{Path: "/bin/sh", Args: []string{"-c", "cat; exit 2"}, Dir: "/", Stdin: []byte("event"), StdoutCap: 100, StderrCap: 100}
	if res := r.Run(context.Background(), s); res.Ending != proc.Exited || res.Code != 2 || string(res.Stdout) != "event" {
		t.Errorf("ended %v %d %s, %q", res.Ending, res.Code, res.Why, res.Stdout)
	}
	s.Args, s.Timeout = []string{"-c", "sleep 60 & trap '' TERM; sleep 60"}, 100*time.Millisecond
	began := time.Now()
	if res := r.Run(context.Background(), s); res.Ending != proc.TimedOut || time.Since(began) > 10*time.Second {
		t.Errorf("ended %v after %v", res.Ending, time.Since(began))
	}
}

// Every status may be the server's, also the one of a program started by hand.
func TestTheServersStatusIsItsOwn(t *testing.T) {
	shell, err := filepath.EvalSymlinks("/bin/sh")
	if err != nil {
		t.Fatal(err)
	}
	p := sandbox.Plan{Tier: sandbox.TierLandlock, Program: shell, Argv0: "sh", Args: []string{"-c", "exit 2"}, Dir: "/", Network: sandbox.NetworkOn}
	p.Data, err = filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(build(t), launch.CageWord)
	cmd.Stdin = bytes.NewReader(p.Encode())
	out, err := cmd.CombinedOutput()
	if strings.HasPrefix(string(out), launch.FailedWord+"landlock: ") {
		t.Skipf("this kernel's Landlock is too old: %s", out)
	}
	if cmd.ProcessState.ExitCode() != 2 || len(out) > 0 {
		t.Errorf("%v, %q", err, out)
	}
}
