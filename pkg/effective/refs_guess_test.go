package effective

import (
	"encoding/json"
	"strings"
	"testing"
)

// SPEC T5: what a default, a part of an argument or a variable's value names is covered
// where a file of that name stands in the folder; what a variable decides is listed.
func TestRefsBeyondWholeArguments_T5(t *testing.T) {
	for _, c := range []struct {
		arg     string
		covered bool
		depends bool
	}{
		{"${env:NOPE:-tools/guard}", true, true},
		{"--file=${env:NOPE:-tools/guard}", true, true},
		{"tools/${env:N:-guard}", true, true},
		{"${env:A:-too}${env:B:-ls/guard}", true, true},
		{"a:${workspace}/tools/guard", true, false},
		{"${workspace}/a:${workspace}/tools/guard", true, false},
		{"@tools/guard", true, false},
		{"x=@tools/guard", true, false},
		{"file://${workspace}/tools/guard", true, false},
		{"-ftools/guard", true, false},
		{"type=bind,source=./tools/guard,target=/t", true, false},
		{"./tools/guard:/t", true, false},
		{"${env:HOME}/../p/tools/guard", false, true},
		{"${env:TOKEN}", false, true},
		{"https://example.com/tools/guard", false, false},
	} {
		args, _ := json.Marshal([]string{c.arg})
		for name, text := range map[string]string{
			".usher/mcp.json": `{"servers":[{"id":"lab","command":"sh","args":` + string(args) + `}]}`,
			".mcp.json":       `{"mcpServers":{"lab":{"command":"sh","args":` + strings.ReplaceAll(string(args), "${env:", "${") + `}}}`,
		} {
			f := inFolder(t, name, text)
			_, covered := f.File("tools/guard")
			depends := false
			for _, u := range f.Uncovered {
				depends = depends || u.Path == "args[0] of server lab of "+name && u.Why == "depends on a variable"
				if u.Why == "lies outside the folder" && !strings.Contains(c.arg, "..") {
					t.Errorf("%s: %+v", c.arg, u)
				}
			}
			if covered != c.covered || depends != c.depends {
				t.Errorf("%s in %s: covered %v, depends %v: %+v", c.arg, name, covered, depends, f.Uncovered)
			}
		}
	}
	f := inFolder(t, ".mcp.json", `{"mcpServers":{"lab":{"command":"node","env":{"START":"tools/guard","DIR":"${X}/y","KEY":"${Y}","P":"/bin:/usr/bin"}}}}`)
	if _, ok := f.File("tools/guard"); !ok || len(f.Uncovered) != 1 || f.Uncovered[0].Path != "env.DIR of server lab of .mcp.json" {
		t.Errorf("%+v", f.Uncovered)
	}
	f = inFolder(t, ".usher/hooks.json", `{"hooks":[{"name":"g","event":"PreToolUse","command":"sh","args":["-ftools/guard"]}]}`)
	if _, ok := f.File("tools/guard"); !ok {
		t.Errorf("a hook: %+v", f.Files)
	}
}

// SPEC S4: a bare command comes from PATH, and from no working directory.
func TestABareCommandLiesNowhere_S4(t *testing.T) {
	f := inFolder(t, ".mcp.json", `{"mcpServers":{"lab":{"command":"sh","cwd":"/tmp","args":["x"]}}}`)
	for _, u := range f.Uncovered {
		if u.Path == "/tmp/sh" {
			t.Errorf("%+v", f.Uncovered)
		}
	}
	f = inFolder(t, ".mcp.json", `{"mcpServers":{"lab":{"command":"guard","cwd":"tools"}}}`)
	if _, ok := f.File("tools/guard"); !ok {
		t.Error("a file of the command's name is not covered any more")
	}
}
