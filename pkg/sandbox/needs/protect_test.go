//go:build unix

package needs

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"usher/pkg/fault"
)

// SPEC B2: whatever git takes for a repository stays as a whole, wherever the folder
// says that it is: a .git, one that a file names and the one that shares its own with
// that, a bare one, and what a link in it leads to.
func TestEveryRepositoryIsKeptAsAWhole_B2(t *testing.T) {
	w, root := house(t)
	src := filepath.Join(w.UserHome, "src")
	for _, path := range []string{"a/.git/HEAD", "bare/HEAD", "bare/objects/x", "bare/refs/x", "deep/er/than/three/folders/store/HEAD", "deep/er/than/three/main/HEAD",
		"scripts/pre-commit", "c/.mcp.json", "c/.claude/x", "mine/.git/HEAD", "mine/.git/objects/x"} {
		file(t, filepath.Join(src, path), "x")
	}
	file(t, filepath.Join(src, "tree/.git"), "gitdir: ../deep/er/than/three/folders/store\n")
	file(t, filepath.Join(src, "deep/er/than/three/folders/store/commondir"), "../../main\n")
	link(t, filepath.Join(src, "a/.git/hooks/pre-commit"), "../../../scripts/pre-commit")
	link(t, filepath.Join(src, "a/.git/hooks/post-commit"), filepath.Join(root, "elsewhere"))
	f := found(t, w, Launch{ID: "lab", Program: "/bin/sh", Dir: root, Write: []string{src, filepath.Join(src, "mine/.git")}})
	var want []string
	for _, path := range []string{"a/.git", "bare", "c/.claude", "c/.mcp.json", "deep/er/than/three/folders/store", "deep/er/than/three/main", "scripts/pre-commit", "tree/.git"} {
		want = append(want, filepath.Join(src, path))
	}
	if !slices.Equal(f.Plan.Protect, want) {
		t.Errorf("kept %q\nwant %q", f.Plan.Protect, want)
	}
	if want := []string{filepath.Join(src, "mine/.git")}; !slices.Equal(f.Open, want) {
		t.Errorf("given by name: %q", f.Open)
	}
	for _, dir := range []string{"mine/.git/objects", "bare", "bare/refs", "c/.claude"} {
		f = found(t, w, Launch{ID: "lab", Program: "/bin/sh", Dir: root, Write: []string{filepath.Join(src, dir)}})
		if len(f.Open) != 1 || len(f.Plan.Protect) > 0 {
			t.Errorf("%s: open %q, kept %q", dir, f.Open, f.Plan.Protect)
		}
	}
}

// SPEC B2: a server that makes a repository's marks in the folder that it may change
// does not loosen what is kept in it: only the name of a folder does.
func TestMarksOfARepositoryLoosenNothing_B2(t *testing.T) {
	w, root := house(t)
	src := filepath.Join(w.UserHome, ".claude/worktrees/src")
	for _, path := range []string{".git/HEAD", ".mcp.json", "a/.git/HEAD", "HEAD", "objects/x", "refs/x", "commondir"} {
		file(t, filepath.Join(src, path), "x")
	}
	f := found(t, w, Launch{ID: "lab", Program: "/bin/sh", Dir: root, Write: []string{src}})
	if want := []string{filepath.Join(src, ".git"), filepath.Join(src, ".mcp.json"), filepath.Join(src, "a/.git")}; !slices.Equal(f.Plan.Protect, want) || len(f.Open) != 1 {
		t.Errorf("kept %q, open %q", f.Plan.Protect, f.Open)
	}
	f = found(t, w, Launch{ID: "lab", Program: "/bin/sh", Dir: root, Write: []string{w.UserHome + "/.claude", src}})
	if !slices.Contains(f.Plan.Protect, filepath.Join(src, ".git")) || !slices.Contains(f.Plan.Protect, filepath.Join(src, "a/.git")) {
		t.Errorf("kept %q", f.Plan.Protect)
	}
}

// SPEC B2: a folder that cannot be looked through is not given, since a server could
// leave it so: too many folders, or one that it has shut.
func TestAFolderThatHidesItsRepositoriesIsRefused_B2(t *testing.T) {
	w, root := house(t)
	src := filepath.Join(w.UserHome, "src")
	file(t, filepath.Join(src, "shut/a/.git/config"), "x")
	refused := func(words string) {
		t.Helper()
		_, err := w.Find(Launch{ID: "lab", Program: "/bin/sh", Real: "/bin/sh", Dir: root, Write: []string{src}})
		var e *fault.Error
		if !errors.As(err, &e) || e.Kind != fault.Refused || !strings.Contains(e.Message, words) || len(e.Hints) == 0 {
			t.Errorf("%v", err)
		}
	}
	if os.Geteuid() != 0 { // root looks through every folder
		for _, mode := range []os.FileMode{0, 0o300, 0o400} {
			if err := os.Chmod(filepath.Join(src, "shut"), mode); err != nil {
				t.Fatal(err)
			}
			refused(filepath.Join(src, "shut") + " cannot be looked through")
		}
		if err := os.Chmod(filepath.Join(src, "shut"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	g := guards{world: w, write: []string{src}, most: 2}
	var e *fault.Error
	if err := g.folder(src, maxDepth); !errors.As(err, &e) || e.Kind != fault.Refused || !strings.Contains(e.Message, "more than 20000 folders") || len(e.Hints) == 0 {
		t.Errorf("%v", err)
	}
}

// SPEC B2: the folder of usher's own programs stays as it is in a folder that may be
// changed, and is not given itself.
func TestUshersOwnProgramsAreKept_B2(t *testing.T) {
	w, root := house(t)
	bin := filepath.Join(w.UserHome, ".local/bin")
	folder(t, bin)
	w.Programs = []string{bin}
	if f := found(t, w, Launch{ID: "lab", Program: "/bin/sh", Dir: root, Write: []string{filepath.Dir(bin)}}); !slices.Equal(f.Plan.Protect, w.Programs) {
		t.Errorf("%q", f.Plan.Protect)
	}
	_, err := w.Find(Launch{ID: "lab", Program: "/bin/sh", Real: "/bin/sh", Dir: root, Write: []string{bin}})
	var e *fault.Error
	if !errors.As(err, &e) || e.Kind != fault.Refused || !strings.Contains(e.Message, "usher's own programs") {
		t.Errorf("%v", err)
	}
	found(t, w, Launch{ID: "lab", Program: "/bin/sh", Dir: root, Read: []string{bin}})
}

// SPEC B2: usher's own places are hidden in a grant before they are there, by their
// real path: the state and the data are made first, the assistant folder by the person.
func TestPlacesAreHiddenBeforeTheyAreThere_B2(t *testing.T) {
	w, root := house(t)
	real, by := filepath.Join(root, "store"), filepath.Join(w.UserHome, "by")
	folder(t, real)
	link(t, by, real)
	w.State, w.Data = filepath.Join(by, "state/usher"), filepath.Join(by, "data/usher")
	l := Launch{ID: "lab", Program: "/bin/sh", Dir: root, Write: []string{real}}
	f := found(t, w, l)
	if want := []string{filepath.Join(real, "data/usher"), filepath.Join(real, "state/usher")}; !slices.Equal(f.Plan.Mask, want) {
		t.Errorf("hidden %q", f.Plan.Mask)
	}
	if err := w.Prepare(&f.Plan); err != nil || !there(w.State) || !there(w.Data) {
		t.Errorf("%v", err)
	}
	w.Home = filepath.Join(real, "config/usher")
	for _, way := range []*[]string{&l.Read, &l.Write} {
		l.Read, l.Write = nil, nil
		*way = []string{real}
		_, err := w.Find(l)
		var e *fault.Error
		if !errors.As(err, &e) || e.Kind != fault.Refused || !strings.Contains(strings.Join(e.Hints, " "), "usher home --create") {
			t.Errorf("%v", err)
		}
	}
}
