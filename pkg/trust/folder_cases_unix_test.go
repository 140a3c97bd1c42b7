//go:build unix

package trust

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// The trust cases: what people of such tools reported, in both layouts, as far
// as reading and deciding goes.

const labServer = `{"servers":[{"id":"lab","command":"touch","args":["started.txt"]}]}` + "\n"

// eachLayout makes the cases' project in both layouts.
func eachLayout(t *testing.T, do func(t *testing.T, top, dir, layout string)) {
	for _, layout := range []string{".usher", ".kkss/assistant"} {
		t.Run(strings.ReplaceAll(layout, "/", "-"), func(t *testing.T) {
			top := newFolder(t)
			dir := at(top, "proj")
			put(t, dir, layout+"/mcp.json", labServer)
			do(t, top, dir, layout)
		})
	}
}

// trust-01: looking does nothing but read, and nobody is trusted by being seen.
func TestCase01NothingRunsBefore(t *testing.T) {
	eachLayout(t, func(t *testing.T, _, dir, _ string) {
		var l Ledger
		for range 3 {
			wantState(t, &l, dir, NotTrusted, "looked at")
		}
		if names, err := os.ReadDir(dir); err != nil || len(names) != 1 {
			t.Errorf("reading left %v behind (%v)", names, err)
		}
	})
}

// trust-03: each new definition is a change, one beside SKILL.md too, and so is
// a deleted one.
func TestCase03NewFile(t *testing.T) {
	eachLayout(t, func(t *testing.T, _, dir, layout string) {
		l := trusted(t, dir)
		for _, c := range [][2]string{{"/prompts/x.md", "hi\n"}, {"/hooks.json", `{"hooks":[]}`}, {"/skills/a/ref.txt", "x\n"}} {
			put(t, dir, layout+c[0], c[1])
			wantState(t, l, dir, Changed, "new "+c[0])
			must(t, l.TrustFolder(read(t, dir), false, false))
			wantState(t, l, dir, Trusted, "trusted with "+c[0])
		}
		must(t, os.Remove(at(dir, layout+"/mcp.json")))
		wantState(t, l, dir, Changed, "mcp.json deleted")
	})
}

// trust-04: the same bytes written anew are no change, other line ends are.
func TestCase04SameBytesRewritten(t *testing.T) {
	eachLayout(t, func(t *testing.T, _, dir, layout string) {
		l := trusted(t, dir)
		put(t, dir, layout+"/mcp.json", labServer)
		must(t, os.Chmod(at(dir, layout+"/mcp.json"), 0o755))
		wantState(t, l, dir, Trusted, "same bytes")
		put(t, dir, layout+"/mcp.json", strings.ReplaceAll(labServer, "\n", "\r\n"))
		wantState(t, l, dir, Changed, "CR LF")
		put(t, dir, layout+"/mcp.json", labServer+" ")
		wantState(t, l, dir, Changed, "a blank more")
	})
}

// trust-06, A05: one folder is one trust under every spelling; a link that leads
// elsewhere later lends nothing.
func TestCase06FolderThroughLink(t *testing.T) {
	eachLayout(t, func(t *testing.T, top, dir, layout string) {
		link := at(top, "link")
		must(t, os.Symlink(dir, link))
		l := trusted(t, link)
		for _, spelling := range []string{link, dir, dir + "/", top + "/./proj", top + "//proj/../proj", link + "/"} {
			wantState(t, l, spelling, Trusted, spelling)
			if got := ReadFolder(spelling, words).Path; got != dir {
				t.Errorf("%s is %s", spelling, got)
			}
		}
		if len(l.Folders()) != 1 {
			t.Errorf("%+v", l.Folders())
		}
		put(t, top, "other/"+layout+"/mcp.json", labServer)
		must(t, errFirst(os.Remove(link), os.Symlink(at(top, "other"), link)))
		wantState(t, l, link, NotTrusted, "the link leads elsewhere")
		wantState(t, l, dir, Trusted, "by its real path")
	})
}

// trust-07, A03, A04: a copy, a worktree, a subfolder and a sibling are other
// folders, whatever .git says.
func TestCase07WorktreeAndCopy(t *testing.T) {
	eachLayout(t, func(t *testing.T, top, dir, layout string) {
		l := trusted(t, dir)
		for _, other := range []string{"copy", "wt", "proj-2", "proj2", "pro", "proj/sub", "proj/" + layout} {
			put(t, top, other+"/"+layout+"/mcp.json", labServer)
			put(t, top, other+"/.git", "gitdir: "+dir+"/.git/worktrees/wt\n")
			wantState(t, l, at(top, other), NotTrusted, other)
		}
		must(t, os.RemoveAll(at(dir, layout+"/"+strings.Split(layout, "/")[0])))
		wantState(t, l, dir, Trusted, "the folder itself")
	})
}

// trust-10: a renamed folder is another one, other content at the old path is a
// change, and a path that differs in case is another folder where the disk says so.
func TestCase10MovedAndReplaced(t *testing.T) {
	eachLayout(t, func(t *testing.T, top, dir, layout string) {
		l := trusted(t, dir)
		must(t, os.Rename(dir, at(top, "Proj")))
		wantState(t, l, at(top, "Proj"), NotTrusted, "renamed")
		if _, err := os.Stat(dir); err == nil {
			return // a disk that is blind to case
		}
		wantState(t, l, dir, Unreadable, "gone")
		put(t, dir, layout+"/mcp.json", strings.Replace(labServer, "started", "pwned", 1))
		wantState(t, l, dir, Changed, "another repository at the old path")
		must(t, errFirst(os.RemoveAll(dir), os.Rename(at(top, "Proj"), dir)))
		wantState(t, l, dir, Trusted, "moved back")
	})
}

// trust-15: a FIFO, a folder, a device link, no right to read, 50 MB, 5000
// templates: at once, the file named, nothing loaded.
func TestCase15StrangeFileKinds(t *testing.T) {
	if !asOrdinary(t) {
		return
	}
	eachLayout(t, func(t *testing.T, _, dir, layout string) {
		path := at(dir, layout+"/mcp.json")
		for _, c := range []struct {
			rule, says string
			put        func() error
		}{
			{"file/not-regular", "named pipe", func() error { return syscall.Mkfifo(path, 0o644) }},
			{"file/not-regular", "is a folder", func() error { return os.Mkdir(path, 0o755) }},
			{"file/link", "is a link to /dev/null", func() error { return os.Symlink("/dev/null", path) }},
			{"file/denied", "permission denied", func() error { return os.WriteFile(path, []byte("x"), 0) }},
			{"file/too-large", "at most 1048576", func() error { return errFirst(os.WriteFile(path, nil, 0o644), os.Truncate(path, 50<<20)) }},
		} {
			must(t, errFirst(os.Remove(path), c.put()))
			wantUnreadable(t, readSoon(t, dir), path, c.rule, c.says)
		}
		must(t, os.Remove(path))
		for i := range 5000 {
			put(t, dir, layout+"/prompts/p"+strconv.Itoa(i)+".md", "")
		}
		wantUnreadable(t, readSoon(t, dir), filepath.Join(dir, layout, "prompts"), "file/too-many", "more than 2000 entries")
	})
}

// A09: a path with a line end in it is no other path and no other content.
func TestFolderWithALineEndInItsName_A09(t *testing.T) {
	top := newFolder(t)
	a, b := at(top, "x\ny"), at(top, "x")
	put(t, a, ".usher/mcp.json", "z")
	put(t, b, ".usher/mcp.json", "y\nz")
	l := trusted(t, a)
	wantState(t, l, a, Trusted, "the one")
	wantState(t, l, b, NotTrusted, "the other")
	put(t, b, ".usher/mcp.json", "")
	put(t, b, ".usher/hooks.json", "z")
	put(t, a, ".usher/mcp.json", "")
	put(t, a, ".usher/hooks.json", "z")
	wantState(t, l, a, Changed, "the bytes moved to another file")
}
