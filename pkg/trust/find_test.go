package trust

import (
	"os"
	"path/filepath"
	"testing"
)

// L5: what decides takes the nearest folder that a person decided about; what
// shows, the nearest that holds a layout; neither ever the home folder.
func TestTwoWaysOfFinding_L5(t *testing.T) {
	top := newFolder(t)
	for _, d := range []string{"home/code/proj/sub/deep", "home/code/proj/nested/made", "home/plain", "outside/x", "proj-sibling"} {
		must(t, os.MkdirAll(at(top, d), 0o755))
	}
	for _, d := range []string{"home/.usher/mcp.json", "home/code/proj/.usher/mcp.json", "home/code/proj/nested/made/.kkss/assistant/hooks.json"} {
		put(t, top, d, "x")
	}
	must(t, os.Symlink(at(top, "home/code/proj/sub"), at(top, "outside/link")))
	var l Ledger
	for _, d := range []string{"home", "home/code/proj"} {
		must(t, l.TrustFolder(read(t, at(top, d)), false, false))
	}
	for _, c := range []struct{ start, decides, shows string }{
		{"home/code/proj", "home/code/proj", "home/code/proj"},
		{"home/code/proj/sub/deep", "home/code/proj", "home/code/proj"},
		{"home/code/proj/nested/made", "home/code/proj", "home/code/proj/nested/made"},
		{"home/code/proj/nested/made/gone/for/good", "home/code/proj", "home/code/proj/nested/made"},
		{"home/code/proj/./sub/../sub/", "home/code/proj", "home/code/proj"},
		{"outside/link/deep", "home/code/proj", "home/code/proj"},
		{"outside/link/gone", "home/code/proj", "home/code/proj"},
		{"home/code", "", ""},
		{"home/plain", "", ""},
		{"home", "", ""},
		{"outside/x", "", ""},
		{"proj-sibling", "", ""}, // A04
	} {
		for _, home := range []string{at(top, "home"), at(top, "home") + "/.", at(top, "outside/../home")} {
			for way, got := range map[string][2]string{
				"decides": {Find(at(top, "")+"/"+c.start, home, l.Decided), c.decides},
				"shows":   {FindLayout(at(top, "")+"/"+c.start, home), c.shows},
			} {
				want := got[1]
				if want != "" {
					want = at(top, want)
				}
				if got[0] != want {
					t.Errorf("%s from %s: %q, want %q", way, c.start, got[0], want)
				}
			}
		}
	}
	put(t, top, ".mcp.json", "x")
	for _, start := range []string{"", "home", "home/plain", "home/gone/x", "outside/x"} {
		if got := FindLayout(at(top, start), at(top, "home")); got != "" {
			t.Errorf("a folder that holds the home folder was found from %q: %q", start, got)
		}
	}
	if got := FindLayout(at(top, "outside/x"), at(top, "none")); got != "" {
		t.Errorf("nor one that would hold it: %q", got)
	}
	if got := FindLayout(at(top, "outside/x"), "/elsewhere"); got != top {
		t.Errorf("one beside the home folder: %q", got)
	}
	must(t, os.Remove(at(top, ".mcp.json")))
	if got := FindLayout(at(top, "home/plain"), ""); got != at(top, "home") {
		t.Errorf("with no home folder told: %q", got)
	}
	for _, start := range []string{"", ".", "home/code/proj"} {
		if Find(start, "", func(string) bool { return true }) != "" || FindLayout(start, "") != "" {
			t.Errorf("something was found from %q, which is not absolute", start)
		}
	}
}

// L5: the home folder is known under any name.
func TestHomeIsNeverFound_L5(t *testing.T) {
	home, other := tree{".usher/mcp.json": "x"}.in(t, newFolder(t)), newFolder(t)
	link := at(other, "link")
	must(t, os.Symlink(home, link))
	all := func(path string) bool { return path == home }
	for _, start := range []string{home, link} {
		for _, h := range []string{home, link} {
			if Find(start, h, all) != "" || FindLayout(start, h) != "" {
				t.Errorf("home %s was found from %s", h, start)
			}
		}
	}
}

// L5, T3: a layout that cannot be used is found, so that trust show can say why.
func TestUnusableLayoutsAreFound_L5(t *testing.T) {
	for name, make := range map[string]func(dir string) error{
		"link": func(d string) error { return os.Symlink("nowhere", at(d, ".usher")) },
		"linked file": func(d string) error {
			return errFirst(os.Mkdir(at(d, ".usher"), 0o755), os.Symlink("x", at(d, ".usher/hooks.json")))
		},
		"file":             func(d string) error { return os.WriteFile(at(d, ".usher"), nil, 0o644) },
		"folder of a file": func(d string) error { return os.MkdirAll(at(d, ".kkss/assistant/mcp.json"), 0o755) },
	} {
		dir := newFolder(t)
		must(t, make(dir))
		if got := FindLayout(at(dir, "sub"), ""); got != dir {
			t.Errorf("%s: found %q", name, got)
		}
		if f := ReadFolder(dir, nil); f.Err == nil {
			t.Errorf("%s: it can be read", name)
		}
	}
	dir := newFolder(t)
	must(t, os.MkdirAll(at(dir, ".usher"), 0o755))
	put(t, dir, ".kkss/notes.txt", "x")
	if got := FindLayout(dir, ""); got == dir {
		t.Error("a folder with no definition was found")
	}
}

// A folder keeps its name when the permission to reach it is gone: the way is
// followed as far as it can be looked at.
func TestRealPathOfWhatIsNotThere(t *testing.T) {
	dir := newFolder(t)
	must(t, os.MkdirAll(at(dir, "real/x"), 0o755))
	must(t, os.Symlink("real", at(dir, "link")))
	must(t, os.Symlink(at(dir, "link"), at(dir, "link2")))
	must(t, os.Symlink("loop", at(dir, "loop")))
	must(t, os.Symlink("real/../real/./gone/a", at(dir, "dangling")))
	for path, want := range map[string]string{
		"link2/x":        "real/x",
		"link2/gone/y":   "real/gone/y",
		"dangling/z":     "real/gone/a/z",
		"loop/x":         "loop/x",
		"real/gone/../x": "real/x",
		"":               "",
	} {
		if got := RealPath(dir + string(filepath.Separator) + path); got != at(dir, want) {
			t.Errorf("%s: %s", path, got)
		}
	}
}
