//go:build unix

package needs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shows reports a plan that shows a path, by itself or in a runtime's folder.
func shows(f Found, path string) bool {
	return insideAny(append(slices.Clone(f.Plan.Files), f.Plan.Runtimes...), path)
}

// SPEC B1, A1: nothing that a server may change says what of the person's it is
// shown: neither a link in a folder of its own, nor a script, nor a virtual environment.
func TestWhatAServerMayChangeBringsNothing_B1(t *testing.T) {
	w, root := house(t)
	own, data := filepath.Join(root, "own"), filepath.Join(w.Data, "servers/lab")
	folder(t, own)
	folder(t, data)
	secret := file(t, filepath.Join(root, "secret/id.txt"), "x")
	modules := filepath.Join(root, "other/node_modules")
	file(t, filepath.Join(modules, "a/i.js"), "x")
	plain := file(t, filepath.Join(own, "plain.txt"), "x")
	venv := filepath.Join(own, "venv")
	file(t, filepath.Join(venv, "pyvenv.cfg"), "home = "+filepath.Join(root, "py/bin")+"\n")
	folder(t, filepath.Join(root, "py/lib/python3.12"))
	python := file(t, filepath.Join(root, "py/bin/python3"), "\x7fELF")
	for name, l := range map[string]Launch{
		"a link":              {Program: "/bin/sh", Args: []string{link(t, filepath.Join(own, "l"), secret), "--a=" + filepath.Join(own, "l")}},
		"a link in data":      {Program: "/bin/sh", Args: []string{link(t, filepath.Join(data, "l"), secret)}},
		"a link by a link":    {Program: "/bin/sh", Args: []string{link(t, filepath.Join(root, "by"), filepath.Join(own, "l"))}},
		"a folder's link":     {Program: "/bin/sh", Args: []string{link(t, filepath.Join(own, "d"), filepath.Dir(secret)) + "/id.txt"}},
		"a module":            {Program: "/bin/sh", Args: []string{link(t, filepath.Join(own, "m"), filepath.Join(modules, "a/i.js"))}},
		"a script":            {Program: file(t, filepath.Join(own, "s1"), "#!"+python+"\n")},
		"a script of env":     {Program: file(t, filepath.Join(own, "s2"), "#!/usr/bin/env python3\n")},
		"a script by a link":  {Program: link(t, filepath.Join(root, "s3"), filepath.Join(own, "s1"))},
		"what reads a script": {Program: file(t, filepath.Join(root, "s4"), "#!"+link(t, filepath.Join(own, "py"), secret)+"\n")},
		"a venv":              {Program: file(t, filepath.Join(venv, "bin/python"), "\x7fELF")},
		"env's program":       {Program: "/usr/bin/env", Args: []string{link(t, filepath.Join(own, "e"), python)}},
	} {
		l.ID, l.Dir, l.Write = "lab", root, []string{own}
		w.Look = func(string) (string, bool) { return python, true }
		f := found(t, w, l)
		if shows(f, secret) || shows(f, python) || shows(f, modules) || shows(f, plain) {
			t.Errorf("%s: files %q, runtimes %q", name, f.Plan.Files, f.Plan.Runtimes)
		}
		if quiet := name == "a venv" || name == "env's program" || name == "what reads a script"; !quiet && len(f.Notes) == 0 {
			t.Errorf("%s: nothing is said", name)
		}
	}
	f := found(t, w, Launch{ID: "lab", Program: "/bin/sh", Dir: own, Args: []string{"plain.txt", plain}, Write: []string{own}})
	if len(f.Plan.Files)+len(f.Notes) > 0 {
		t.Errorf("a file in its folder: %q, %q", f.Plan.Files, f.Notes)
	}
	f = found(t, w, Launch{ID: "lab", Program: link(t, filepath.Join(venv, "bin/python3"), python), Dir: root, Write: []string{own}})
	if !shows(f, python) || !slices.Contains(f.Plan.Runtimes, filepath.Join(root, "py")) {
		t.Errorf("the program that was approved by what it really is, is not shown: %q, %q", f.Plan.Files, f.Plan.Runtimes)
	}
}

// SPEC S7, B1: what a variable or a secret says is not what a person read on a card.
func TestAVariableNamesNoFile_S7(t *testing.T) {
	w, root := house(t)
	path := file(t, filepath.Join(root, "x/a.txt"), "x")
	f := found(t, w, Launch{ID: "lab", Program: "/bin/sh", Dir: root, Args: []string{path}, Varies: []bool{true}})
	if shows(f, path) || len(f.Notes) != 1 || !strings.Contains(f.Notes[0], "argument 1") || strings.Contains(f.Notes[0], path) {
		t.Errorf("%q, %q", f.Plan.Files, f.Notes)
	}
	f = found(t, w, Launch{ID: "lab", Program: "/usr/bin/env", Dir: root, Args: []string{path}, Varies: []bool{true}})
	if shows(f, path) {
		t.Errorf("behind env: %q", f.Plan.Files)
	}
}

// SPEC T5, B1: a script of a project shows nothing outside its folder but what the
// person's own PATH finds, and env is read strictly.
func TestAProjectsScriptShowsNothingOutside_T5(t *testing.T) {
	w, root := house(t)
	project, out := filepath.Join(root, "project"), filepath.Join(root, "out")
	key := file(t, filepath.Join(out, "key"), "x")
	folder(t, filepath.Join(out, "py/lib/python3.12"))
	node := file(t, filepath.Join(root, "bin/node"), "\x7fELF")
	inner := file(t, filepath.Join(project, "run"), "x")
	file(t, filepath.Join(project, "venv/pyvenv.cfg"), "home = "+filepath.Join(out, "py/bin")+"\n")
	w.Look = func(name string) (string, bool) { return node, name == "node" }
	for text, want := range map[string]string{
		"#!" + key + "\n":                             "",
		"#!/usr/bin/env " + key + "\n":                "",
		"#!/usr/bin/env -S -i A=1 " + key + "\n":      "",
		"#!" + inner + "\n":                           inner,
		"#!/usr/bin/env node\n":                       node,
		"#!/usr/bin/env -S -u A -C /x B=1 node --x\n": node,
		"#!/usr/bin/env -S -v node\n":                 "",
		"#!/usr/bin/env -S -iu node\n":                "",
		"#!/usr/bin/env node --x\n":                   "",
		"#!/usr/bin/env -S PATH=/x node\n":            "",
	} {
		script := filepath.Join(project, "venv/bin/s")
		file(t, script, text)
		if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		f := found(t, w, Launch{ID: "lab", Folder: project, Program: script, Dir: project})
		var brought []string
		for _, path := range f.Plan.Files {
			if path != script {
				brought = append(brought, path)
			}
		}
		if got := strings.Join(brought, " "); got != want || shows(f, filepath.Join(out, "py")) {
			t.Errorf("%q: %q, runtimes %q, want %q", text, got, f.Plan.Runtimes, want)
		}
		if strings.Contains(text, key) && len(f.Notes) == 0 {
			t.Errorf("%q: nothing is said", text)
		}
	}
}

// SPEC B2: another HOME shows nothing of the account's own home folder.
func TestTheAccountsHomeIsOneToo_B2(t *testing.T) {
	w, root := house(t)
	w.AccountHome = filepath.Join(root, "account")
	agent := file(t, filepath.Join(w.AccountHome, ".gnupg/S.gpg-agent"), "x")
	state := filepath.Join(w.AccountHome, ".local/state/usher")
	folder(t, state)
	if _, why, _ := w.Grant(w.AccountHome); !strings.Contains(why, "home folder itself") {
		t.Errorf("it can be granted: %q", why)
	}
	f := found(t, w, Launch{ID: "lab", Program: "/bin/sh", Dir: root, Read: []string{filepath.Dir(agent), filepath.Dir(state)}})
	if !slices.Contains(f.Plan.Mask, agent) || !slices.Contains(f.Plan.Mask, state) {
		t.Errorf("hidden %q", f.Plan.Mask)
	}
}
