//go:build unix

package proc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// plant makes a file, with its folders.
func plant(t *testing.T, mode os.FileMode, parts ...string) string {
	t.Helper()
	path := filepath.Join(parts...)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func real(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Q4: a bare name is looked for in absolute entries of PATH outside the project,
// and nowhere else; a name with a slash is that file, relative to the folder.
func TestLookPath(t *testing.T) {
	top := real(t, t.TempDir())
	project, bin, later := filepath.Join(top, "project"), filepath.Join(top, "bin"), filepath.Join(top, "later")
	tool := plant(t, 0o755, bin, "tool")
	plant(t, 0o755, project, "bin", "tool")
	plant(t, 0o755, project, "bin", "own")
	plant(t, 0o755, project, "here")
	plant(t, 0o644, bin, "data")
	data := plant(t, 0o755, later, "data")
	plant(t, 0o644, bin, "plain")
	beside := plant(t, 0o755, top, "projectile", "near")
	spaced := plant(t, 0o755, project, "my hooks", "a b")
	link := filepath.Join(top, "link")
	for _, l := range [][2]string{{filepath.Join(project, "bin"), link}, {filepath.Join(project, "my hooks"), filepath.Join(bin, "sub")}} {
		if err := os.Symlink(l[0], l[1]); err != nil {
			t.Fatal(err)
		}
	}
	list := func(dirs ...string) string { return strings.Join(dirs, ":") }
	inProject := filepath.Join(project, "bin")
	for _, c := range []struct{ name, dir, path, outside, program, why string }{
		{"tool", project, list(inProject, bin), project, tool, ""},
		{"tool", project, list(link, bin), project, tool, ""},
		{"tool", project, list(inProject, bin), "", filepath.Join(inProject, "tool"), ""},
		{"own", project, list(inProject, bin), project, "", "the program own does not exist in any folder of PATH outside the project"},
		{"near", project, filepath.Dir(beside), project, beside, ""},
		{"here", project, list("", ".", "relative"), "", "", "the program here does not exist in any folder of PATH"},
		{"here", project, "", project, "", "the program here does not exist in any folder of PATH"},
		{"data", project, list(bin, later), project, data, ""},
		{"plain", project, list(bin, later), project, "", "the program " + bin + "/plain is not executable"},
		{"./here", project, bin, project, filepath.Join(project, "here"), ""},
		{"my hooks/a b", project, bin, project, spaced, ""},
		{"../bin/tool", project, "", project, tool, ""},
		{"sub/../here", bin, "", project, filepath.Join(project, "here"), ""},
		{tool, "", "", project, tool, ""},
		{"./gone", project, bin, project, "", "the program " + project + "/gone does not exist"},
		{"./bin", project, bin, project, "", "the program " + inProject + " is a directory"},
		{"./here", "relative", bin, project, "", "the program ./here is relative, and so is the folder it is looked for in"},
		{"", project, bin, project, "", "no program is named"},
		{"tool\x00", project, bin, project, "", "the program's name holds a NUL byte"},
		{"$HOME/tool", project, bin, project, "", "the program " + project + "/$HOME/tool does not exist"},
		{"~/tool", project, bin, project, "", "the program " + project + "/~/tool does not exist"},
	} {
		program, why := LookPath(c.name, c.dir, c.path, c.outside)
		if program != c.program || why != c.why {
			t.Errorf("%q in %q:\n got %q, %q\nwant %q, %q", c.name, c.path, program, why, c.program, c.why)
		}
	}
}

// Q4: usher does not start itself as a hook or server, under any name.
func TestSelfRefuse(t *testing.T) {
	top := real(t, t.TempDir())
	self := plant(t, 0o755, top, "usher-gate")
	sibling := plant(t, 0o755, top, "usher")
	demo := plant(t, 0o755, top, "usher-demo-server")
	elsewhere := filepath.Join(top, "elsewhere")
	other := plant(t, 0o755, elsewhere, "usher")
	alias := filepath.Join(elsewhere, "innocent")
	hard := filepath.Join(elsewhere, "hard")
	started := filepath.Join(elsewhere, "usher-gate")
	for _, err := range []error{os.Symlink(sibling, alias), os.Link(self, hard), os.Symlink(self, started)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		program, self string
		want          bool
	}{
		{self, self, true},
		{sibling, self, true},
		{alias, self, true},
		{hard, self, true},
		{sibling, started, true},
		{other, started, true},
		{other, self, false},
		{demo, self, false},
		{"/bin/sh", self, false},
		{filepath.Join(top, "gone"), self, false},
	} {
		if got := SelfRefuse(c.program, c.self); got != c.want {
			t.Errorf("SelfRefuse(%q, %q) = %v", c.program, c.self, got)
		}
	}
}

// HOUSE 2: usher-run beside usher is the reaper, else usher itself.
func TestFindReaper(t *testing.T) {
	top := real(t, t.TempDir())
	self := plant(t, 0o755, top, "bin", "usher")
	link := filepath.Join(top, "usher")
	if err := os.Symlink(self, link); err != nil {
		t.Fatal(err)
	}
	want := func(self, path string) {
		t.Helper()
		if p := FindReaper(self); p.Path != path || len(p.Args) != 1 || p.Args[0] != ReaperWord {
			t.Errorf("FindReaper(%q) = %q %q, want %q", self, p.Path, p.Args, path)
		}
	}
	want(self, self)
	plant(t, 0o644, top, "bin", "usher-run")
	want(self, self) // not a program
	run := filepath.Join(top, "bin", "usher-run")
	if err := os.Chmod(run, 0o755); err != nil {
		t.Fatal(err)
	}
	want(self, run)
	want(link, run)
}
