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
	"usher/pkg/sandbox"
)

// SPEC B2: what is not there cannot be kept away without making it in the person's
// folder: it is named instead, and nothing is made.
func TestWhatIsNotThereYetIsNamed_B2(t *testing.T) {
	w, root := house(t)
	src := filepath.Join(w.UserHome, "src")
	file(t, filepath.Join(src, "a/.git/config"), "x")
	file(t, filepath.Join(src, "b/.git"), "gitdir: ../gone/one\n")
	file(t, filepath.Join(src, ".mcp.json"), "{}")
	f := found(t, w, Launch{ID: "lab", Program: "/bin/sh", Dir: root, Write: []string{src}})
	if len(f.Git) != 2 || f.Git[0].Dir != src || len(f.Git[0].Names) != 0 || f.Git[1].Dir != filepath.Join(src, "gone") || !slices.Equal(f.Git[1].Names, []string{"one"}) {
		t.Errorf("%+v", f.Git)
	}
	if len(f.Definitions) != 1 || !slices.Equal(f.Definitions[0].Names, []string{".usher/mcp.json", ".claude/skills"}) {
		t.Errorf("%+v", f.Definitions)
	}
	for _, path := range []string{"a/.git/hooks", "gone", ".usher", ".git"} {
		if there(filepath.Join(src, path)) {
			t.Errorf("%s was made", path)
		}
	}
}

// SPEC B2: nothing can be mounted on a link, so a folder whose guards are links, or
// lie behind one, is not given to be changed; neither is one with a link by which
// usher's own places are reached.
func TestLinkedGuardIsRefused_B2(t *testing.T) {
	for _, at := range []string{".git", ".claude", "by"} {
		w, root := house(t)
		src, other := filepath.Join(w.UserHome, "src"), filepath.Join(root, "other")
		folder(t, src)
		folder(t, filepath.Join(other, "usher"))
		link(t, filepath.Join(src, at), other)
		if at == "by" {
			w.State = filepath.Join(link(t, filepath.Join(w.UserHome, "state"), filepath.Join(src, at)), "usher")
		}
		_, err := w.Find(Launch{ID: "lab", Program: "/bin/sh", Real: "/bin/sh", Dir: root, Write: []string{src}})
		var e *fault.Error
		if !errors.As(err, &e) || e.Kind != fault.Refused || !strings.Contains(e.Message, filepath.Join(src, at)+",") && !strings.Contains(e.Message, filepath.Join(src, at)+" is a link") || len(e.Hints) == 0 {
			t.Errorf("%s: %v", at, err)
		}
		found(t, w, Launch{ID: "lab", Program: "/bin/sh", Dir: root, Read: []string{src}})
	}
}

// SPEC B1: a folder that a command line names is not given by that; it is named.
func TestNamedFolderIsNotSeen_B1(t *testing.T) {
	w, root := house(t)
	a, b := filepath.Join(root, "a"), filepath.Join(root, "b")
	folder(t, filepath.Join(a, "in"))
	folder(t, b)
	by := link(t, filepath.Join(root, "by"), b)
	l := Launch{Dir: root, Args: []string{a, "--root=" + by, a + "/in", "./b", "b", "/usr/lib", filepath.Join(root, "gone")}, Read: []string{a}}
	if got := w.Unseen(l); !slices.Equal(got, []string{b}) {
		t.Errorf("%q", got)
	}
}

// SPEC L4, B4: a place for the server's data that is a link, is a file, or takes no
// file is refused in words; the link is not followed.
func TestUnusableDataIsRefused_L4(t *testing.T) {
	for name, spoil := range map[string]func(dir string) error{
		"a link": func(dir string) error {
			return errors.Join(os.Remove(dir), os.Symlink(filepath.Dir(filepath.Dir(filepath.Dir(dir))), dir))
		},
		"a link above": func(dir string) error {
			servers := filepath.Dir(dir)
			return errors.Join(os.Rename(servers, servers+".real"), os.Symlink(servers+".real", servers))
		},
		"a file":            func(dir string) error { return errors.Join(os.Remove(dir), os.WriteFile(dir, nil, 0o600)) },
		"others' too":       func(dir string) error { return os.Chmod(dir, 0o777) },
		"somebody else's":   func(dir string) error { return os.Chown(dir, 65533, 65533) },
		"not to be written": func(dir string) error { return os.Chmod(dir, 0o500) },
	} {
		w, _ := house(t)
		p := sandbox.Plan{Data: filepath.Join(w.Data, "servers", "lab")}
		if err := w.Prepare(&p); err != nil {
			t.Fatal(err)
		}
		if entries, _ := os.ReadDir(p.Data); len(entries) > 0 {
			t.Errorf("%v is left", entries)
		}
		if err := spoil(p.Data); errors.Is(err, os.ErrPermission) && os.Geteuid() != 0 {
			continue // only root gives a folder away
		} else if err != nil {
			t.Fatal(err)
		}
		var e *fault.Error
		err := w.Prepare(&p)
		if name == "not to be written" && os.Geteuid() == 0 && err == nil {
			continue // root may write it
		}
		if !errors.As(err, &e) || e.Kind != fault.Refused || !strings.Contains(e.Message, "data folder cannot be used: ") || len(e.Hints) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	w, _ := house(t)
	p := sandbox.Plan{Data: filepath.Join(w.Data, "servers", "lab")}
	if err := takesFiles("/dev/full"); err == nil || takesFiles(filepath.Dir(filepath.Dir(p.Data))) != nil {
		t.Error("what takes no file is said to")
	}
}
