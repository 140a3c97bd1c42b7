package hooks

import (
	"slices"
	"strings"
	"testing"
)

func TestACommandLineIsWords_H3_S9(t *testing.T) {
	for line, want := range map[string][]string{
		"/opt/check": {"/opt/check"}, "  /opt/check  -a b ": {"/opt/check", "-a", "b"}, "a\tb": nil, `"/opt/My Tools/check" 'a b'`: {"/opt/My Tools/check", "a b"},
		`sh -c 'a | b; $X && ~/c > d'`: {"sh", "-c", "a | b; $X && ~/c > d"}, `grep -E "a|b" x`: {"grep", "-E", "a|b", "x"}, `C:\Tools\check.exe -x`: {`C:\Tools\check.exe`, "-x"},
		`"C:\My Tools\check.exe" a~b`: {`C:\My Tools\check.exe`, "a~b"}, `check --a=b #1`: nil, "check a#1": {"check", "a#1"}, "check [x] {y}": {"check", "[x]", "{y}"},
		`\\server\share\x.exe`: {`\\server\share\x.exe`}, "python3 hook.py ''": {"python3", "hook.py", ""},
		"a | b": nil, "a & b": nil, "a; b": nil, "a < b": nil, "a > b": nil, "(a)": nil, "a `b`": nil, "a *": nil, "a ?": nil, "$X": nil, "~/x": nil, "a ~/x": nil, "a\nb": nil,
		`a "b`: nil, `a 'b`: nil, `"$X" a`: nil, "\"a `b`\"": nil, `a\ b`: nil, `a "b\"c"`: nil, "X=1 check": nil, "check X=1": {"check", "X=1"}, "$(a)": nil, "a && b": nil,
	} {
		f := parse(t, handler("Stop", "", `"type":"command","command":`+quoteJSON(line)))
		if want == nil {
			if len(f.Dropped) != 1 {
				t.Errorf("%q loads: %+v", line, f.Hooks)
			} else if r := f.Dropped[0].Problem; r.Rule != "hooks/hidden-character" && (r.Rule != "hooks/shell-syntax" || !strings.Contains(r.Hint, `"shell": true`) || !strings.Contains(r.Hint, `"args": ["-c"`)) {
				t.Errorf("%q: %+v", line, r)
			}
			continue
		}
		if len(f.Hooks) != 1 || !slices.Equal(append([]string{f.Hooks[0].Command}, f.Hooks[0].Args...), want) || f.Hooks[0].Shell {
			t.Errorf("%q: %+v, want %q", line, f, want)
		}
	}
}

func TestALineForAShellGoesToItWhole_H3(t *testing.T) {
	const line = `"$CLAUDE_PROJECT_DIR"/x.sh | grep -q 'a b' && exit 2 # no`
	f := parse(t, handler("Stop", "", `"type":"command","shell":true,"command":`+quoteJSON(line)))
	if len(f.Hooks) != 1 || !f.Hooks[0].Shell || f.Hooks[0].Args[len(f.Hooks[0].Args)-1] != line {
		t.Errorf("%+v", f)
	}
	for system, want := range map[string][]string{"linux": {"/bin/sh", "-c", line}, "darwin": {"/bin/sh", "-c", line}, "windows": {"cmd.exe", "/d", "/s", "/c", line}} {
		if command, args := shellArgv(system, line); !slices.Equal(append([]string{command}, args...), want) {
			t.Errorf("%s: %s %q", system, command, args)
		}
	}
	if f := parse(t, handler("Stop", "", `"type":"command","shell":false,"command":"a b"`)); len(f.Hooks) != 1 || f.Hooks[0].Shell || f.Hooks[0].Command != "a" {
		t.Errorf("shell false is no shell: %+v", f)
	}
}

// A project's own file is told the relative path; a person's the whole one, for a
// relative path there is what the project makes of it.
func TestAProjectVariableIsToldAsAPath_H9(t *testing.T) {
	for line, want := range map[string]string{
		`$CLAUDE_PROJECT_DIR/.claude/hooks/x.sh -a`: `"./.claude/hooks/x.sh"`, `"$CLAUDE_PROJECT_DIR"/hooks/x.sh`: `"./hooks/x.sh"`,
		`"${CLAUDE_PROJECT_DIR}/hooks/x.sh"`: `"./hooks/x.sh"`, `bash ${KAITOI_PROJECT_DIR}/x.sh`: `"./x.sh"`,
	} {
		text := handler("Stop", "", `"type":"command","command":`+quoteJSON(line))
		for layer, has := range map[string]string{"project": want, "yours": "whole path", "machine": "whole path"} {
			f := ParseFile([]byte(text), Source{Layer: layer, Path: "hooks.json"})
			if len(f.Problems) != 1 || !strings.Contains(f.Problems[0].Hint, has) || !strings.Contains(f.Problems[0].Hint, `"shell": true`) ||
				strings.Contains(f.Problems[0].Hint, "relative") != (layer == "project") {
				t.Errorf("%s: %s: %+v, want %s", layer, line, f.Problems, has)
			}
		}
	}
}

// With args nothing is dropped for it, but the variable reaches the program as it is.
func TestAProjectVariableInArgsIsWarnedOf_H9(t *testing.T) {
	text := handler("Stop", "", `"type":"command","command":"bash","args":["$CLAUDE_PROJECT_DIR/hooks/x.sh"]`)
	for layer, has := range map[string]string{"project": `"./hooks/x.sh"`, "yours": `whole path, or the line into command with "shell": true`} {
		f := ParseFile([]byte(text), Source{Layer: layer, Path: "hooks.json"})
		if len(f.Hooks) != 1 || len(f.Problems) != 1 || f.Problems[0].Rule != "hooks/no-expansion" || !strings.Contains(f.Problems[0].Hint, has) {
			t.Errorf("%s: %+v", layer, f)
		}
	}
	f := parse(t, `{"hooks":[{"name":"a","event":"Stop","command":"$CLAUDE_PROJECT_DIR/x"}]}`)
	if hint := f.Problems[len(f.Problems)-1].Hint; hint != "write the script's whole path" {
		t.Errorf("the list shape has no shell: %s", hint)
	}
}

func TestArgumentsAreBounded_18(t *testing.T) {
	for _, fields := range []string{
		`"command":"a` + strings.Repeat(" b", MaxArgs+1) + `"`, `"command":"a ` + strings.Repeat("b", MaxArgsBytes+1) + `"`,
		`"command":"a","args":[` + strings.TrimSuffix(strings.Repeat(`"b",`, MaxArgs+1), ",") + `]`,
	} {
		f := parse(t, handler("Stop", "", `"type":"command",`+fields))
		if len(f.Dropped) != 1 || f.Dropped[0].Problem.Rule != "hooks/args-size" {
			t.Errorf("%.40s: %+v", fields, f.Problems)
		}
	}
}
