package tiers

import (
	"os"
	"path/filepath"
	"testing"

	"usher/pkg/proc"
	"usher/pkg/sandbox/launch"
)

// TestMain lets the test binary be usher-run: the reaper, the stages and the trial.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == proc.ReaperWord {
		os.Exit(proc.ReaperMain(os.Args[2:]))
	}
	if len(os.Args) > 3 && os.Args[1] == "role:forbidden" {
		os.Exit(forbiddenRole(os.Args[2], os.Args[3]))
	}
	if len(os.Args) > 3 && os.Args[1] == "role:short" {
		os.Exit(shortRole(os.Args[2], os.Args[3]))
	}
	if len(os.Args) > 1 && os.Args[1][0] != '-' {
		os.Exit(launch.Main(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// world is a computer of a test: an empty state folder, an empty PATH, and usher
// with this test binary beside it as usher-run.
func world(t *testing.T) Options {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"bin", "state", "path"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(self, filepath.Join(dir, "bin", "usher-run")); err != nil {
		t.Fatal(err)
	}
	return Options{
		Self: filepath.Join(dir, "bin", "usher"), Reaper: proc.Program{Path: self, Args: []string{proc.ReaperWord}},
		Path: filepath.Join(dir, "path"), StateDir: filepath.Join(dir, "state"), Version: "v1",
	}
}

// script puts a program of one line of shell in a place of the world.
func script(t *testing.T, path, text string) {
	t.Helper()
	_ = os.Remove(path)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
}

// without makes usher-run one whose stages fail with that line.
func without(t *testing.T, o Options, line string) Options {
	t.Helper()
	script(t, filepath.Join(filepath.Dir(o.Self), "usher-run"), `cat >/dev/null; echo '`+line+`' >&2; exit 125`)
	return o
}
