package trust

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// T5: each element whole, and its part after the first '=', from the working
// directory that the definition gives.
func TestArgvRule_T5(t *testing.T) {
	for _, c := range []struct {
		cwd  string
		argv []string
		want []string
	}{
		{"", []string{"node", "tools/a.js", ""}, []string{"node", "tools/a.js"}},
		{"", []string{"--config=x=y.json"}, []string{"--config=x=y.json", "x=y.json"}},
		{"", []string{"A=", "=b"}, []string{"A=", "=b", "b"}},
		{"", []string{"--dir=${workspace}/x"}, []string{"--dir=${workspace}/x", "${workspace}/x"}},
		{"sub", []string{"a.js", "-c=b"}, []string{"sub/a.js", "sub/-c=b", "sub/b"}},
		{"sub", []string{"/abs/a", "${workspace}/a", "--x=/abs/b"}, []string{"/abs/a", "${workspace}/a", "sub/--x=/abs/b", "/abs/b"}},
		{"", nil, nil},
	} {
		if got := Named(c.cwd, c.argv...); !slices.Equal(got, c.want) {
			t.Errorf("%q in %q: %q, want %q", c.argv, c.cwd, got, c.want)
		}
	}
}

// T5, A11: what a definition names is covered if it is a regular file inside the
// folder of at most 1 MiB; else it is listed, unless there is no such file.
func TestNamedFiles_T5_A11(t *testing.T) {
	big := strings.Repeat("x", MaxFile)
	dir := tree{
		"tools/a.js": "a", "a=b": "eq", "sub/c.sh": "c", "exact": big, "over": big + "x", "${env:X}/d": "lit",
		".usher/skills/s/run.py": "run", ".usher/other.sh": "other", "with space": "s", "..dots": "d",
	}.in(t, newFolder(t))
	for _, c := range []struct{ argv, covered, uncovered string }{
		{"tools/a.js", "tools/a.js", ""},
		{"./tools//./a.js", "tools/a.js", ""},
		{"--file=tools/a.js", "tools/a.js", ""},
		{"FILE=./tools/a.js", "tools/a.js", ""},
		{"a=b", "a=b", ""},
		{"${workspace}/sub/c.sh", "sub/c.sh", ""},
		{"--x=${workspace}/sub/c.sh", "sub/c.sh", ""},
		{dir + "/sub/c.sh", "sub/c.sh", ""},
		{"sub/../tools/a.js", "tools/a.js", ""},
		{"nothing/../tools/a.js", "tools/a.js", ""},
		{"..dots", "..dots", ""},
		{"exact", "exact", ""},
		{"${env:X}/d", "${env:X}/d", ""},
		{".usher/other.sh", ".usher/other.sh", ""},
		{"over", "", "over is larger than 1 MiB"},
		{"tools", "", "tools is a folder, and what is in it is not covered"},
		{"${workspace}", "", ". is a folder, and what is in it is not covered"},
		{".", "", ". is a folder, and what is in it is not covered"},
		{"../x", "", "../x lies outside the folder"},
		{"tools/../../x", "", "../x lies outside the folder"},
		{"${workspace}/tools/../../..", "", "../.. lies outside the folder"},
		{"/", "", "/ lies outside the folder"},
		{"/usr//bin/./node", "", "/usr/bin/node lies outside the folder"},
		{dir + "-sibling/x", "", dir + "-sibling/x lies outside the folder"},
		{"${workspace}-sibling/x", "", "../" + filepath.Base(dir) + "-sibling/x lies outside the folder"},
		{"${workspace}/../x", "", "../x lies outside the folder"},
		{"node", "", ""},
		{"-y", "", ""},
		{"none/such", "", ""},
		{"tools/a.js/x", "", ""},
		{"https://example.com/tools/a.js", "", ""},
		{"~/tools/a.js", "", ""},
		{".usher/skills/s/run.py", "", ""}, // a definition already
		{".usher/skills/s", "", ""},
		{"nul\x00byte", "", ""},
		{strings.Repeat("n", 256), "", ""},
		{strings.Repeat("a/", 3000), "", ""},
	} {
		put(t, dir, ".usher/mcp.json", "x")
		f := ReadFolder(dir, func(string, []byte) ([]string, []Uncovered) { return Named("", c.argv), nil })
		if f.Err != nil {
			t.Fatalf("%q: %v", c.argv, f.Err)
		}
		var covered, uncovered []string
		for _, a := range f.Files {
			if !a.Definition {
				covered = append(covered, a.Path)
			}
		}
		for _, u := range f.Uncovered {
			uncovered = append(uncovered, u.Path+" "+u.Why)
		}
		if strings.Join(covered, ",") != c.covered || !sameUncovered(uncovered, c.uncovered) {
			t.Errorf("%.60q: covered %q, uncovered %q; want %q, %q", c.argv, covered, uncovered, c.covered, c.uncovered)
		}
	}
}

func sameUncovered(got []string, want string) bool {
	return len(got) == 0 && want == "" || len(got) == 1 && got[0] == want
}

// T5: names count from the working directory of their definition, and both the
// real path of the folder and the one it was asked for by lead into it.
func TestNamedFilesFromElsewhere_T5(t *testing.T) {
	dir := tree{".usher/mcp.json": "x", "sub/c.sh": "c"}.in(t, newFolder(t))
	link := at(newFolder(t), "link")
	must(t, os.Symlink(dir, link))
	for _, c := range [][]string{{"sub", "c.sh"}, {"${workspace}/sub", "./c.sh"}, {dir + "/sub", "c.sh"}, {link, "sub/c.sh"}, {"", link + "/sub/c.sh"}} {
		f := ReadFolder(link, func(string, []byte) ([]string, []Uncovered) { return Named(c[0], c[1]), nil })
		if _, ok := f.File("sub/c.sh"); !ok || len(f.Uncovered) != 0 {
			t.Errorf("%q: %+v %v", c, f.Uncovered, f.Err)
		}
	}
}

// A file that comes, grows too large, or becomes a link where a definition names
// it is a change, though it was never covered or is not any more (SPEC Q3).
func TestWhatDefinitionsNameCannotComeUnseen_T5(t *testing.T) {
	dir := tree{".usher/mcp.json": "node tools/x.js"}.in(t, newFolder(t))
	l := trusted(t, dir)
	path := at(dir, "tools/x.js")
	for what, come := range map[string]func() error{
		"a file":   func() error { return os.WriteFile(path, nil, 0o644) },
		"a link":   func() error { return os.Symlink("/etc/passwd", path) },
		"nowhere":  func() error { return os.Symlink("nowhere", path) },
		"a folder": func() error { return os.Mkdir(path, 0o755) },
		"too much": func() error { return errFirst(os.WriteFile(path, nil, 0o644), os.Truncate(path, MaxFile+1)) },
	} {
		must(t, os.MkdirAll(at(dir, "tools"), 0o755))
		must(t, come())
		wantState(t, l, dir, Changed, what+" came")
		again := trusted(t, dir)
		must(t, os.RemoveAll(at(dir, "tools")))
		wantState(t, again, dir, Changed, what+" went")
		wantState(t, l, dir, Trusted, what+" went")
	}
	put(t, dir, "y.js", "y")
	put(t, dir, ".usher/mcp.json", "node tools/../y.js")
	l = trusted(t, dir)
	must(t, os.Symlink(newFolder(t), at(dir, "tools")))
	wantState(t, l, dir, Changed, "a folder on the way is a link now")
	put(t, dir, ".usher/mcp.json", "node tools/../y.js tools tools/x")
	got := read(t, dir).Uncovered
	if want := []Uncovered{{"tools", "is reached through a link"}, {"tools/x", "is reached through a link"}}; !slices.Equal(got, want) {
		t.Errorf("uncovered are %q", got)
	}
}

// A definition's bytes and name are what refs sees, and servers and hooks alone.
func TestRefsSeesServersAndHooks_T5(t *testing.T) {
	files := wholeProject()
	dir := files.in(t, newFolder(t))
	var seen []string
	ReadFolder(dir, func(name string, data []byte) ([]string, []Uncovered) {
		seen = append(seen, name)
		if string(data) != files[name] {
			t.Errorf("%s: %q", name, data)
		}
		return nil, nil
	})
	slices.Sort(seen)
	if want := []string{".kaitoi/hooks.json", ".kaitoi/mcp.json", ".kkss/assistant/hooks.json", ".kkss/assistant/mcp.json", ".mcp.json", ".usher/hooks.json", ".usher/mcp.json"}; !slices.Equal(seen, want) {
		t.Errorf("refs saw %q", seen)
	}
}

// Whatever a definition names: nothing outside the folder is covered, and the
// name of what is covered leads straight to it.
func FuzzNamedStaysInside(f *testing.F) {
	for _, s := range []string{"a/../b", "../x", "/", "//", "${workspace}", "${workspace}/..", "./.", "a\x00", "/p/proj/../proj/x", "\xff", "x=/p/proj/y"} {
		f.Add(s)
	}
	dir := tree{".usher/mcp.json": "x", "a/b": "ab", "b": "b"}.in(f, newFolder(f))
	f.Fuzz(func(t *testing.T, s string) {
		got := ReadFolder(dir, func(string, []byte) ([]string, []Uncovered) { return Named("", s, dir+"/"+s, "a/"+s), nil })
		if got.Err != nil {
			t.Fatal(got.Err)
		}
		for _, a := range got.Files {
			if want, ok := map[string]string{".usher/mcp.json": "x", "a/b": "ab", "b": "b"}[a.Path]; !ok || string(a.Data) != want {
				t.Errorf("covered %q", a.Path)
			}
		}
	})
}
