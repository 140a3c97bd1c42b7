package effective

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/trust"
)

// inFolder reads a folder that holds tools/guard and one definition file.
func inFolder(t *testing.T, name, text string) trust.Folder {
	t.Helper()
	dir := t.TempDir()
	for path, data := range map[string]string{name: text, "tools/guard": "guard", "guard": "other"} {
		path = filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(data), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	f := trust.ReadFolder(dir, Refs)
	if f.Err != nil {
		t.Fatal(f.Err)
	}
	return f
}

func toldOpen(f trust.Folder, path string) bool {
	for _, u := range f.Uncovered {
		if u.Path == path && strings.Contains(u.Why, "shell") {
			return true
		}
	}
	return false
}

// commandLines and whether each may start more than can be told of it. All of
// them start tools/guard.
var commandLines = []struct {
	argv []string
	open bool
}{
	{[]string{"tools/guard"}, false},
	{[]string{"sh", "tools/guard"}, false},
	{[]string{"sh", "-c", `"$CLAUDE_PROJECT_DIR"/tools/guard`}, false},
	{[]string{"bash", "-c", `tools/guard || exit 2`}, false},
	{[]string{"bash", "-lc", `tools/guard||exit 2`}, false},
	{[]string{"bash", "-o", "pipefail", "-ec", `true;tools/guard`}, false},
	{[]string{"/bin/sh", "-c", `exec "$PWD/tools/guard"`}, false},
	{[]string{"/bin/sh", "-c", `exec tools/guard`}, false},
	{[]string{"sh", "-c", `sh <tools/guard`}, false},
	{[]string{"sh", "-c", `X=1 tools/guard`}, false},
	{[]string{"sh", "-c", `(tools/guard)`}, false},
	{[]string{"sh", "-c", `. ./tools/guard`}, false},
	{[]string{"sh", "-c", `"$USHER_PROJECT_ROOT"/tools/guard || exit 2`}, false},
	{[]string{"sh", "-c", `${KKSS_PROJECT_ROOT}/tools/guard`}, false},
	{[]string{"sh", "-c", `"${KAITOI_PROJECT_DIR}"/"tools"/guard`}, false},
	{[]string{"sh", "-c", `to\ols/guard`}, false},
	{[]string{"sh", "-c", `'tools'/g"uard"`}, false},
	{[]string{"sh", "-c", `true && sh -c 'exec tools/guard'`}, false},
	{[]string{"sh", "-c", `sh -c "sh -c \"tools/guard\""`}, false},
	{[]string{"sh", "-c", `timeout 5 sh -c 'tools/guard'; exit $?`}, false},
	{[]string{"sh", "-c", `trap 'tools/guard' EXIT; [ -d x ] || true`}, false},
	{[]string{"timeout", "5", "zsh", "-c", `tools/guard`}, false},
	{[]string{"DASH.EXE", "-c", `tools/guard`}, false},
	{[]string{"env", "-S", `sh tools/guard`}, false},
	{[]string{"/usr/bin/env", "-Ssh -c 'true; tools/guard'"}, false},
	{[]string{"env", "--split-string=sh tools/guard"}, false},
	{[]string{"env", "-C", "tools", "./guard"}, false},
	{[]string{"env", "--chdir=tools", "sh", "-c", "./guard"}, false},
	{[]string{"cmd.exe", "/d", "/c", `%CLAUDE_PROJECT_DIR%\tools\guard`}, false},
	{[]string{"sh", "-c", `cd tools && ./guard`}, true},
	{[]string{"sh", "-c", `cd "$PWD"; cd tools; exec ./guard`}, true},
	{[]string{"sh", "-c", `D=tools; tools/guard; "$D/guard"`}, true},
	{[]string{"sh", "-c", `tools/guard; echo $(cat x)`}, true},
	{[]string{"sh", "-c", "tools/guard `cat x`"}, true},
	{[]string{"sh", "-c", `tools/guard; sh tools/g*`}, true},
	{[]string{"sh", "-c", `tools/guard; sh tools/{a,b}`}, true},
	{[]string{"sh", "-c", `eval tools/guard`}, true},
	{[]string{"sh", "-c", `tools/guard; ~/x`}, true},
	{[]string{"sh", "-c", `tools/guard; "$@"`, "x", "y"}, true},
	{[]string{"sh", "-c", `PATH=tools; tools/guard`}, true},
	{[]string{"sh", "-c", `PWD=/x; tools/guard`}, true},
	{[]string{"sh", "-c", `"${CLAUDE_PROJECT_DIR:-.}/tools/guard"`}, true},
	{[]string{"sh", "-c", `cat tools/guard | sh`}, true},
	{[]string{"sh", "-c", `find tools -name guard -exec tools/guard ';'`}, true},
	{[]string{"sh", "-c", `tools/guard "`}, true},
	{[]string{"bash", "-c", `tools/guard $'\x61'`}, true},
	{[]string{"env", "-S", `sh tools/guard ${X}`}, true},
}

// SPEC T5: what a line starts for a shell is covered, and where a line may start
// more the person is told of its hook, in both shapes; so it is with a server.
func TestShellLinesAreCoveredOrTold_T5(t *testing.T) {
	for _, c := range commandLines {
		argv, _ := json.Marshal(c.argv[1:])
		command, _ := json.Marshal(c.argv[0])
		line := `"command":` + string(command) + `,"args":` + string(argv)
		for what, def := range map[string][3]string{
			"list":   {".usher/hooks.json", `{"hooks":[{"name":"g","event":"PreToolUse",` + line + `}]}`, "what hook g of .usher/hooks.json starts"},
			"object": {".usher/hooks.json", `{"hooks":{"Stop":[{"hooks":[{"type":"command",` + line + `}]}]}}`, "what hook stop-1 of .usher/hooks.json starts"},
			"server": {".usher/mcp.json", `{"mcpServers":{"s":{` + line + `}}}`, "what server s of .usher/mcp.json starts"},
		} {
			if what == "server" && strings.Contains(string(argv), "$") {
				continue // usher itself reads $ in a server's arguments
			}
			f := inFolder(t, def[0], def[1])
			if _, ok := f.File("tools/guard"); !ok {
				t.Errorf("%s: %q does not cover tools/guard: %+v", what, c.argv, f.Uncovered)
			}
			if toldOpen(f, def[2]) != c.open {
				t.Errorf("%s: %q: told %v, want %v: %+v", what, c.argv, !c.open, c.open, f.Uncovered)
			}
		}
		if last := c.argv[len(c.argv)-1]; len(c.argv) == 3 && c.argv[1] == "-c" {
			text, _ := json.Marshal(last)
			f := inFolder(t, ".usher/hooks.json", `{"hooks":{"Stop":[{"hooks":[{"type":"command","shell":true,"command":`+string(text)+`}]}]}}`)
			if _, ok := f.File("tools/guard"); !ok || toldOpen(f, "what hook stop-1 of .usher/hooks.json starts") != c.open {
				t.Errorf("shell: %q: %v, %+v", last, ok, f.Uncovered)
			}
		}
	}
}

// SPEC T5: a server's shell starts in the folder that its entry says.
func TestAServersShellStartsInItsFolder_T5(t *testing.T) {
	f := inFolder(t, ".usher/mcp.json", `{"mcpServers":{"s":{"command":"sh","args":["-c","cd ../tools && ./guard; ${workspace}/guard"],"cwd":"srv"}}}`)
	for _, name := range []string{"tools/guard", "guard"} {
		if _, ok := f.File(name); !ok {
			t.Errorf("%s is not covered: %+v", name, f.Uncovered)
		}
	}
	if !toldOpen(f, "what server s of .usher/mcp.json starts") {
		t.Errorf("%+v", f.Uncovered)
	}
}

// SPEC H15, T5: a hook that is written in the other shape names the same files.
func TestAConvertedHookNamesTheSameFiles_T5(t *testing.T) {
	names, more := Refs("hooks.json", []byte(`{"hooks":[{"name":"g","event":"Stop","command":"/bin/sh","args":["-c","exec tools/guard $X"]}]}`))
	shell, same := Refs("hooks.json", []byte(`{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"exec tools/guard $X","shell":true}]}]}}`))
	if len(more) != 1 || len(same) != 1 || !strings.Contains(strings.Join(names, "\n"), strings.Join(shell, "\n")) {
		t.Errorf("%q %q\n%q %q", names, more, shell, same)
	}
}
