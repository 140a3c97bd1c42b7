package term

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// tmux is a terminal such as people use: its server made it, and is nobody's
// child. What the tests run stands in its window, in an environment of our own.
type tmux struct {
	t    *testing.T
	dir  string
	test string // this binary, where every user may start it
	n    int
}

func newTmux(t *testing.T) *tmux {
	t.Helper()
	dir, err := os.MkdirTemp("", "usher-term")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	binary, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	m := &tmux{t: t, dir: dir, test: filepath.Join(dir, "term.test")}
	if err := os.WriteFile(m.test, binary, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	// the server outlives its windows, so that waiting for one cannot come late
	if err := os.WriteFile(filepath.Join(dir, "conf"), []byte("set -g exit-empty off\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	m.run("start-server")
	t.Cleanup(func() { m.run("kill-server") })
	return m
}

// run is one tmux command.
func (m *tmux) run(args ...string) string {
	m.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "tmux", append([]string{"-S", filepath.Join(m.dir, "socket"), "-f", filepath.Join(m.dir, "conf")}, args...)...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + m.dir, "TERM=xterm", "LC_ALL=C.UTF-8", "SHELL=/bin/sh"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		m.t.Fatalf("tmux %s: %v (package tmux)\n%s", args[0], err, out)
	}
	return string(out)
}

// window runs a shell line in a new window and gives what the test binary in it
// had to say. %s in the line is the binary, doing what.
func (m *tmux) window(what, line string) string {
	m.t.Helper()
	m.n++
	done, said := "done"+strconv.Itoa(m.n), filepath.Join(m.dir, "said"+strconv.Itoa(m.n))
	line = strings.ReplaceAll(line, "TEST", m.test)
	m.run("new-session", "-d", "-x", "80", "-y", "24",
		"export "+childVar+"="+what+" "+sayVar+"="+said+" "+raceExit+"; "+line+"; tmux -S "+m.dir+"/socket wait-for -S "+done)
	m.run("wait-for", done)
	out, err := os.ReadFile(said)
	if err != nil {
		m.t.Errorf("%s: nothing was said: %v", line, err)
	}
	return string(out)
}
