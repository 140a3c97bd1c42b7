//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNestedFolderAddsAndHidesNothing_L5: a folder with definitions of every layout
// that an assistant makes inside a trusted project neither brings anything nor takes
// anything away, wherever a call comes from: the nearest folder is the nearest that a
// person decided about.
func TestNestedFolderAddsAndHidesNothing_L5(t *testing.T) {
	p := &project{house: newHouse(t), layout: ".usher"}
	p.yard = filepath.Join(p.dir, "yard")
	p.writes(t, p.mcp(), `{"servers":[{"id":"lab","command":"sh","args":["-c",": > ../mine.txt"],"sandbox":{"enabled":false}}]}`)
	p.writes(t, p.def("hooks.json"), `{"hooks":[{"name":"guard","event":"PreToolUse","match":"Bash","command":"sh","args":["-c","echo no >&2; exit 2"]},
 {"name":"said","event":"UserPromptSubmit","command":"sh","args":["-c","echo quiet >&2; exit 2"]}]}`)
	p.writes(t, p.def("prompts/x.md"), "mine $1")
	p.put(t, "policy.json", `{"approve":{"unattended":true}}`)
	p.trusts(t, p.root())
	inside := p.at("proj/sub/deep")
	for name, text := range temptations() {
		p.writes(t, filepath.Join(inside, name), text)
	}
	for _, layout := range []string{".usher/prompts", ".kkss/assistant/prompts", ".kaitoi/commands", ".claude/commands"} {
		p.writes(t, filepath.Join(inside, layout, "x.md"), "theirs $1")
		p.writes(t, filepath.Join(inside, layout, "y.md"), "theirs $1")
	}
	must(t, os.MkdirAll(filepath.Join(inside, ".usher", "empty"), 0o755))
	must(t, os.Symlink(inside, p.at("link")))
	launch := func(folder, tool string, more ...string) {
		t.Helper()
		for _, program := range []string{"usher", "usher-gate"} {
			c := p.gate(program)
			c.Dir = folder
			v := checked(t, begin(t, c, callOf(tool, append(more, canAsk)...)).end(t))
			if tool == "Bash" {
				v.wants(t, "deny", "hook guard: refused: “no”")
			} else if v.Decision == "allow" {
				t.Errorf("%s from %s: %+v", tool, folder, v)
			}
		}
	}
	for _, folder := range []string{inside, filepath.Join(inside, ".usher", "empty"), p.at("proj/sub"), p.root(), p.at("link")} {
		launch(folder, "Bash")
		launch(folder, "lab__x")
		launch(folder, "labs__x")
		launch(p.dir, "Bash", `"files":{"projectRoot":"`+folder+`"}`)
		launch(folder, "Bash", `"files":{"projectRoot":"`+p.root()+`"}`)
		if r := p.in(t, folder, "prompt", "expand", "/x you"); r.out != "mine you" {
			t.Errorf("%v", r)
		}
		if r := p.in(t, folder, "prompt", "expand", "/y you"); r.out != "/y you" {
			t.Errorf("%v", r)
		}
		c := p.command("usher", "hooks", "run", "UserPromptSubmit")
		c.Dir = folder
		if r := begin(t, c, `{"message":"hi"}`).end(t); r.code != 2 || !strings.Contains(r.out, "quiet") {
			t.Errorf("%v", r)
		}
		if r := p.in(t, folder, "call", "labs__x"); r.code == 0 {
			t.Errorf("%v", r)
		}
	}
	p.in(t, inside, "server", "restart", "lab") // it speaks no MCP, and it is the project's
	if _, err := os.Stat(p.at("mine.txt")); err != nil {
		t.Error("the project's own server was not started")
	}
	p.never(t, "started.txt")
	p.is(t, "not trusted", inside) // what shows and grants finds it all the same
	if r := p.in(t, inside, "trust", "show"); !strings.Contains(r.out, "folder   "+inside) || !strings.Contains(r.out, "the project folder here is "+p.root()) {
		t.Errorf("%v", r)
	}
}
