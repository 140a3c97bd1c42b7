//go:build unix

package cmd

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/mcp/client"
)

// lookedUp is a launch of the program at path, as the look finds it now.
func lookedUp(t *testing.T, path string) effective.Launch {
	t.Helper()
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		t.Fatal(err)
	}
	return effective.Launch{Program: effective.Program{Path: path, Real: real}, WorkDir: filepath.Dir(path)}
}

// outputOf is what a target starts, run without the protocol.
func outputOf(t *testing.T, target client.Target, args ...string) string {
	t.Helper()
	cmd := exec.Cmd{Path: target.Program, Args: append([]string{target.Argv0}, args...), Dir: target.Dir, Env: []string{"PATH=/usr/bin:/bin"}}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func relink(t *testing.T, to, link string) {
	t.Helper()
	if err := os.Symlink(to, link+".new"); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(link+".new", link); err != nil {
		t.Fatal(err)
	}
}

// SPEC A1: what was digested and held against the policy is what starts, whatever a
// link on the way leads to by then; the program sees the name it was found by.
func TestTheFileThatWasLookedAtStarts_A1(t *testing.T) {
	dir := t.TempDir()
	good, bad, link := filepath.Join(dir, "good"), filepath.Join(dir, "bad"), filepath.Join(dir, "server")
	for path, text := range map[string]string{good: "#!/bin/sh\necho good\n", bad: "#!/bin/sh\necho bad\n"} {
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	relink(t, good, link)
	l, sv := lookedUp(t, link), effective.Server{Server: mcp.Server{ID: "lab"}}

	target, err := program(sv, l)
	if err != nil {
		t.Fatal(err)
	}
	relink(t, bad, link) // after the last look
	if said := outputOf(t, target); said != "good" {
		t.Errorf("a link that was swapped started %q", said)
	}
	for _, swap := range []func(){func() {}, func() { _ = os.Remove(link) }} {
		swap()
		var f *fault.Error
		if _, err := program(sv, l); !errors.As(err, &f) || f.Kind != fault.Refused || !strings.Contains(f.Message, "changed while it was being started") {
			t.Errorf("a link that was swapped between the looks: %v", err)
		}
	}

	sh := filepath.Join(dir, "found-name")
	relink(t, "/bin/sh", sh)
	if target, err = program(sv, lookedUp(t, sh)); err != nil {
		t.Fatal(err)
	}
	if said := outputOf(t, target, "-c", "echo $0"); said != sh || target.Program == sh {
		t.Errorf("started %s, which sees its name as %q", target.Program, said)
	}
}

// SPEC S4: a Python of a virtual environment, which is a link, knows its packages.
func TestVirtualEnvironmentStarts_S4(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal("no python3 in PATH: scripts/deps.sh installs it")
	}
	venv := filepath.Join(t.TempDir(), "venv")
	if out, err := exec.Command(python, "-m", "venv", "--without-pip", venv).CombinedOutput(); err != nil {
		t.Fatalf("this python3 makes no virtual environment: %s", out)
	}
	target, err := program(effective.Server{Server: mcp.Server{ID: "lab"}}, lookedUp(t, filepath.Join(venv, "bin", "python3")))
	if err != nil {
		t.Fatal(err)
	}
	if said := outputOf(t, target, "-c", "import sys; print(sys.prefix)"); said != venv {
		t.Errorf("%s started as %s has the prefix %q, not %q", target.Program, target.Argv0, said, venv)
	}
}
