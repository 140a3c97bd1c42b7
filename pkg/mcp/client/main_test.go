package client

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/server"
	"go.uber.org/goleak"

	"usher/pkg/proc"
	"usher/pkg/redact"
	"usher/pkg/sandbox/launch"
)

const (
	python = "/usr/bin/python3"
	secret = "hunter2-hunter2" // what the servers get as LAB_TOKEN
	mark   = "USHER_TEST_MARK"
)

// TestMain lets the test binary be the reaper and the fast server, and looks for
// goroutines left behind after all tests.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch word, rest := os.Args[1], os.Args[2:]; word {
		case proc.ReaperWord:
			os.Exit(proc.ReaperMain(rest))
		case launch.CageWord:
			os.Exit(fakeCage())
		case "role:server":
			switch rest[0] {
			case "echo":
				echoes()
			case "newer":
				_ = server.ServeStdio(newerServer())
			default:
				serve(rest[0])
			}
			os.Exit(0)
		}
	}
	code := m.Run()
	// On a loaded machine a reaper takes a moment to end; each look waits a second.
	var leaked error
	for range 30 {
		if leaked = goleak.Find(); leaked == nil {
			os.Exit(code)
		}
	}
	fmt.Fprintln(os.Stderr, leaked)
	os.Exit(1)
}

func self(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// target is a server in a folder of its own, with short times.
func target(t *testing.T, program string, args ...string) Target {
	t.Helper()
	return Target{
		ID: "lab", Program: program, Args: args, Dir: t.TempDir(),
		Env:          []string{"PATH=/usr/bin:/bin", "LAB_TOKEN=" + secret, mark + "=" + t.Name()},
		StartTimeout: 2 * time.Minute, CallTimeout: 2 * time.Minute, Grace: 200 * time.Millisecond,
		Reaper: proc.Program{Path: self(t), Args: []string{proc.ReaperWord}}, Secrets: []redact.Value{redact.New(secret)},
	}
}

// evil is a mode of the hostile server.
func evil(t *testing.T, mode string) Target {
	t.Helper()
	script, err := filepath.Abs("testdata/evil_stdio.py")
	if err != nil {
		t.Fatal(err)
	}
	return target(t, python, "-I", "-S", script, mode)
}

// fast is a mode of the test binary's own server.
func fast(t *testing.T, mode string) Target {
	t.Helper()
	return target(t, self(t), "role:server", mode)
}

// mustDial dials, and at the test's end closes and looks for what is left.
func mustDial(t *testing.T, to Target) *Conn {
	t.Helper()
	c, err := Dial(context.Background(), to)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Close()
		noneLeft(t)
	})
	return c
}

// noneLeft fails when a process of the test's own servers still lives. It carries
// the test's name in its environment.
func noneLeft(t *testing.T) {
	t.Helper()
	want := []byte(mark + "=" + t.Name() + "\x00")
	found, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range found {
		environ, _ := os.ReadFile(path)
		if bytes.Contains(append(environ, 0), want) && filepath.Dir(path) != "/proc/"+strconv.Itoa(os.Getpid()) {
			line, _ := os.ReadFile(filepath.Dir(path) + "/cmdline")
			t.Errorf("left behind: %s %q", filepath.Dir(path), line)
		}
	}
}

// failure is an error's Failure; its line holds no secret and no raw control.
func failure(t *testing.T, err error) *Failure {
	t.Helper()
	var f *Failure
	if !errors.As(err, &f) {
		t.Fatalf("%v is no *Failure", err)
	}
	if strings.Contains(f.Message, secret) || strings.ContainsAny(f.Message, "\x1b\n\r\x07\u202e") || len([]rune(f.Message)) > 8*maxShown {
		t.Errorf("not fit to be shown: %q", f.Message)
	}
	return f
}

// failed checks a failure's kind and words.
func failed(t *testing.T, err error, kind Kind, says string) {
	t.Helper()
	if f := failure(t, err); f.Kind != kind || !strings.Contains(f.Message, says) {
		t.Errorf("got kind %d: %s\nwant kind %d: %s", f.Kind, f.Message, kind, says)
	}
}

func call(t *testing.T, c *Conn, tool, args string) (Result, error) {
	t.Helper()
	return c.Call(t.Context(), tool, []byte(args))
}

// serve is a small, quick server; what each mode does stands in its own line.
func serve(mode string) {
	in, out := bufio.NewReaderSize(os.Stdin, 1<<20), bufio.NewWriterSize(os.Stdout, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		answerTo(mode, line, out)
		if out.Flush() != nil {
			return
		}
	}
}
