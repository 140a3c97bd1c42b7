package hooks

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/names"
)

func TestAFileThatCannotBeReadAsAWholeIsUnusable_H13(t *testing.T) {
	entry := entryJSON("", "")
	entry = strings.Replace(entry, `,"":`, "", 1)
	many := strings.TrimSuffix(strings.Repeat(entry+",", MaxHooks+1), ",")
	for _, c := range []struct{ name, text, rule string }{
		{"null", `null`, "null"},
		{"a list", `[` + entry + `]`, "shape"},
		{"a string", `"hooks"`, "shape"},
		{"no hooks", `{}`, "shape"},
		{"hooks null", `{"hooks":null}`, "null"},
		{"hooks a string", `{"hooks":"x"}`, "shape"},
		{"hooks a number", `{"hooks":1}`, "shape"},
		{"too many by event", `{"hooks":{"Stop":[{"hooks":[` + many + `]}]}}`, "too-many"},
		{"too many groups", `{"hooks":{"Stop":[{"hooks":[]}` + strings.Repeat(`,{}`, MaxHooks) + `]}}`, "too-many"},
		{"key beside, by event", `{"hooks":{"Stop":[]},"permissions":{}}`, "unknown-key"},
		{"key in another case", `{"Hooks":[]}`, "key-case"},
		{"key beside", `{"hooks":[],"version":1}`, "unknown-key"},
		{"look-alike key", `{"hoo\u212as":[]}`, "unknown-key"},
		{"too many", `{"hooks":[` + many + `]}`, "too-many"},
		{"empty", ``, "empty"},
		{"truncated", `{"hooks":[{"name":"g","event":"PreToolUse","comm`, "syntax"},
		{"two documents", `{"hooks":[]}{}`, "trailing"},
		{"key twice", `{"hooks":[],"hooks":[]}`, "duplicate-key"},
		{"key twice inside", `{"hooks":[{"name":"a","name":"b"}]}`, "duplicate-key"},
		{"utf-16", "\xff\xfe{\x00}\x00", "utf16"},
		{"bad utf-8", "{\"hooks\":[{\"name\":\"\xff\"}]}", "utf8"},
	} {
		f := parse(t, c.text)
		if !f.Unusable || len(f.Hooks) != 0 || len(f.Dropped) != 0 {
			t.Errorf("%s: %+v, want unusable with no entry", c.name, f)
		}
		if got := rules(f.Problems); !slices.Equal(got, []string{c.rule}) {
			t.Errorf("%s: rules %v, want one message, %s", c.name, got, c.rule)
		}
		for _, p := range f.Problems {
			if p.File != "/home/me/hooks.json" || p.Message == "" {
				t.Errorf("%s: problem %+v names no file or says nothing", c.name, p)
			}
		}
	}
}

func TestAnUnusableFileStillTellsItsEntriesProblems_F2(t *testing.T) {
	f := parse(t, `{"hoks":1,"hooks":[{"name":"a","event":"Pre","command":"x"}]}`)
	if !f.Unusable || len(f.Hooks)+len(f.Dropped) != 0 || !slices.Equal(rules(f.Problems), []string{"unknown-key", "unknown-event"}) {
		t.Errorf("%+v", f)
	}
}

func TestTheFirstOfTwoNamesStands_RULINGS(t *testing.T) {
	f := parse(t, `{"hooks":[
{"name":"g","event":"PreToolUse","command":"/bin/false","match":"a__*"},
{"name":"g","event":"PreToolUse","command":"/bin/true","match":"b__*"},
{"name":"p","event":"PreToolUse","command":"/bin/true","timeoutMs":1},
{"name":"p","event":"PreToolUse","command":"/bin/true"},
{"name":"g","event":"TurnEnd","command":"/bin/true"}]}`)
	if len(f.Hooks) != 1 || f.Hooks[0].Command != "/bin/false" {
		t.Errorf("hooks %+v, want the first alone", f.Hooks)
	}
	want := []string{"duplicate-name", "timeout-range", "duplicate-name", "duplicate-name"}
	if got := rules(f.Problems); !slices.Equal(got, want) {
		t.Errorf("rules %v, want %v: a dropped entry keeps its name, so nothing takes a guard's place", got, want)
	}
	if d := f.Dropped[0]; d.Match.String() != "b__*" || !d.Guards || d.Name != "g" {
		t.Errorf("dropped %+v", d)
	}
	if f.Dropped[3].Guards {
		t.Error("a dropped TurnEnd entry refuses nothing")
	}
}

// The six events, and everything that is none of them, decide alone whether a
// dropped entry stands before calls.
func TestADroppedEntryGuardsUnlessItsEventIsOneOfTheOtherFive_H13(t *testing.T) {
	for _, c := range []struct {
		event  string
		guards bool
	}{
		{`"PreToolUse"`, true}, {`"PostToolUse"`, false}, {`"UserPromptSubmit"`, false}, {`"TurnEnd"`, false},
		{`"Stop"`, false}, {`"SessionStart"`, false}, {`"stop"`, true}, {`"Stop "`, true}, {`7`, true}, {`null`, true}, {``, true},
	} {
		entry := strings.TrimSuffix(entryJSON("event", c.event), "}") + `,"timeoutMs":1}`
		f := parse(t, `{"hooks":[`+entry+`]}`)
		if len(f.Dropped) != 1 || f.Dropped[0].Guards != c.guards {
			t.Errorf("event %s: %+v, want guards %v", c.event, f.Dropped, c.guards)
		}
	}
	for _, v := range []string{`null`, `7`, `"PreToolUse"`, `[]`, `true`, `{}`} {
		f := parse(t, `{"hooks":[`+v+`]}`)
		if len(f.Dropped) != 1 || !f.Dropped[0].Guards || f.Dropped[0].Match != names.Any() {
			t.Errorf("entry %s: %+v, want it to guard against everything", v, f.Dropped)
		}
	}
}

func TestADroppedEntryRefusesOnlyWhatItCouldHaveMatched_H13(t *testing.T) {
	for _, c := range []struct{ match, want string }{
		{`"acme__*"`, "acme__*"}, {`""`, "*"}, {`3`, "*"}, {`null`, "*"}, {`"` + strings.Repeat("x", 257) + `"`, "*"},
	} {
		entry := strings.TrimSuffix(entryJSON("match", c.match), "}") + `,"timeoutMs":1}`
		f := parse(t, `{"hooks":[`+entry+`]}`)
		if len(f.Dropped) != 1 || f.Dropped[0].Match.String() != c.want {
			t.Errorf("match %.20s: %+v, want %s", c.match, f.Dropped, c.want)
		}
	}
}

func TestAParkedEntryIsListedAndNotDropped_H14(t *testing.T) {
	f := parse(t, `{"hooks":[`+entryJSON("enabled", "false")+`]}`)
	if len(f.Hooks) != 1 || !f.Hooks[0].Parked || len(f.Problems) != 0 {
		t.Fatalf("%+v", f)
	}
	if got := Select(f.Hooks, PreToolUse, tool(t, "acme__x")); len(got) != 0 {
		t.Errorf("a parked hook ran: %+v", got)
	}
}

func TestMatchAndModelOutputBelongToTheirEvents_H3(t *testing.T) {
	for _, e := range Events() {
		for _, key := range []string{"match", "modelOutput"} {
			value := map[string]string{"match": `"*"`, "modelOutput": "true"}[key]
			fits := key == "match" && e.OnTool() || e == PostToolUse
			entry := strings.TrimSuffix(entryJSON("event", `"`+string(e)+`"`), "}") + `,"` + key + `":` + value + "}"
			f := parse(t, `{"hooks":[`+entry+`]}`)
			if len(f.Hooks) == 1 != fits {
				t.Errorf("%s on %s: %+v, want it to fit: %v", key, e, f.Problems, fits)
			}
		}
	}
}

func TestWhatAPersonMayMistakeIsWarnedOfAndLoads_H3_H9(t *testing.T) {
	for _, c := range []struct{ key, value, rule string }{
		{"match", `"acme__.*"`, "regexp-pattern"},
		{"match", `"acme__lookup|acme__list"`, "regexp-pattern"},
		{"match", `"acme__\u200blookup"`, "hidden-pattern"},
		{"match", `"mcp.acme.*"`, ""},
		{"match", `"acme__lookup,acme__list"`, "odd-pattern"},
		{"match", `"acme__lookup acme__list"`, "odd-pattern"},
		{"match", `" acme__*"`, "odd-pattern"},
		{"match", `"acme__l\u043eokup"`, "odd-pattern"},
		{"match", `"/acme/"`, "odd-pattern"},
		{"match", `"acme__admin/*"`, ""},
		{"match", `"/"`, ""},
		{"command", `"/bin/sh -c exit"`, "command-line"},
		{"command", `"/usr/bin/python3 tools/guard.py"`, "command-line"},
		{"command", `"/opt/guard /opt/rules.json"`, "command-line"},
		{"command", `"node guard.js"`, "command-line"},
		{"command", `"/opt/guard; exit 2"`, "command-line"},
		{"command", `"/opt/My Tools/guard"`, ""},
		{"command", `"/opt/guard"`, ""},
		{"command", `"./check.sh"`, "relative-command"},
		{"command", `"tools/check"`, "relative-command"},
		{"command", `"python3"`, ""},
		{"command", `"~/check.sh"`, "no-expansion"},
		{"command", `"$HOME/check.sh"`, "relative-command no-expansion"},
		{"args", `["./guard.js"]`, "relative-argument"},
		{"args", `["guard.py"]`, "relative-argument"},
		{"args", `["/opt/guard.py","--flag=x.py","https://a/b.js","print(1).py x"]`, ""},
		{"args", `["$HOME"]`, "no-expansion"},
		{"args", `["--dir=~/x"]`, "no-expansion"},
		{"description", `"~ and $HOME"`, ""},
	} {
		f := parse(t, `{"hooks":[`+entryJSON(c.key, c.value)+`]}`)
		if len(f.Hooks) != 1 {
			t.Errorf("%s %s: %+v, want it loaded", c.key, c.value, f.Problems)
		}
		if got := strings.Join(rules(f.Problems), " "); got != c.rule {
			t.Errorf("%s %s: %q, want %q", c.key, c.value, got, c.rule)
		}
		for _, p := range f.Problems {
			if p.Severity != fault.SeverityWarning {
				t.Errorf("%s %s: %v is no warning", c.key, c.value, p)
			}
		}
	}
	shell := parse(t, `{"hooks":[{"name":"a","event":"Stop","command":"/bin/sh","args":["-ec","echo $HOME","$1"],"onError":"deny"}]}`)
	if got := rules(shell.Problems); !slices.Equal(got, []string{"on-error-event"}) {
		t.Errorf("a shell's script: %v", got)
	}
	project := ParseFile([]byte(`{"hooks":[`+entryJSON("command", `"./check.sh"`)+`]}`), Source{Layer: "project"})
	if len(project.Problems) != 0 {
		t.Errorf("a project's own relative path is its own affair: %+v", project.Problems)
	}
}

func TestALongForeignWordIsCutInAMessage(t *testing.T) {
	word := strings.Repeat("z", 5000)
	for _, c := range []struct{ key, value string }{
		{"event", `"` + word + `"`}, {"name", `"` + word + `"`}, {"onError", `"` + word + `"`}, {"timeoutMs", strings.Repeat("9", 5000)},
	} {
		f := parse(t, `{"hooks":[`+entryJSON(c.key, c.value)+`]}`)
		if len(f.Problems) != 1 || len(f.Problems[0].Message) > 300 || !strings.Contains(f.Problems[0].Message, "…") {
			t.Errorf("%s: %.400v", c.key, f.Problems)
		}
	}
}

// A hostile file cannot make an answer many times its own size.
func TestAFloodOfFaultsIsCounted(t *testing.T) {
	var b strings.Builder
	for i := range 5000 {
		b.WriteString(`,"key` + strconv.Itoa(i) + `":1`)
	}
	f := parse(t, `{"hooks":[`+strings.TrimSuffix(entryJSON("command", `"x"`), "}")+b.String()+`}]}`)
	if len(f.Dropped) != 1 || len(f.Problems) != 101 || !strings.Contains(f.Problems[100].Message, "4900 more") {
		t.Errorf("%d problems, the last %+v", len(f.Problems), f.Problems[len(f.Problems)-1])
	}
	f = parse(t, `{"hooks":[`+entryJSON("args", `["$`+strings.Repeat(`","$`, 5000)+`"]`)+`]}`)
	if len(f.Dropped) != 1 || len(f.Problems) != 1 {
		t.Errorf("%d problems", len(f.Problems))
	}
}

// H14: the opposite word leads to the right one, and the entry falls.
func TestAnotherAppsKeyNamesOurs_H1_H14(t *testing.T) {
	for key, want := range map[string]string{
		"disabled": `"enabled": false`, "timeout": "timeoutMs", "matcher": `"match"`, "type": "take it out",
	} {
		f := parse(t, `{"hooks":[`+strings.TrimSuffix(entryJSON("command", `"/opt/x"`), "}")+`,"`+key+`":true}]}`)
		if len(f.Dropped) != 1 || len(f.Problems) != 1 || f.Problems[0].Rule != "hooks/unknown-key" || !strings.Contains(f.Problems[0].Hint, want) {
			t.Errorf("%s: %+v, want a hint with %s", key, f.Problems, want)
		}
	}
}
