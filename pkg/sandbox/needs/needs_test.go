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

// SPEC B1: a program brings the folder it lives in and the links on the way to it,
// whatever manager put it there, and never the home folder or a folder that holds
// more than the runtime.
func TestProgramBringsItsRuntime_B1(t *testing.T) {
	w, root := house(t)
	home := w.UserHome
	node := file(t, filepath.Join(home, ".nvm/versions/node/v20/bin/node"), "\x7fELF")
	folder(t, filepath.Join(home, ".nvm/versions/node/v20/lib/node_modules"))
	file(t, filepath.Join(home, ".nvm/versions/node/v20/lib/node_modules/npm/bin/npx-cli.js"), "#!/usr/bin/env node\n")
	npx := link(t, filepath.Join(home, ".nvm/versions/node/v20/bin/npx"), "../lib/node_modules/npm/bin/npx-cli.js")
	python := file(t, filepath.Join(home, ".local/share/uv/python/cpython-3.12.8/bin/python3.12"), "\x7fELF")
	folder(t, filepath.Join(home, ".local/share/uv/python/cpython-3.12.8/lib/python3.12"))
	link(t, filepath.Join(home, ".local/share/uv/python/cpython-3.12"), "cpython-3.12.8")
	tool := filepath.Join(home, ".local/share/uv/tools/fetch")
	file(t, filepath.Join(tool, "pyvenv.cfg"), "home = "+filepath.Dir(python)+"\n")
	link(t, filepath.Join(tool, "bin/python"), filepath.Join(home, ".local/share/uv/python/cpython-3.12/bin/python3.12"))
	file(t, filepath.Join(tool, "bin/fetch"), "#!"+filepath.Join(tool, "bin/python")+"\n")
	fetch := link(t, filepath.Join(home, ".local/bin/fetch"), filepath.Join(tool, "bin/fetch"))
	shim := file(t, filepath.Join(home, ".pyenv/shims/python3"), "#!/usr/bin/env bash\n")
	global := link(t, filepath.Join(home, ".local/bin/acme"), "../lib/node_modules/acme/cli.js")
	file(t, filepath.Join(home, ".local/lib/node_modules/acme/cli.js"), "#!/usr/bin/env node\n")
	folder(t, filepath.Join(home, ".local/lib/python3.11"))
	single := file(t, filepath.Join(home, ".local/bin/single"), "\x7fELF")
	homely := file(t, filepath.Join(home, "bin/x"), "\x7fELF")
	folder(t, filepath.Join(home, "lib/node_modules"))
	w.Look = func(name string) (string, bool) { return node, name == "node" }

	nvm := filepath.Join(home, ".nvm/versions/node/v20")
	for name, c := range map[string]struct {
		program  string
		args     []string
		runtimes []string
		files    []string
		variable string
	}{
		"nvm":                {program: node, runtimes: []string{nvm}},
		"npx, read by node":  {program: npx, runtimes: []string{nvm}},
		"behind env":         {program: "/usr/bin/env", args: []string{"-u", "A", "B=1", "node"}, runtimes: []string{nvm}},
		"uv tool":            {program: fetch, runtimes: []string{filepath.Join(home, ".local/share/uv/python/cpython-3.12.8"), tool}},
		"pyenv shim":         {program: shim, runtimes: []string{filepath.Join(home, ".pyenv")}, variable: "PYENV_ROOT=" + filepath.Join(home, ".pyenv")},
		"npm in .local":      {program: global, runtimes: []string{filepath.Join(home, ".local/lib/node_modules"), nvm}},
		"one file in .local": {program: single, files: []string{single}},
		"prefix is the home": {program: homely, files: []string{homely}},
		"of the system":      {program: "/bin/sh"},
	} {
		f := found(t, w, Launch{ID: "lab", Program: c.program, Args: c.args, Dir: root})
		if !slices.Equal(f.Plan.Runtimes, c.runtimes) || !slices.Equal(f.Plan.Files, c.files) {
			t.Errorf("%s: runtimes %q, files %q", name, f.Plan.Runtimes, f.Plan.Files)
		}
		if c.variable != "" && !slices.Contains(f.Variables, c.variable) {
			t.Errorf("%s: variables %q", name, f.Variables)
		}
	}
	f := found(t, w, Launch{ID: "lab", Program: fetch, Dir: root})
	for _, want := range []sandbox.Link{{At: fetch, To: filepath.Join(tool, "bin/fetch")}, {At: filepath.Join(home, ".local/share/uv/python/cpython-3.12"), To: "cpython-3.12.8"}} {
		if !slices.Contains(f.Plan.Links, want) {
			t.Errorf("the link %v is not shown: %v", want, f.Plan.Links)
		}
	}
}

// Files that the command line names are shown one by one: never a folder, never one
// of usher's own, and of a project's server none outside its folder.
func TestNamedFilesAreShownOneByOne_B2(t *testing.T) {
	w, root := house(t)
	project := filepath.Join(root, "project")
	script := file(t, filepath.Join(project, "tools/lab.js"), "x")
	inner := file(t, filepath.Join(project, "node_modules/a/node_modules/b/i.js"), "x")
	link(t, filepath.Join(project, "out.js"), filepath.Join(root, "outside.js"))
	outside := file(t, filepath.Join(root, "outside.js"), "x")
	own := file(t, filepath.Join(w.Home, "server.py"), "x")
	key := file(t, filepath.Join(w.State, "ledger.json"), "x")
	defs := file(t, filepath.Join(w.Home, "mcp.json"), "x")

	l := Launch{ID: "lab", Folder: project, Program: "/bin/sh", Dir: project, Args: []string{"tools/lab.js", "--root=tools", "--in=out.js", inner, outside, "absent"}}
	f := found(t, w, l)
	if want := []string{script}; !slices.Equal(f.Plan.Files, want) || !slices.Equal(f.Plan.Runtimes, []string{filepath.Join(project, "node_modules")}) {
		t.Errorf("files %q, runtimes %q", f.Plan.Files, f.Plan.Runtimes)
	}
	if len(f.Notes) != 2 || !strings.Contains(f.Notes[0], "argument 3") || !strings.Contains(f.Notes[1], "outside the project") {
		t.Errorf("notes %q", f.Notes)
	}
	f = found(t, w, Launch{ID: "lab", Program: "/bin/sh", Dir: w.Home, Args: []string{"server.py", "-x=" + outside, key, defs, root}})
	if want := []string{own, outside}; !slices.Equal(f.Plan.Files, want) {
		t.Errorf("files of your own server %q, want %q", f.Plan.Files, want)
	}
	if len(f.Notes) != 2 || !strings.Contains(f.Notes[0], "usher's own") {
		t.Errorf("notes %q", f.Notes)
	}
}

// SPEC B2: what no folder may be, by whatever name it is reached.
func TestFolderThatIsNeverGranted_B2(t *testing.T) {
	w, root := house(t)
	run := filepath.Join(root, "run/user/1000")
	folder(t, run)
	w.Getenv = func(name string) string { return map[string]string{"XDG_RUNTIME_DIR": run}[name] }
	notes := file(t, filepath.Join(root, "notes.txt"), "x")
	docker := filepath.Join(w.UserHome, ".docker/run")
	folder(t, docker)
	for dir, want := range map[string]string{
		w.UserHome: "home folder itself", link(t, filepath.Join(root, "me"), w.UserHome): "home folder itself",
		root: "above your home folder", "/": "above your home folder", filepath.Join(root, "absent"): "does not exist", notes: "not a folder",
		"/proc/self": "kernel", "/dev": "kernel", "/sys": "kernel", w.State: "usher's own", w.Home: "usher's own",
		filepath.Join(w.Data, "servers"): "does not exist", run: "sockets", docker: "sockets", filepath.Dir(run): "sockets",
	} {
		if real, why, hint := w.Grant(dir); real != "" || !strings.Contains(why, want) || hint == "" {
			t.Errorf("%s: %q, %q; want %q", dir, real, why, want)
		}
		var f *fault.Error
		if _, err := w.Find(Launch{ID: "lab", Program: "/bin/sh", Dir: root, Read: []string{dir}}); !errors.As(err, &f) || f.Kind != fault.Refused || !strings.Contains(f.Message, "sandbox.read[0]") {
			t.Errorf("%s: a start is planned: %v", dir, err)
		}
	}
}

// A folder that is reached through a link is granted by what it really is.
func TestGrantThroughALinkIsItsRealFolder_B2(t *testing.T) {
	w, root := house(t)
	real := filepath.Join(root, "data")
	folder(t, real)
	by := link(t, filepath.Join(root, "by"), "data")
	f := found(t, w, Launch{ID: "lab", Program: "/bin/sh", Dir: root, Read: []string{by, real + "/"}})
	if !slices.Equal(f.Plan.Read, []string{real}) || f.Through[by] != real {
		t.Errorf("read %q, through %v", f.Plan.Read, f.Through)
	}
}

// SPEC B2: in a writable folder all of git's own and the project's definitions stay as
// they are, in folders below it too; usher's own places and known sockets are hidden
// in it.
func TestWritableFolderKeepsItsGuards_B2(t *testing.T) {
	w, root := house(t)
	src := filepath.Join(w.UserHome, "src")
	for _, path := range []string{"a/.git/config", "b/deep/.git/config", ".claude/skills/x/SKILL.md", "b/.mcp.json"} {
		file(t, filepath.Join(src, path), "x")
	}
	file(t, filepath.Join(src, "worktree/.git"), "gitdir: elsewhere")
	sock := file(t, filepath.Join(src, "agent.sock"), "x")
	w.Getenv = func(name string) string { return map[string]string{"DOCKER_HOST": "unix://" + sock}[name] }
	w.State = filepath.Join(src, "state")
	folder(t, w.State)
	f := found(t, w, Launch{ID: "lab", Program: "/bin/sh", Dir: root, Write: []string{src}})
	for _, want := range []string{"a/.git", "b/deep/.git", "worktree/.git", ".claude", "b/.mcp.json"} {
		if !slices.Contains(f.Plan.Protect, filepath.Join(src, want)) {
			t.Errorf("%s is not kept: %q", want, f.Plan.Protect)
		}
	}
	if want := []string{sock, w.State}; !slices.Equal(f.Plan.Mask, want) {
		t.Errorf("hidden %q, want %q", f.Plan.Mask, want)
	}
	if f = found(t, w, Launch{ID: "lab", Program: "/bin/sh", Dir: root}); len(f.Plan.Mask)+len(f.Plan.Protect) > 0 {
		t.Errorf("without a folder: %q, %q", f.Plan.Mask, f.Plan.Protect)
	}
}

// SPEC L4, S5: a folder of its own for each server, private, that no other server's
// id can name; HOME inside.
func TestEachServerHasItsOwnData_L4(t *testing.T) {
	w, root := house(t)
	yours := found(t, w, Launch{ID: "lab", Program: "/bin/sh", Dir: root})
	a := found(t, w, Launch{ID: "lab", Folder: filepath.Join(root, "a"), Program: "/bin/sh", Dir: root})
	b := found(t, w, Launch{ID: "lab", Folder: filepath.Join(root, "b"), Program: "/bin/sh", Dir: root})
	if yours.Plan.Data == a.Plan.Data || a.Plan.Data == b.Plan.Data || yours.Plan.Data != filepath.Join(w.Data, "servers/lab") {
		t.Errorf("%s, %s, %s", yours.Plan.Data, a.Plan.Data, b.Plan.Data)
	}
	if err := w.Prepare(&a.Plan); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(a.Plan.Data); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info, err)
	}
	env := a.Environment([]string{"PATH=/bin", "HOME=/home/ann", "TMPDIR=/x"}, []string{"KEY=v", "KAITOI_DATA=evil"})
	want := []string{"PATH=/bin", "HOME=" + a.Plan.Data, "TMPDIR=/tmp", "KEY=v", "KAITOI_DATA=" + a.Plan.Data, "USHER_SERVER_DATA=" + a.Plan.Data}
	if !slices.Equal(env, want) {
		t.Errorf("%q", env)
	}
	w.Data = ""
	if _, err := w.Find(Launch{ID: "lab", Program: "/bin/sh", Dir: root}); err == nil {
		t.Error("a server without a place for its data is planned")
	}
	w.Data = file(t, filepath.Join(root, "plain"), "x")
	p := sandbox.Plan{Data: filepath.Join(w.Data, "servers/lab")}
	var f *fault.Error
	if err := w.Prepare(&p); !errors.As(err, &f) || f.Kind != fault.Refused || len(f.Hints) == 0 {
		t.Errorf("a data place that is a file: %v", err)
	}
}
