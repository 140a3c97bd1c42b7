//go:build unix

package proc

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// detached is a shell script as a program that Detach starts, in a folder of its own.
func detached(t *testing.T, script string, stdin []byte, wait time.Duration) (dir, why string) {
	t.Helper()
	dir = t.TempDir()
	why = Detach(Spec{
		Path: "/bin/sh", Args: []string{"-c", script}, Env: []string{"PATH=/usr/bin:/bin", "MARK=1"}, Dir: dir, Stdin: stdin, Timeout: wait,
	})
	return dir, why
}

func fileText(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(data))
}

// SPEC H2: it has all of its input, its own session, and nothing of the caller's.
func TestDetachedHasNothingOfTheCallers(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	left, err := syscall.Dup(int(w.Fd())) // as a host leaves one open: not closed by exec
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(left)
	w.Close()
	stdin := bytes.Repeat([]byte("a line of its input\n"), 1<<16)
	dir, why := detached(t, `ps -o sess= -p $$ >session; echo $$ >pid; cat >in; [ -e /dev/fd/`+strconv.Itoa(left)+` ] && : >held; echo taken`, stdin, time.Minute)
	if why != "" {
		t.Fatal(why)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "in")); err != nil || !bytes.Equal(got, stdin) {
		t.Errorf("%d of %d bytes came, %v", len(got), len(stdin), err)
	}
	if session, pid := fileText(t, filepath.Join(dir, "session")), fileText(t, filepath.Join(dir, "pid")); session != pid {
		t.Errorf("the session of %s is %s", pid, session)
	}
	if _, err := os.Stat(filepath.Join(dir, "held")); err == nil {
		t.Error("it holds a descriptor of the caller's")
	}
}

// A program that is not there, ends at once, says something else or says nothing
// is told, in bounded time.
func TestDetachTellsOfNoSign(t *testing.T) {
	for script, want := range map[string]string{
		"exit 0":               "it ended before it had taken its input",
		"kill -9 $$":           "it ended before it had taken its input",
		"cat >in; echo taxes":  "it ended before it had taken its input",
		"cat >in; printf take": "it ended before it had taken its input",
	} {
		if _, why := detached(t, script, bytes.Repeat([]byte("x"), 1<<20), time.Minute); why != want {
			t.Errorf("%s: %q", script, why)
		}
	}
	dir, why := detached(t, "echo $$ >pid.new; mv pid.new pid; exec sleep 60", bytes.Repeat([]byte("x"), 1<<20), 2*time.Second)
	if why != "it gave no sign within 2s" {
		t.Errorf("silent: %q", why)
	}
	pid, err := strconv.Atoi(fileText(t, filepath.Join(dir, "pid")))
	if err != nil {
		t.Fatal(err)
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
	if why := Detach(Spec{Path: "/no/such/program", Timeout: time.Second}); why != "the program /no/such/program could not be started: no such file or directory" {
		t.Errorf("absent: %q", why)
	}
	for _, s := range []Spec{{}, {Path: "sh"}, {Path: "/bin/sh", Args: []string{"a\x00"}}, {Path: "/bin/sh", Env: []string{"A=\x00"}}} {
		if Detach(s) == "" {
			t.Errorf("started %+v", s)
		}
	}
}

// What it leaves running holds no pipe of the caller's caller.
func TestNobodyWaitsForTheDetached(t *testing.T) {
	cmd := exec.Command(os.Args[0], "role:detach", "echo $$ >"+filepath.Join(t.TempDir(), "pid")+"; echo taken; exec sleep 60")
	out, err := cmd.CombinedOutput() // to the end of its streams
	if err != nil || !strings.HasPrefix(string(out), "why: ") {
		t.Fatalf("%v: %s", err, out)
	}
	if !strings.HasSuffix(string(out), "why: \n") {
		t.Errorf("%s", out)
	}
	pid, err := strconv.Atoi(fileText(t, strings.TrimSuffix(strings.Fields(cmd.Args[2])[2][1:], ";")))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Errorf("it did not live on: %v", err)
	}
}
