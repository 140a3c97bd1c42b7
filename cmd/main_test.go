package cmd_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"usher/cmd"
)

// runMain is one command line in a world of its own.
func runMain(t *testing.T, stdout io.Writer, args ...string) (code int, stderr string) {
	t.Helper()
	var errs bytes.Buffer
	code = cmd.Main(t.Context(), cmd.Env{
		Args: args, Stdin: strings.NewReader(""), Stdout: stdout, Stderr: &errs,
		Environ: []string{"HOME=" + t.TempDir()}, WorkDir: t.TempDir(), Version: "v1",
	})
	return code, errs.String()
}

// broken is a stream whose every use is a bug of usher's.
type broken struct{}

func (broken) Write([]byte) (int, error) { panic("a secret in a panic: hunter2") }

// TestPanicIsStatusOneAndShowsNoValue: a panic is an error in plain words, and
// what it was about may be a secret (SPEC Q11).
func TestPanicIsStatusOneAndShowsNoValue(t *testing.T) {
	code, stderr := runMain(t, broken{}, "version")
	if code != 1 || !strings.HasPrefix(stderr, "usher: error: usher has a bug") {
		t.Errorf("status %d, stderr %q", code, stderr)
	}
	if strings.Contains(stderr, "hunter2") || strings.Contains(stderr, "goroutine") {
		t.Errorf("stderr shows too much: %q", stderr)
	}
	_, stderr = runMain(t, broken{}, "version", "-v")
	if !strings.Contains(stderr, "goroutine") || strings.Contains(stderr, "hunter2") {
		t.Errorf("with -v: %q", stderr)
	}
}

// TestPanicInRunGateIsADenial: never 1, which a host may read as "go on" (SPEC G6).
func TestPanicInRunGateIsADenial(t *testing.T) {
	if code, stderr := runMain(t, broken{}, "run-gate", "--help"); code != 2 || !strings.Contains(stderr, "bug") {
		t.Errorf("status %d, stderr %q", code, stderr)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestAnswerThatCannotBeWrittenIsAFailure (SPEC Z2): status 0 would say that it was
// read. Help and completions are answers too.
func TestAnswerThatCannotBeWrittenIsAFailure(t *testing.T) {
	for _, line := range [][]string{{"version"}, {"help"}, {"--help"}, {"call", "--help"}, {"__complete", "server", ""}} {
		code, stderr := runMain(t, full{}, line...)
		if code != 1 || !strings.Contains(stderr, "the answer could not be written: no space left on device") {
			t.Errorf("%v: status %d, stderr %q", line, code, stderr)
		}
	}
}

// TestNoArgumentsNeverReachTheProcess: an empty command line is empty, and not
// that of the test (cobra reads os.Args where it is given none).
func TestNoArgumentsNeverReachTheProcess(t *testing.T) {
	if code, stderr := runMain(t, io.Discard); code != 2 || !strings.Contains(stderr, "Usage:") {
		t.Errorf("status %d, stderr %q", code, stderr)
	}
}
