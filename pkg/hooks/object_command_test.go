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

func TestAProjectVariableIsToldAsARelativePath_H9(t *testing.T) {
	for line, want := range map[string]string{
		`$CLAUDE_PROJECT_DIR/.claude/hooks/x.sh -a`: `"./.claude/hooks/x.sh"`, `"$CLAUDE_PROJECT_DIR"/hooks/x.sh`: `"./hooks/x.sh"`,
		`"${CLAUDE_PROJECT_DIR}/hooks/x.sh"`: `"./hooks/x.sh"`, `bash ${KAITOI_PROJECT_DIR}/x.sh`: `"./x.sh"`,
	} {
		f := parse(t, handler("Stop", "", `"type":"command","command":`+quoteJSON(line)))
		if len(f.Problems) != 1 || !strings.Contains(f.Problems[0].Hint, want) || !strings.Contains(f.Problems[0].Hint, `"shell": true`) {
			t.Errorf("%s: %+v, want %s", line, f.Problems, want)
		}
	}
}

// With args nothing is dropped for it, but the variable reaches the program as it is.
func TestAProjectVariableInArgsIsWarnedOf_H9(t *testing.T) {
	f := parse(t, handler("Stop", "", `"type":"command","command":"bash","args":["$CLAUDE_PROJECT_DIR/hooks/x.sh"]`))
	if len(f.Hooks) != 1 || len(f.Problems) != 1 || f.Problems[0].Rule != "hooks/no-expansion" || !strings.Contains(f.Problems[0].Hint, `"./hooks/x.sh"`) {
		t.Errorf("%+v", f)
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
