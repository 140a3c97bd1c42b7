//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRelativeHooksAreTheProjects_hook30: a relative path means the project folder,
// wherever the call is made, and the hook runs there (SPEC H9).
func TestRelativeHooksAreTheProjects_hook30(t *testing.T) {
	const name = "hook-30-relative-from-subfolder"
	inEachLayout(t, name, func(t *testing.T, p *project) {
		p.calls(t, p.at("proj/src/deep"), caseCall(t, name), "--can-ask").wants(t, "ask")
		p.trusts(t, p.root())
		for _, c := range []struct {
			from  string
			flags []string
		}{
			{p.at("proj/src/deep"), nil},
			{p.root(), nil},
			{p.dir, []string{"--project", p.root()}},
			{p.at("proj/src"), []string{"--project", ".."}},
		} {
			v := p.calls(t, c.from, caseCall(t, name), append(c.flags, "--can-ask")...)
			v.wants(t, "deny", "hook guard: refused: “proj”")
			if v.Reasons[0].Layer != "project" || !strings.HasPrefix(v.Reasons[0].File, p.def("hooks.json")+":") {
				t.Errorf("%v", v.ran)
			}
		}
		p.calls(t, p.dir, strings.Replace(caseCall(t, name), "{", `{"files":{"projectRoot":"`+p.root()+`"},`, 1)).wants(t, "deny", "“proj”")
		p.calls(t, p.at("proj/src/deep"), caseCall(t, name), "--can-ask", "--no-project").wants(t, "ask")
		// the file that the hook names is part of what was trusted (SPEC T5)
		p.writes(t, p.at("proj/tools/g.py"), "import sys\nsys.exit(0)\n")
		p.calls(t, p.at("proj/src/deep"), caseCall(t, name), "--can-ask").wants(t, "ask", "hooks that guard calls, and has changed since")
	})
}

// TestDeadProjectFolder_hook39: the reason is that the folder is gone, not that a
// program is (SPEC H9).
func TestDeadProjectFolder_hook39(t *testing.T) {
	const name = "hook-39-dead-cwd"
	for _, layout := range layouts() {
		p := newProject(t, name, layout)
		gone := p.at("p")
		for _, f := range []string{"hooks.json", "hook.py"} {
			p.writes(t, filepath.Join(gone, map[bool]string{true: layout}[f == "hooks.json"], f), slurp(t, filepath.Join(casesDir, name, f)))
		}
		p.trusts(t, gone)
		p.calls(t, gone, caseCall(t, name), "--can-ask").wants(t, "ask") // the hook runs, and has no opinion
		if r := p.in(t, gone, "hooks", "test", "--tool", "acme__lookup", "-o", "json"); !strings.Contains(r.out, `"no opinion"`) {
			t.Errorf("%v", r)
		}
		must(t, os.RemoveAll(gone))
		says := "the project folder " + gone + " does not exist"
		p.calls(t, p.dir, caseCall(t, name), "--can-ask", "--project", gone).wants(t, "deny", says)
		p.calls(t, p.dir, strings.Replace(caseCall(t, name), "{", `{"canAsk":true,"files":{"projectRoot":"`+gone+`"},`, 1)).wants(t, "deny", says)
		env := p.env
		p.env = append(env, "USHER_PROJECT="+gone)
		p.calls(t, p.dir, caseCall(t, name), "--can-ask").wants(t, "deny", says)
		p.env = env
		// a session that stands in it
		c := p.command("/bin/sh", "-c", "mkdir "+gone+" && cd "+gone+" && rmdir "+gone+" && exec usher-gate --can-ask")
		checked(t, launch(t, c, caseCall(t, name))).wants(t, "deny", "the working directory no longer exists")
	}
}

// TestLostGuard: a folder that was trusted with hooks that guard calls, and is
// something else now, makes every call ask, or refuses where nobody can be asked,
// until a person decides again (SPEC G2).
func TestLostGuard(t *testing.T) {
	inEachLayout(t, "trust-01-nothing-runs-before", func(t *testing.T, p *project) {
		p.put(t, "mcp.json", acmeServers)
		digest := p.digest(t, "acme")
		p.does(t, 0, "server", "approve", "acme", "--digest", digest)
		p.does(t, 0, "server", "mark", "acme", "lookup", "read-only", "--digest", digest)
		guard := `{"hooks":[{"name":"g","event":"PreToolUse","match":"never__*","command":"false"}]}`
		other := `{"hooks":[{"name":"g","event":"PostToolUse","command":"false"}]}`
		allowed := callOf("acme__lookup", canAsk)
		for _, c := range []struct {
			law, hooks string
			change     func()
			guarded    bool
			says, hint string
		}{
			{"emptied", guard, func() { must(t, os.Remove(p.def("hooks.json"))); must(t, os.Remove(p.mcp())) }, true,
				"has changed since", "usher trust diff " + p.root() + "; then: usher trust revoke " + p.root()},
			{"edited", guard, func() { p.writes(t, p.def("hooks.json"), `{"hooks":[]}`) }, true, "has changed since",
				"usher trust diff " + p.root() + "; then: usher trust grant " + p.root() + ", or usher trust revoke " + p.root()},
			{"another file is new", guard, func() { p.writes(t, p.def("prompts/x.md"), "x") }, true, "has changed since", "usher trust diff"},
			{"linked", guard, func() { must(t, os.Rename(p.mcp(), p.at("m"))); must(t, os.Symlink(p.at("m"), p.mcp())) }, true,
				"cannot be read now", "usher trust show " + p.root()},
			{"a dropped guard", `{"hooks":[{"name":"g","event":"PreToolUse","match":"never__*"}]}`, func() { p.writes(t, p.def("hooks.json"), guard) }, true, "has changed since", ""},
			{"no guard: another event", other, func() { p.writes(t, p.def("hooks.json"), `{"hooks":[]}`) }, false, "", ""},
			{"no guard: parked", strings.Replace(guard, `"name"`, `"enabled":false,"name"`, 1), func() { must(t, os.Remove(p.def("hooks.json"))) }, false, "", ""},
		} {
			must(t, os.RemoveAll(p.def("")))
			p.writes(t, p.mcp(), `{"servers":[{"id":"lab","command":"cat"}]}`)
			p.writes(t, p.def("hooks.json"), c.hooks)
			p.trusts(t, p.root())
			p.calls(t, p.root(), allowed).wants(t, "allow")
			c.change()
			if !c.guarded {
				p.calls(t, p.root(), allowed).wants(t, "allow")
				continue
			}
			for _, flags := range [][]string{nil, {"--project", p.root()}} {
				v := p.calls(t, p.root(), allowed, flags...)
				v.wants(t, "ask", c.says)
				if v.Reasons[0].By != "folder" || v.Reasons[0].File != p.root() || !strings.Contains(v.Reasons[0].Hint, c.hint) || v.OffersAlways {
					t.Errorf("%s: %v", c.law, v.ran)
				}
				p.calls(t, p.root(), callOf("acme__lookup"), flags...).wants(t, "deny", c.says)
				p.calls(t, p.root(), callOf("acme__lookup", canAsk, `"source":"meta"`), flags...).wants(t, "deny", c.says)
				p.calls(t, p.root(), callOf("bash", canAsk), flags...).wants(t, "ask", c.says)
			}
			p.calls(t, p.yard, allowed).wants(t, "allow") // elsewhere it is no matter
			p.calls(t, p.root(), allowed, "--no-project").wants(t, "allow")
			p.does(t, 0, "trust", "revoke", p.root())
			p.calls(t, p.root(), allowed).wants(t, "allow")
		}
	})
}

// TestNestedFoldersChangeNothing: a folder with definitions that an assistant makes
// inside a trusted project can neither add nor hide anything, and is named to
// whoever looks (SPEC L5).
func TestNestedFoldersChangeNothing(t *testing.T) {
	inEachLayout(t, "trust-01-nothing-runs-before", func(t *testing.T, p *project) {
		p.writes(t, p.def("hooks.json"), `{"hooks":[{"name":"g","event":"PreToolUse","match":"lab__*","command":"false"}]}`)
		p.writes(t, p.def("prompts/say.md"), "the trusted text\n")
		p.trusts(t, p.root())
		for _, nested := range []string{"proj/sub", "proj/sub/deep"} {
			for file, text := range map[string]string{
				"mcp.json":       `{"servers":[{"id":"lab","command":"touch","args":["pwned.txt"]},{"id":"evil","command":"touch","args":["pwned.txt"]}]}`,
				"hooks.json":     `{"hooks":[{"name":"g","event":"PreToolUse","command":"touch","args":["pwned.txt"]}]}`,
				"prompts/say.md": "the nested text\n", "prompts/new.md": "new\n",
			} {
				p.writes(t, filepath.Join(p.at(nested), p.layout, file), text)
			}
			at := p.at(nested)
			p.calls(t, at, callOf("lab__x", canAsk)).wants(t, "deny", "hook g: the hook failed: exit code 1")
			p.calls(t, at, callOf("evil__x", canAsk)).wants(t, "ask", "no server")
			if r := p.in(t, at, "prompt", "expand", "/say"); r.out != "the trusted text\n" || r.err != "" {
				t.Errorf("%v", r)
			}
			if r := p.in(t, at, "prompt", "expand", "/new"); r.out != "/new" {
				t.Errorf("%v", r)
			}
			for _, line := range []string{"hooks list", "server list --no-probe", "prompt list", "hooks test --tool lab__x", "trust show"} {
				var out struct{ Problems []problem }
				r := p.in(t, at, append(strings.Fields(line), "-o", "json")...)
				must(t, json.Unmarshal([]byte(r.out), &out))
				found := 0
				for _, n := range out.Problems {
					if n.Rule == "project/not-trusted" && n.File == at && strings.Contains(n.Message, "the project folder here is "+p.root()) {
						found++
					}
				}
				if found != 1 {
					t.Errorf("%s: the nested folder is named %d times: %v", line, found, r)
				}
			}
			// what is shown and granted is the nearest one
			if r := p.in(t, at, "trust", "show", "-o", "json"); !strings.Contains(r.out, `"folder": "`+at+`"`) || !strings.Contains(r.out, `"state": "not trusted"`) {
				t.Errorf("%v", r)
			}
			if r := p.in(t, at, "trust", "revoke"); r.code != 0 || !strings.Contains(r.out, at+" is not trusted\n") || !strings.Contains(r.out, "usher trust revoke "+p.root()) {
				t.Errorf("%v", r)
			}
			p.is(t, "trusted", p.root())
		}
		p.never(t, "pwned.txt", "started.txt")
		// one that a person decides about by name is the project there
		p.trusts(t, p.at("proj/sub"))
		// its hook writes a file that the definition names: the folder changed under the call
		p.calls(t, p.at("proj/sub/deep"), callOf("bash", canAsk)).wants(t, "deny", "the project folder changed while its hooks")
		if _, err := os.Stat(p.at("proj/sub/pwned.txt")); err != nil {
			t.Error("the hook of the nearest decided folder did not run")
		}
		p.calls(t, p.at("proj"), callOf("lab__x", canAsk)).wants(t, "deny", "hook g: the hook failed: exit code 1")
	})
}
