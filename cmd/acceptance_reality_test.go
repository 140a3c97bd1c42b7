//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What a disk can hold in the place of a project folder, or around it: the state is
// right at once, and nothing of it is loaded or started, for root, who passes every
// permission check, and for an ordinary user (SPEC T3, F1, Q2).

const ordinary = 65534 // a user who has nothing of his own

// reality is one thing that a disk can hold. make builds it around a folder with one
// server, one hook and one prompt, and gives the folder to look at.
type reality struct {
	law, state string
	file, says string // of the first problem where it is unreadable
	make       func(t *testing.T, p *project) (folder string)
	only       int // a user's number where it is made for that one alone, -1 for all
}

const all = -1

func realities() []reality {
	var rows []reality
	for _, r := range [][]reality{linkRealities(), kindRealities(), sizeRealities(), ownerRealities(), nameRealities(), placeRealities()} {
		rows = append(rows, r...)
	}
	return rows
}

// instead puts something in the place of a name of the folder.
func instead(name string, put func(path string) error) func(t *testing.T, p *project) string {
	return func(t *testing.T, p *project) string {
		at := p.def(name)
		must(t, os.RemoveAll(at))
		must(t, put(at))
		return p.root()
	}
}

func linkTo(target string) func(path string) error {
	return func(path string) error { return os.Symlink(target, path) }
}

func linkRealities() []reality {
	unread := func(law, name, target string) reality {
		return reality{law, "unreadable", ".usher/" + name, "is a link to " + target, instead(name, linkTo(target)), all}
	}
	return []reality{
		unread("a link to a file of the folder", "mcp.json", "hooks.json"),
		unread("a link to a file outside", "hooks.json", "/etc/hostname"),
		unread("a link to nothing", "mcp.json", "nothing"),
		unread("a link to itself", "mcp.json", "mcp.json"),
		unread("a link to an open file", "mcp.json", "/proc/self/fd/0"),
		unread("a link to a device", "prompts/x.md", "/dev/zero"),
		unread("a link to a folder", "skills", "/etc"),
		unread("a link to the folder it is in", "prompts", "../.usher"),
		{"a layout that is a link", "unreadable", ".claude", "is a link to", func(t *testing.T, p *project) string {
			must(t, os.Symlink(".usher", p.at("proj/.claude")))
			return p.root()
		}, all},
		{"a folder reached through links", "not trusted", "", "", func(t *testing.T, p *project) string {
			must(t, os.Symlink("proj", p.at("one")))
			must(t, os.Symlink(p.at("one"), p.at("two")))
			return p.at("two")
		}, all},
		{"a hard link to a file outside", "not trusted", "", "", func(t *testing.T, p *project) string {
			must(t, os.Link(p.mcp(), p.at("twin")))
			return p.root()
		}, all},
	}
}

func kindRealities() []reality {
	unread := func(law, name, says string, put func(path string) error) reality {
		return reality{law, "unreadable", ".usher/" + name, says, instead(name, put), all}
	}
	fifo := func(path string) error { return syscall.Mkfifo(path, 0o644) }
	folder := func(path string) error { return os.Mkdir(path, 0o755) }
	return []reality{
		unread("a named pipe", "mcp.json", "is a named pipe", fifo),
		unread("a named pipe among the prompts", "prompts/p.md", "is a named pipe", fifo),
		unread("a named pipe for a folder", "skills", "is a named pipe", fifo),
		unread("a folder for a file", "hooks.json", "is a folder", folder),
		unread("a file for a folder", "prompts", "is a file", func(path string) error { return os.WriteFile(path, nil, 0o644) }),
		unread("a socket", "mcp.json", "is a socket", func(path string) error {
			l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(filepath.Dir(path), "s")})
			if err != nil {
				return err
			}
			l.SetUnlinkOnClose(false)
			return firstOf(l.Close(), os.Rename(filepath.Join(filepath.Dir(path), "s"), path))
		}),
		{"a device", "unreadable", ".usher/mcp.json", "is a device", func(t *testing.T, p *project) string {
			must(t, os.Remove(p.mcp()))
			if err := syscall.Mknod(p.mcp(), syscall.S_IFCHR|0o600, 1<<8|5); err != nil { // where none can be made, none can stand
				must(t, os.Symlink("/dev/zero", p.mcp()))
				return p.root() + "/" // and the link is a link
			}
			return p.root()
		}, all},
	}
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func sizeRealities() []reality {
	sparse := func(size int64) func(path string) error {
		return func(path string) error { return firstOf(os.WriteFile(path, nil, 0o644), os.Truncate(path, size)) }
	}
	many := func(n int, name string) func(t *testing.T, p *project) string {
		return func(t *testing.T, p *project) string {
			for i := range n {
				at := p.at("proj/" + fmt.Sprintf(name, i))
				if i == 0 {
					must(t, os.MkdirAll(filepath.Dir(at), 0o755))
				}
				must(t, os.WriteFile(at, nil, 0o644))
			}
			return p.root()
		}
	}
	return []reality{
		{"one byte too many", "unreadable", ".usher/mcp.json", "at most 1048576 are read", instead("mcp.json", sparse(1<<20+1)), all},
		{"a hole of 1 TiB", "unreadable", ".usher/mcp.json", "at most 1048576 are read", instead("mcp.json", func(path string) error {
			if err := sparse(1 << 40)(path); err == nil {
				return nil
			}
			return sparse(1 << 33)(path) // a disk that holds no larger one
		}), all},
		{"2001 files", "unreadable", ".usher/skills", "2000", many(2001, ".usher/skills/s/f%d"), all},
		{"513 prompts", "unreadable", ".usher/prompts", "512", many(513, ".usher/prompts/p%d.md"), all},
		{"20000 entries beside the definitions", "not trusted", "", "", many(20_000, ".usher/f%d"), all},
		{"20000 entries in the folder", "not trusted", "", "", many(20_000, "f%d"), all},
		{"folders without end", "unreadable", ".usher/prompts", "deeper than 16", func(t *testing.T, p *project) string {
			p.writes(t, p.def("prompts"+strings.Repeat("/d", 300)+"/x.md"), "")
			return p.root()
		}, all},
	}
}

func ownerRealities() []reality {
	mode := func(law, name string, mode os.FileMode, only int) reality {
		r := reality{law, "unreadable", name, "is writable by everyone", func(t *testing.T, p *project) string {
			must(t, os.Chmod(p.at(name), mode))
			return p.root()
		}, only}
		if mode&0o222 == 0 {
			r.says = "permission denied"
		}
		return r
	}
	owner := func(law, name string) reality {
		return reality{law, "unreadable", name, "belongs to user 12345", func(t *testing.T, p *project) string {
			must(t, os.Chown(p.at(name), 12345, 12345))
			return p.root()
		}, 0}
	}
	return []reality{
		mode("a file that everybody may write", "proj/.usher/hooks.json", 0o666, all),
		mode("a folder that everybody may write", "proj", 0o777, all),
		mode("definitions that everybody may write", "proj/.usher", 0o777, all),
		mode("a folder above that everybody may write", "", 0o777, all),
		mode("a file that may not be read", "proj/.usher/mcp.json", 0, ordinary),
		mode("a folder that may not be entered", "proj/.usher/prompts", 0, ordinary),
		mode("definitions that may not be entered", "proj/.usher", 0, ordinary),
		{"a folder above that everybody may write and nobody take away", "not trusted", "", "", func(t *testing.T, p *project) string {
			must(t, os.Chmod(p.yard, 0o777|os.ModeSticky))
			return p.root()
		}, all},
		owner("somebody else's file", "proj/.usher/hooks.json"),
		owner("somebody else's definitions", "proj/.usher"),
		owner("somebody else's folder", "proj"),
		owner("a folder above that is somebody else's", ""),
	}
}

func nameRealities() []reality {
	beside := func(names ...string) func(t *testing.T, p *project) string {
		return func(t *testing.T, p *project) string {
			for _, n := range names {
				must(t, os.WriteFile(p.def("prompts/"+n), []byte("x"), 0o644))
			}
			return p.root()
		}
	}
	return []reality{
		{"case twins alone", "none", "", "", func(t *testing.T, p *project) string {
			other := p.at("twins")
			p.writes(t, filepath.Join(other, ".usher", "MCP.json"), slurp(t, p.mcp()))
			p.writes(t, filepath.Join(other, ".Usher", "mcp.json"), slurp(t, p.mcp()))
			p.writes(t, filepath.Join(other, ".MCP.JSON"), slurp(t, p.mcp()))
			return other
		}, all},
		{"twins in Unicode", "not trusted", "", "", beside("caf\u00e9.md", "cafe\u0301.md"), all},
		{"a line end and an escape in names", "not trusted", "", "", beside("two\nlines.md", "clear\x1b[2J.md"), all},
		{"a name that is not UTF-8", "unreadable", ".usher/prompts", "is not UTF-8", beside("odd\xff.md"), all},
	}
}

func placeRealities() []reality {
	return []reality{
		{"an empty folder", "none", "", "", func(t *testing.T, p *project) string {
			must(t, os.Mkdir(p.at("empty"), 0o755))
			return p.at("empty")
		}, all},
		{"a subfolder with nothing of its own", "none", "", "", func(t *testing.T, p *project) string {
			must(t, os.Mkdir(p.at("proj/sub"), 0o755))
			return p.at("proj/sub")
		}, all},
		{"a folder of a git worktree", "not trusted", "", "", func(t *testing.T, p *project) string {
			p.writes(t, p.at("proj/.git"), "gitdir: /nonexistent/worktrees/x\n")
			return p.root()
		}, all},
	}
}

// TestFilesystemReality_T3_F1_Q2 looks at every one of them, as every kind of user
// that this computer lets the test be.
func TestFilesystemReality_T3_F1_Q2(t *testing.T) {
	t.Parallel()
	fan(t, 4, realities(), func(r reality) string { return r.law }, func(t *testing.T, r reality) {
		us := os.Geteuid()
		if r.only == 0 && us != 0 { // who is not root gives nothing away
			return
		}
		p := &project{house: newHouse(t), layout: ".usher"}
		p.yard = filepath.Join(p.dir, "yard")
		p.writes(t, p.mcp(), `{"servers":[{"id":"lab","command":"touch","args":["../started.txt"]}]}`)
		p.writes(t, p.def("hooks.json"), `{"hooks":[{"name":"h","event":"PreToolUse","command":"touch","args":["../started.txt"]}]}`)
		p.writes(t, p.def("prompts/x.md"), "hello $1")
		folder := r.make(t, p)
		if r.only != ordinary || us != 0 {
			p.faces(t, r, folder, us)
		}
		if us == 0 {
			p.gives(t, p.home)
			if r.only == ordinary { // permissions are the owner's
				p.gives(t, p.yard)
			}
			p.faces(t, r, folder, ordinary)
		}
		p.never(t, "started.txt")
	})
}

// gives makes a tree an ordinary user's.
func (p *project) gives(t *testing.T, dir string) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		return firstOf(err, os.Lchown(path, ordinary, ordinary))
	}))
}

// by runs a program as a user.
func (p *project) by(t *testing.T, user int, stdin, program string, args ...string) ran {
	t.Helper()
	c := p.command(program, args...)
	if user != os.Geteuid() {
		id := fmt.Sprint(user)
		c = p.command("/usr/bin/setpriv", append([]string{"--reuid=" + id, "--regid=" + id, "--clear-groups", "--", c.Path}, args...)...)
	}
	c.Dir = "/"
	e := launch(t, c, stdin)
	if e.took > slack {
		t.Errorf("it took %v: %v", e.took, e)
	}
	return e
}

// faces holds the commands of a user to what the row says.
func (p *project) faces(t *testing.T, r reality, folder string, user int) {
	t.Helper()
	shown := p.by(t, user, "", "usher", "trust", "show", folder, "-o", "json")
	var v folderView
	if err := json.Unmarshal([]byte(shown.out), &v); err != nil || v.State != r.state {
		t.Fatalf("user %d: it is %q, want %q: %v", user, v.State, r.state, shown)
	}
	if r.state == "unreadable" {
		says := r.says
		if strings.HasSuffix(folder, "/") {
			says = "is a link to /dev/zero"
		}
		if len(v.Problems) == 0 || !strings.Contains(v.Problems[0].File, r.file) || !strings.Contains(v.Problems[0].Message, says) || v.Problems[0].Hint == "" || len(v.Files) > 0 {
			t.Errorf("user %d: it is not told: %v", user, shown)
		}
	}
	if e := p.by(t, user, "", "usher", "prompt", "expand", "/x you", "--project", folder); strings.Contains(e.out, "hello") || strings.Contains(e.err, "\x1b") {
		t.Errorf("user %d: %v", user, e)
	}
	if e := p.by(t, user, callOf("lab__x", canAsk), "usher-gate", "--project", folder); e.code == 0 || strings.Contains(e.out, `"allow"`) {
		t.Errorf("user %d: %v", user, e)
	}
	if strings.Contains(r.law, "names") { // what steers a terminal does not reach it
		if e := p.by(t, user, "", "usher", "trust", "show", folder); strings.Contains(e.out, "\x1b") || !strings.Contains(e.out, "[2J") {
			t.Errorf("user %d: %v", user, e)
		}
	}
}
