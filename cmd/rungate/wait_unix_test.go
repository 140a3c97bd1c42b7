//go:build unix

package rungate

import (
	"bytes"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// emptyWorld is an environment in which nothing is defined: every call is refused for
// want of a person to ask, and only what is wrong with it is said instead.
func emptyWorld(t *testing.T, stdin io.Reader, args ...string) (Env, *bytes.Buffer) {
	t.Helper()
	t.Cleanup(func() { signal.Reset(ending()...) })
	home := t.TempDir()
	var out bytes.Buffer
	return Env{
		Args: append(args, "--home", home, "--state", home, "--data", home), Stdin: stdin, Stdout: &out, Stderr: io.Discard,
		WorkDir: "/", MachineDir: home + "/none", Self: os.Args[0],
	}, &out
}

// never is a stdin that tells when it is waited for, and gives nothing.
type never struct {
	once   sync.Once
	waited chan struct{}
}

func (n *never) Read([]byte) (int, error) {
	n.once.Do(func() { close(n.waited) })
	select {}
}

// G6: a signal while the call is waited for is a deny with a reason. (SIGPIPE too;
// but a process that has once given an answer, as this one, ignores it.)
func TestSignalWhileWaitingForTheCallRefuses_G6(t *testing.T) {
	for _, sig := range asking() {
		stdin := &never{waited: make(chan struct{})}
		env, out := emptyWorld(t, stdin)
		go func() {
			<-stdin.waited
			_ = syscall.Kill(os.Getpid(), sig.(syscall.Signal))
		}()
		if code := Run(env); code != ExitDeny || !strings.Contains(out.String(), "interrupted by the signal "+sig.String()) {
			t.Errorf("%v: status %d, %s", sig, code, out)
		}
	}
}

// G6: the deadline holds while the call is waited for.
func TestDeadlineWhileWaitingForTheCallRefuses_G6(t *testing.T) {
	env, out := emptyWorld(t, &never{waited: make(chan struct{})}, "--deadline", "1ms")
	if code := Run(env); code != ExitDeny || !strings.Contains(out.String(), "no decision was made within the deadline of 1ms") {
		t.Errorf("status %d, %s", code, out)
	}
}

// G6: a call is the same call whether it is there at once, comes in pieces, is a
// file or anything else that can be read.
func TestCallsAreReadWhole_G6(t *testing.T) {
	call := `{"tool":"none__x","args":{"q":"` + strings.Repeat("beam ", 20_000) + `"}}`
	file, err := os.CreateTemp(t.TempDir(), "call")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	if _, err := file.WriteString(call); err != nil {
		t.Fatal(err)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for piece := range strings.SplitSeq(call, " ") {
			_, _ = io.WriteString(w, piece+" ")
		}
		_ = w.Close()
	}()
	for name, stdin := range map[string]io.Reader{"file": file, "pipe in pieces": r, "reader": strings.NewReader(call)} {
		env, out := emptyWorld(t, stdin)
		if code := Run(env); code != ExitDeny || !strings.Contains(out.String(), "no server of this name is defined") {
			t.Errorf("%s: status %d, %s", name, code, out)
		}
	}
}

// G6: what cannot be a call refuses, however it is given.
func TestUnreadableCallsRefuse_G6(t *testing.T) {
	dir, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = dir.Close() }()
	zeros, err := os.Open("/dev/zero")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = zeros.Close() }()
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = null.Close() }()
	for _, c := range []struct {
		stdin *os.File
		says  string
	}{{dir, "cannot be read"}, {zeros, "is larger than 16 MiB"}, {null, "is empty"}} {
		env, out := emptyWorld(t, c.stdin)
		if code := Run(env); code != ExitDeny || !strings.Contains(out.String(), c.says) {
			t.Errorf("%s: status %d, %s", c.says, code, out)
		}
	}
}
