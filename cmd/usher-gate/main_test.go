//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"usher/pkg/proc"
)

// asGate makes the test binary the program itself.
const asGate = "USHER_TEST_AS_GATE"

func TestMain(m *testing.M) {
	if os.Getenv(asGate) != "" || len(os.Args) > 1 && os.Args[1] == proc.ReaperWord {
		main()
	}
	os.Exit(m.Run())
}

// gate is the program on a call nothing is defined for: a deny, whatever else.
func gate(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	home := t.TempDir()
	cmd := exec.Command(os.Args[0], append(args, "--home", home, "--state", home, "--data", home)...)
	cmd.Env = []string{asGate + "=1", "PATH=/usr/bin:/bin"}
	cmd.Stdin = strings.NewReader(`{"tool":"none__x","args":{}}`)
	return cmd
}

const undelivered = "usher: deny: the answer could not be written to stdout\n"

// G6: a stdout whose reader is gone is a deny, not a death by SIGPIPE; an answer
// longer than a pipe takes at once fares no better.
func TestGoneReaderDenies_G6(t *testing.T) {
	for _, args := range [][]string{{"-q"}, {"-q", "--help"}, {"-q", "--no-such-flag=" + strings.Repeat("x", 9000)}} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Close()
		cmd := gate(t, args...)
		var said bytes.Buffer
		cmd.Stdout, cmd.Stderr = w, &said
		_ = cmd.Run()
		_ = w.Close()
		if code := cmd.ProcessState.ExitCode(); code != 2 || len(args) == 1 && said.String() != undelivered {
			t.Errorf("%.40q: status %d (%v), said %q", args, code, cmd.ProcessState, said.String())
		}
	}
}

// G6: a stdout that was closed when the program started reaches nobody; one that
// the caller sent to /dev/null is the caller's own wish.
func TestClosedStdoutDenies(t *testing.T) {
	for redirect, want := range map[string]string{">&-": undelivered, ">/dev/null": ""} {
		inner := gate(t, "-q")
		cmd := exec.Command("/bin/sh", append([]string{"-c", `exec "$0" "$@" ` + redirect}, inner.Args...)...)
		var said bytes.Buffer
		cmd.Env, cmd.Stdin, cmd.Stderr = inner.Env, inner.Stdin, &said
		_ = cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != 2 || said.String() != want {
			t.Errorf("%s: status %d, said %q", redirect, code, said.String())
		}
	}
}

// G6: an answer longer than a pipe takes at once arrives whole.
func TestLongAnswerArrives_G6(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	cmd := gate(t, "-q", "--"+long)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(out)
	_ = cmd.Wait()
	if err != nil || !bytes.Contains(all, []byte(long)) || !bytes.HasSuffix(all, []byte("}\n")) || cmd.ProcessState.ExitCode() != 2 {
		t.Errorf("%d bytes arrived, %v, %v", len(all), err, cmd.ProcessState)
	}
}

// G6, H12: each signal that would end the program, while a hook runs, is a deny
// with a reason, and the hook is killed.
func TestSignalWhileAHookRunsDenies(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGPIPE} {
		t.Run(sig.String(), func(t *testing.T) {
			cmd := gate(t, "--can-ask")
			home := cmd.Args[len(cmd.Args)-1]
			fifo, hook := filepath.Join(home, "up"), filepath.Join(home, "hook")
			if err := syscall.Mkfifo(fifo, 0o600); err != nil {
				t.Fatal(err)
			}
			// The hook holds the FIFO open for as long as it lives.
			write(t, hook, "#!/bin/sh\nexec >"+fifo+"\necho up\nexec sleep 60\n", 0o700)
			write(t, filepath.Join(home, "hooks.json"), `{"hooks":[{"name":"slow","event":"PreToolUse","command":"`+hook+`"}]}`, 0o600)
			var out bytes.Buffer
			cmd.Stdout = &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			up, err := os.Open(fifo)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = up.Close() }()
			if _, err := io.ReadFull(up, make([]byte, 3)); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Process.Signal(sig)
			_, _ = io.ReadAll(up) // to the hook's end
			_ = cmd.Wait()
			if cmd.ProcessState.ExitCode() != 2 || !strings.Contains(out.String(), "interrupted by the signal "+sig.String()) {
				t.Errorf("%v, %s", cmd.ProcessState, out.String())
			}
		})
	}
}

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}
