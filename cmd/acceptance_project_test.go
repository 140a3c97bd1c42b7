//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The cases about project folders from real reports, each in every layout that is
// read (SPEC L6): the cases are written for .kkss/assistant.

// project is a house with a case's folders, built by the case's own script, in one
// layout. P is the project, yard the folder around it.
type project struct {
	*house
	layout string // .usher, .kkss/assistant
	yard   string
}

func layouts() []string { return []string{".usher", ".kkss/assistant"} }

// inEachLayout runs a test of a case in every layout.
func inEachLayout(t *testing.T, name string, test func(t *testing.T, p *project)) {
	t.Helper()
	for _, layout := range layouts() {
		t.Run(strings.TrimPrefix(strings.ReplaceAll(layout, "/", "-"), "."), func(t *testing.T) { test(t, newProject(t, name, layout)) })
	}
}

func newProject(t *testing.T, name, layout string) *project {
	t.Helper()
	p := &project{house: newHouse(t), layout: layout}
	p.yard = filepath.Join(p.dir, "yard")
	must(t, os.Mkdir(p.yard, 0o755))
	dir, err := filepath.Abs(filepath.Join(casesDir, name))
	must(t, err)
	script, err := os.ReadFile(filepath.Join(dir, "setup.sh"))
	must(t, err)
	text := strings.ReplaceAll(string(script), ".kkss/assistant", layout)
	c := p.command("/bin/sh", "-c", text, "setup.sh", p.yard)
	c.Dir = dir
	if r := launch(t, c, ""); r.code != 0 {
		t.Fatal(r)
	}
	p.put(t, "policy.json", `{"approve":{"unattended":true}}`)
	return p
}

func (p *project) root() string             { return filepath.Join(p.yard, "proj") }
func (p *project) def(name string) string   { return filepath.Join(p.root(), p.layout, name) }
func (p *project) at(name string) string    { return filepath.Join(p.yard, name) }
func (p *project) mcp() string              { return p.def("mcp.json") }
func (p *project) evil(t *testing.T) string { return slurp(t, p.at("evil.json")) }

// writes puts a file anywhere below the yard.
func (p *project) writes(t *testing.T, path, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(text), 0o644))
}

func slurp(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	must(t, err)
	return string(data)
}

// folderView is what trust show says.
type folderView struct {
	State, Digest, Folder string
	Files                 []struct{ Path, Digest, Change string }
	Problems              []problem
}

// shows is trust show of a folder, in any spelling.
func (p *project) shows(t *testing.T, folder string) folderView {
	t.Helper()
	var v folderView
	r := p.does(t, 0, "trust", "show", folder, "-o", "json")
	must(t, json.Unmarshal([]byte(r.out), &v))
	return v
}

// is holds a folder to a state.
func (p *project) is(t *testing.T, state, folder string) {
	t.Helper()
	if v := p.shows(t, folder); v.State != state {
		t.Errorf("%s is %q, want %q: %+v", folder, v.State, state, v)
	}
}

// trusts grants a folder by the digest it has now.
func (p *project) trusts(t *testing.T, folder string) {
	t.Helper()
	p.does(t, 0, "trust", "grant", folder, "--digest", p.shows(t, folder).Digest)
}

// in runs a usher command in a folder.
func (p *project) in(t *testing.T, folder string, args ...string) ran {
	t.Helper()
	c := p.command("usher", args...)
	c.Dir = folder
	return launch(t, c, "")
}

// calls puts a call to usher-gate from a folder.
func (p *project) calls(t *testing.T, folder, call string, flags ...string) verdict {
	t.Helper()
	c := p.command("usher-gate", flags...)
	c.Dir = folder
	return checked(t, launch(t, c, call))
}

// never holds that a file was made nowhere in the house.
func (p *project) never(t *testing.T, names ...string) {
	t.Helper()
	_ = filepath.WalkDir(p.dir, func(path string, _ os.DirEntry, _ error) error {
		for _, n := range names {
			if filepath.Base(path) == n {
				t.Errorf("%s is there", path)
			}
		}
		return nil
	})
}

// TestNothingOfAProjectRunsBeforeTrust_trust01: looking at it runs nothing, and
// neither does trusting it (SPEC T1, A2).
func TestNothingOfAProjectRunsBeforeTrust_trust01(t *testing.T) {
	inEachLayout(t, "trust-01-nothing-runs-before", func(t *testing.T, p *project) {
		p.writes(t, p.def("hooks.json"), `{"hooks":[{"name":"h","event":"PreToolUse","command":"touch","args":["started.txt"]}]}`)
		for _, named := range []string{p.root(), ""} {
			for _, c := range []struct {
				code int
				line string
			}{
				{0, "server list"}, {0, "server list -v"}, {0, "hooks list"}, {0, "prompt list"}, {0, "trust show"}, {0, "trust list"}, {1, "trust diff"},
				{0, "home"}, {0, "hooks test --tool lab__x"}, {0, "server check " + p.mcp()},
			} {
				args := strings.Fields(c.line)
				if named != "" {
					args = append(args, "--project", named)
				}
				if r := p.in(t, p.root(), args...); r.code != c.code {
					t.Errorf("want %d: %v", c.code, r)
				}
			}
			for _, line := range []string{"server tools lab", "server restart lab", "call lab__x", "read lab file:///x"} {
				if r := p.in(t, p.root(), append(strings.Fields(line), "--project", p.root())...); r.code == 0 || !strings.Contains(r.err, "not trusted") || !strings.Contains(r.err, "usher trust show "+p.root()) {
					t.Errorf("%v", r)
				}
			}
		}
		p.env = append(p.env, "USHER_PROJECT="+p.root())
		if ids := p.ids(t, "needs trust"); ids != "lab" {
			t.Errorf("waiting for trust: %q", ids)
		}
		p.calls(t, p.root(), callOf("lab__x", canAsk)).wants(t, "deny", "a project folder that is not trusted")
		p.trusts(t, p.root())
		p.never(t, "started.txt")
	})
}

// TestEveryNewFileIsAChange_trust03: what only turned up is not trusted for free,
// files beside a SKILL.md included (SPEC T2).
func TestEveryNewFileIsAChange_trust03(t *testing.T) {
	inEachLayout(t, "trust-03-new-file", func(t *testing.T, p *project) {
		p.is(t, "not trusted", p.root())
		for _, change := range []func(){
			func() { p.writes(t, p.def("prompts/x.md"), "hi\n") },
			func() { p.writes(t, p.def("hooks.json"), `{"hooks":[]}`) },
			func() { p.writes(t, p.def("skills/a/ref.txt"), "x\n") },
			func() { p.writes(t, p.def("instructions.md"), "") },
			func() { must(t, os.Remove(p.mcp())) },
		} {
			p.trusts(t, p.root())
			p.is(t, "trusted", p.root())
			change()
			p.is(t, "changed", p.root())
		}
		for _, left := range []string{"prompts", "hooks.json", "skills", "instructions.md"} {
			must(t, os.RemoveAll(p.def(left)))
		}
		p.is(t, "changed", p.root()) // all gone is no new beginning
	})
}

// TestSameBytesStayTrusted_trust04: order, times and modes play no part (SPEC T2).
func TestSameBytesStayTrusted_trust04(t *testing.T) {
	inEachLayout(t, "trust-04-same-bytes-rewritten", func(t *testing.T, p *project) {
		p.trusts(t, p.root())
		text := slurp(t, p.mcp())
		for _, c := range []string{"touch -d 2001-01-01 " + p.mcp(), "chmod 600 " + p.mcp(), "chmod 755 " + p.mcp(),
			"cp " + p.mcp() + " x && cat x > " + p.mcp(), "cp " + p.mcp() + " y && mv y " + p.mcp()} {
			if r := launch(t, p.command("/bin/sh", "-c", c), ""); r.code != 0 {
				t.Fatal(r)
			}
			p.is(t, "trusted", p.root())
		}
		for _, other := range []string{strings.ReplaceAll(text, "\n", "\r\n"), text + "\n", " " + text, "\uFEFF" + text} {
			p.writes(t, p.mcp(), other)
			p.is(t, "changed", p.root())
		}
		p.writes(t, p.mcp(), text)
		p.is(t, "trusted", p.root())
	})
}

// TestOneFolderOneTrust_trust06: trust is the real path's, in every spelling; a link
// that leads elsewhere later brings nothing along (SPEC T2).
func TestOneFolderOneTrust_trust06(t *testing.T) {
	inEachLayout(t, "trust-06-folder-through-link", func(t *testing.T, p *project) {
		p.trusts(t, p.at("link"))
		spellings := []string{p.root(), p.root() + "/", p.yard + "/./proj", p.yard + "/../yard/proj", p.at("link"), p.at("link") + "/"}
		for _, s := range spellings {
			if v := p.shows(t, s); v.State != "trusted" || v.Folder != p.root() {
				t.Errorf("%s: %+v", s, v)
			}
			p.does(t, 0, "trust", "grant", s, "--digest", p.shows(t, s).Digest)
		}
		if r := p.does(t, 0, "trust", "list", "-o", "json"); strings.Count(r.out, `"state"`) != 1 || !strings.Contains(r.out, `"`+p.root()+`"`) {
			t.Errorf("%v", r)
		}
		p.writes(t, filepath.Join(p.at("other"), p.layout, "mcp.json"), slurp(t, p.mcp()))
		must(t, os.Remove(p.at("link")))
		must(t, os.Symlink(p.at("other"), p.at("link")))
		p.is(t, "not trusted", p.at("link")) // and that the name led elsewhere is said
		if r := p.does(t, 0, "trust", "show", p.at("link")); !strings.Contains(r.out, "its path "+p.at("link")+" leads to "+p.at("other")+" now") {
			t.Error(r)
		}
		p.is(t, "trusted", p.root())
	})
}

// TestCopiesAreOtherFolders_trust07 (SPEC T2).
func TestCopiesAreOtherFolders_trust07(t *testing.T) {
	inEachLayout(t, "trust-07-worktree-and-copy", func(t *testing.T, p *project) {
		p.trusts(t, p.root())
		must(t, os.MkdirAll(p.at("proj/sub"), 0o755))
		if r := launch(t, p.command("cp", "-r", filepath.Join(p.root(), strings.Split(p.layout, "/")[0]), p.at("proj/sub")), ""); r.code != 0 {
			t.Fatal(r)
		}
		p.is(t, "trusted", p.root())
		for _, other := range []string{"copy", "wt", "proj/sub"} {
			p.is(t, "not trusted", p.at(other))
			if a, b := p.shows(t, p.at(other)).Digest, p.shows(t, p.root()).Digest; a != b {
				t.Errorf("%s: the same content has another digest", other) // fleets pin content (SPEC T6)
			}
			p.calls(t, p.yard, callOf("lab__x", canAsk), "--project", p.at(other)).wants(t, "deny", "not trusted")
		}
	})
}

// TestHomeIsNeverAProject_trust09: refused with a sentence whichever way it is
// chosen; the hooks that lie in it as one's own run once (SPEC L5).
func TestHomeIsNeverAProject_trust09(t *testing.T) {
	inEachLayout(t, "trust-09-home-folder", func(t *testing.T, p *project) {
		p.writes(t, p.def("hooks.json"), `{"hooks":[{"name":"h","event":"PreToolUse","command":"sh","args":["-c","echo ran >> ran.txt"]}]}`)
		p.writes(t, p.def("policy.json"), `{"approve":{"unattended":true}}`)
		p.env = append(p.env, "HOME="+p.root(), "USHER_HOME="+filepath.Join(p.root(), p.layout), "USHER_STATE="+p.state)
		must(t, os.Symlink(p.root(), p.at("link")))
		says := "is your home folder, which is never a project"
		for _, r := range []ran{
			p.in(t, p.yard, "trust", "grant", p.root()), p.in(t, p.yard, "trust", "show", p.at("link")), p.in(t, p.root(), "trust", "grant", "."),
			p.in(t, p.yard, "trust", "list", "--project", p.root()), p.in(t, p.yard, "prompt", "list", "--project", "link"),
		} {
			if r.code != 2 || !strings.Contains(r.err, says) || !strings.Contains(r.err, "usher: hint: ") {
				t.Errorf("%v", r)
			}
		}
		for _, verb := range []string{"show", "grant", "diff", "verify"} {
			args := []string{"trust", verb}
			if verb == "verify" {
				args = append(args, "--digest", "sha256:"+strings.Repeat("0", 64))
			}
			if r := p.in(t, p.root(), args...); r.code != 1 || !strings.Contains(r.err, "no project folder with definitions here or above; your home folder is never a project") {
				t.Errorf("%v", r)
			}
		}
		p.calls(t, p.yard, callOf("bash"), "--project", p.root()).wants(t, "deny", says)
		p.calls(t, p.root(), callOf("bash", canAsk)).wants(t, "ask")
		p.calls(t, p.root(), callOf("bash", canAsk, `"files":{"projectRoot":"`+p.root()+`"}`)).wants(t, "ask")
		if ran := slurp(t, p.def("ran.txt")); ran != "ran\nran\n" {
			t.Errorf("two calls, and the hook ran %d times", strings.Count(ran, "\n"))
		}
		if _, err := os.Stat(p.state); !os.IsNotExist(err) {
			t.Error("something was written")
		}
	})
}

// TestMovedAndReplacedFolders_trust10 (SPEC T2).
func TestMovedAndReplacedFolders_trust10(t *testing.T) {
	inEachLayout(t, "trust-10-moved-and-replaced", func(t *testing.T, p *project) {
		p.trusts(t, p.root())
		must(t, os.Rename(p.root(), p.at("Proj")))
		p.is(t, "not trusted", p.at("Proj")) // another case is another folder
		p.writes(t, p.mcp(), `{"servers":[{"id":"evil","command":"touch","args":["pwned.txt"]}]}`)
		p.is(t, "changed", p.root())
		p.calls(t, p.root(), callOf("evil__x", canAsk)).wants(t, "deny", "changed since you trusted it")
		if r := p.in(t, p.root(), "server", "restart", "evil"); r.code == 0 {
			t.Errorf("%v", r)
		}
		p.never(t, "pwned.txt", "started.txt")
		p.trusts(t, p.at("Proj"))
		p.is(t, "trusted", p.at("Proj"))
		p.is(t, "changed", p.root())
	})
}

// TestTrustAgainAndRevoke_trust13: a second trust holds, a revoke holds, a second
// revoke says so (SPEC T6).
func TestTrustAgainAndRevoke_trust13(t *testing.T) {
	inEachLayout(t, "trust-13-revoke", func(t *testing.T, p *project) {
		p.writes(t, p.def("prompts/hello.md"), "Hello $1\n")
		p.trusts(t, p.root())
		p.writes(t, p.mcp(), `{"servers":[{"id":"lab","command":"touch","args":["other.txt"]}]}`)
		p.is(t, "changed", p.root())
		p.trusts(t, p.root())
		p.is(t, "trusted", p.root())
		if r := p.in(t, p.root(), "prompt", "expand", "/hello you"); r.out != "Hello you\n" {
			t.Errorf("%v", r)
		}
		p.calls(t, p.root(), callOf("lab__x", canAsk)).wants(t, "ask", "you have not marked this tool")
		if r := p.does(t, 0, "trust", "revoke", p.root(), "-o", "json"); !strings.Contains(r.out, `"done": "revoked"`) {
			t.Errorf("%v", r)
		}
		p.is(t, "not trusted", p.root())
		if r := p.in(t, p.root(), "prompt", "expand", "/hello you"); r.out != "/hello you" || !strings.Contains(r.err, "waits") {
			t.Errorf("%v", r)
		}
		p.calls(t, p.yard, callOf("lab__x", canAsk), "--project", p.root()).wants(t, "deny", "not trusted")
		if r := p.does(t, 0, "trust", "revoke", p.root(), "-o", "json"); !strings.Contains(r.out, `"done": "unchanged"`) || !strings.Contains(r.out, "is not trusted") {
			t.Errorf("%v", r)
		}
		p.is(t, "not trusted", p.root())
		if ledger := slurp(t, filepath.Join(p.state, "ledger.json")); strings.Contains(ledger, `"approve"`) {
			t.Errorf("approvals are left: %s", ledger)
		}
	})
}
