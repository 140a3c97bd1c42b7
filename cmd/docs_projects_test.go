//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/trust"
)

// TestThePageOfProjectsHolds: what docs/projects.md tells to type does what it says, on
// the folder that it shows (SPEC T5, T6); and its table has every name of every layout.
func TestThePageOfProjectsHolds(t *testing.T) {
	p := &project{house: newHouse(t), layout: ".usher"}
	p.yard = filepath.Join(p.dir, "yard")
	page := map[string]string{}
	for _, e := range examples(t, "../docs/projects.md", 10) {
		page[e.name] = e.text
		if strings.Contains(e.name, "/") {
			p.writes(t, p.at("proj/"+e.name), e.text)
		}
	}
	run := func(name string) ran {
		c := p.command("sh", "-ec", page[name])
		c.Env = append(c.Env[:len(c.Env):len(c.Env)], "PATH="+p.bin+":/usr/bin:/bin", "DIGEST="+p.shows(t, p.root()).Digest)
		c.Dir = p.root()
		return launch(t, c, "")
	}
	look := run("look")
	for _, line := range strings.Split(strings.TrimSpace(page["look.txt"]), "\n") {
		if look.code != 0 || !strings.Contains("\n"+look.out, "\n"+line) {
			t.Errorf("it does not show %q: %v", line, look)
		}
	}
	if r := run("verify"); r.code != 0 {
		t.Error(r)
	}
	p.put(t, "policy.json", `{"approve":{"unattended":true}}`)
	p.trusts(t, p.root())
	if r := run("change"); r.code != 0 || r.out != page["diff.txt"] {
		t.Errorf("%v\nwant\n%s", r, page["diff.txt"])
	}
	p.is(t, "changed", p.root())
	text, err := os.ReadFile("../docs/projects.md")
	must(t, err)
	for _, l := range trust.Layouts() {
		for _, name := range []string{l.Servers[0], l.Servers[1], l.Hooks, l.Instructions, l.Skills, l.Prompts} {
			if name != "" && !strings.Contains(string(text), "`"+strings.TrimSuffix(name, "/")+"`") && !strings.Contains(string(text), "`"+name+"/`") {
				t.Errorf("the table does not have %s", name)
			}
		}
	}
}
