package hooks

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"usher/pkg/names"
)

// handler is a file with one hook, in one group of one event.
func handler(event, matcher, fields string) string {
	if matcher != "" {
		matcher = `"matcher":` + matcher + `,`
	}
	return `{"hooks":{"` + event + `":[{` + matcher + `"hooks":[{` + fields + `}]}]}}`
}

const plainHandler = `"type":"command","command":"/opt/check"`

func TestTheObjectShapeIsRead_H1_H3(t *testing.T) {
	f := ParseFile(read(t, "object/good.json"), Source{Layer: "project", Path: "hooks.json"})
	if f.Unusable || f.Shape != Object || len(f.Dropped) != 0 {
		t.Fatalf("%+v", f)
	}
	var got []string
	for _, h := range f.Hooks {
		got = append(got, fmt.Sprintf("%s %s %s %s %q %v warn=%v parked=%v shell=%v said=%v %d", h.Name, h.Event, h.Match, h.Command, h.Args, h.Timeout, h.Warn, h.Parked, h.Shell, h.OnErrorSaid, h.Place.Line))
	}
	want := []string{
		`pretooluse-1 PreToolUse Edit|Write /opt/check ["--strict" "a b"] 5s warn=false parked=false shell=false said=false 6`,
		`pretooluse-2 PreToolUse Edit|Write /opt/check ["$HOME" "a b"] 1m0s warn=true parked=false shell=false said=true 7`,
		`pretooluse-3 PreToolUse Edit|Write /bin/sh ["-c" "grep -q x file && exit 2 || exit 0"] 1m0s warn=false parked=false shell=true said=false 8`,
		`pretooluse-4 PreToolUse * /opt/all [] 1m0s warn=false parked=true shell=false said=false 10`,
		`sessionstart-1 SessionStart * /opt/hello [] 1m0s warn=false parked=false shell=false said=false 13`,
		`posttooluse-1 PostToolUse mcp__acme__* /opt/log [] 1m0s warn=false parked=false shell=false said=false 14`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if p := f.Hooks[0].Place; p.Column != 9 {
		t.Errorf("a hook's place is its own: %v", p)
	}
}

func TestNamesCountEveryHookOfAnEvent_H3(t *testing.T) {
	f := parse(t, `{"hooks":{"Stop":[{"hooks":[{`+plainHandler+`},7]},{"hooks":[{`+plainHandler+`,"x":1}]}],"TurnEnd":[{"hooks":[{`+plainHandler+`}]}],"PreToolUse":[{"hooks":[{`+plainHandler+`}]}]}}`)
	got := ""
	for _, h := range f.Hooks {
		got += string(h.Name) + " "
	}
	for _, d := range f.Dropped {
		got += d.Name + "=" + d.Problem.Entry + " "
	}
	if got != "stop-1 turnend-1 pretooluse-1 stop-2=stop-2 stop-3=stop-3 " {
		t.Errorf("%s", got)
	}
}

func TestMatchers_H3(t *testing.T) {
	long := strings.Repeat("x", names.MaxPattern)
	for _, c := range []struct{ matcher, want, rule string }{
		{"", "*", ""}, {"*", "*", ""}, {"Bash", "Bash", ""}, {"Edit|Write", "Edit|Write", ""}, {"mcp__acme__.*", "mcp__acme__*", ""}, {".*", "*", ""},
		{"^Bash$", "Bash", ""}, {"^Edit|Write$", "Edit|Write", ""}, {"^Edit$|^Write$", "Edit|Write", ""}, {"^.*$", "*", ""}, {"a.*|b.*", "a*|b*", ""},
		{"local.run_command", "local.run_command", ""}, {"mcp.acme.lookup", "mcp.acme.lookup", ""}, {"acme__*x*", "acme__*x*", ""}, {long, long, ""},
		{"mcp.acme.*", "mcp.acme*", ""}, // covers no less than the pattern that was meant
		{"a|", "*", "empty-match"}, {"|a", "*", "empty-match"}, {"a||b", "*", "empty-match"}, {"^$", "*", "empty-match"}, {"|", "*", "empty-match"},
		{"mcp__.*__write", "*", "regexp-pattern"}, {"(Edit|Write)", "*", "regexp-pattern"}, {"Bash.+", "*", "regexp-pattern"}, {"[A-Z]x", "*", "regexp-pattern"},
		{"Ba?sh", "*", "regexp-pattern"}, {"a{2}", "*", "regexp-pattern"}, {`mcp\.acme`, "*", "regexp-pattern"}, {"a^b", "*", "regexp-pattern"}, {"a$b", "*", "regexp-pattern"},
		{"Bash|W.*e", "*", "regexp-pattern"}, {".*.*", "*", "regexp-pattern"}, {"Bash(ls)", "*", "regexp-pattern"}, {long + "x", "*", "long-match"},
		{strings.Repeat("é", names.MaxPattern+1), "*", "long-match"},
	} {
		f := parse(t, handler("PreToolUse", quoteJSON(c.matcher), plainHandler))
		match, rule := "", ""
		switch {
		case len(f.Hooks) == 1:
			match = f.Hooks[0].Match.String()
		case len(f.Dropped) == 1:
			match, rule = f.Dropped[0].Match.String(), strings.TrimPrefix(f.Dropped[0].Problem.Rule, "hooks/")
		}
		if match != c.want || rule != c.rule {
			t.Errorf("%.40q: %s %s, want %s %s", c.matcher, match, rule, c.want, c.rule)
		}
	}
	if f := parse(t, handler("PreToolUse", `""`, plainHandler)); f.Hooks[0].HasMatch {
		t.Error("an empty matcher is none")
	}
}

func TestARegularExpressionNamesThePatternToWrite_H3(t *testing.T) {
	for matcher, want := range map[string]string{
		"mcp__.*__write": `write "mcp__*__write"`, "(Edit|Write)": `write "Edit|Write"`, "^(?:Edit|Write)$": `write "Edit|Write"`, `mcp\.acme\.x`: `write "mcp.acme.x"`,
		"Bash.+": `write "Bash*"`, "[A-Z]x": "write each tool's name", `mcp__\w+__x|Bash`: `write "mcp__*__x|Bash"`,
	} {
		f := parse(t, handler("PreToolUse", quoteJSON(matcher), plainHandler))
		if len(f.Problems) != 1 || !strings.HasPrefix(f.Problems[0].Hint, want) {
			t.Errorf("%s: %+v, want %s", matcher, f.Problems, want)
		}
	}
}

func TestOnlyToolEventsHaveAMatcher_H3(t *testing.T) {
	for _, e := range Events() {
		f := parse(t, handler(string(e), `"x"`, plainHandler))
		if loaded := len(f.Hooks) == 1; loaded != e.OnTool() || !loaded && f.Dropped[0].Problem.Rule != "hooks/match-on-event" {
			t.Errorf("%s: %+v", e, f)
		}
	}
}

func TestSeconds_H3(t *testing.T) {
	for value, want := range map[string]string{
		"1": "1s", "60": "1m0s", "600": "10m0s", "1e2": "1m40s", "6.0": "6s", "0": "timeout-range", "601": "timeout-range", "-1": "timeout-range", "1.5": "timeout-range",
		"60000": "timeout-range", `"60"`: "bad-type", "null": "null", "true": "bad-type", "1e400": "timeout-range", "0.5": "timeout-range",
	} {
		f := parse(t, handler("Stop", "", plainHandler+`,"timeout":`+value))
		got := ""
		if len(f.Hooks) == 1 {
			got = f.Hooks[0].Timeout.String()
		} else if len(f.Dropped) == 1 {
			got = strings.TrimPrefix(f.Dropped[0].Problem.Rule, "hooks/")
		}
		if got != want {
			t.Errorf("timeout %s: %s, want %s; %v", value, got, want, f.Problems)
		}
	}
	f := parse(t, handler("Stop", "", plainHandler+`,"timeout":60000`))
	if !strings.Contains(f.Problems[0].Hint, "60") || !strings.Contains(f.Problems[0].Hint, "milliseconds") {
		t.Errorf("%+v", f.Problems)
	}
}

func TestWhatIsNoHookIsDroppedWithTheFix_H3(t *testing.T) {
	for _, c := range []struct{ fields, rule, hint string }{
		{`"command":"/opt/x"`, "missing-type", `"type": "command"`},
		{`"type":"http","command":"/opt/x"`, "hook-type", `"type": "command"`},
		{`"type":"Command","command":"/opt/x"`, "hook-type", `"type": "command"`},
		{`"type":null,"command":"/opt/x"`, "null", ""},
		{`"type":"command"`, "missing-command", `"command"`},
		{`"type":"command","command":""`, "missing-command", ""},
		{`"type":"command","command":"  "`, "missing-command", ""},
		{`"type":"command","command":"\"\" x"`, "missing-command", ""},
		{`"type":"command","command":"a","args":"b"`, "bad-type", ""},
		{`"type":"command","command":"a","args":["b",null]`, "null", ""},
		{`"type":"command","command":"a","args":[],"shell":true`, "shell-with-args", "take shell out"},
		{`"type":"command","command":"a | b","shell":"bash"`, "bad-type", `"shell": true`},
		{`"type":"command","command":"a\nb","shell":true`, "hidden-character", ""},
		{plainHandler + `,"onError":"ignore"`, "on-error", `"deny"`},
		{plainHandler + `,"enabled":"no"`, "bad-type", ""},
		{plainHandler + `,"description":1`, "bad-type", ""},
		{plainHandler + `,"Timeout":5`, "key-case", "timeout"},
		{plainHandler + `,"timeoutMs":5000`, "unknown-key", "whole seconds"},
		{plainHandler + `,"name":"g"`, "unknown-key", "made"},
		{plainHandler + `,"if":"Bash(rm *)"`, "unknown-key", "tool_input"},
		{plainHandler + `,"async":true`, "unknown-key", "waited for"},
		{plainHandler + `,"asyncRewake":true`, "unknown-key", "waited for"},
		{plainHandler + `,"once":true`, "unknown-key", "each time"},
		{plainHandler + `,"statusMessage":"x"`, "unknown-key", "description"},
		{plainHandler + `,"onFailure":"block"`, "unknown-key", "onError"},
		{plainHandler + `,"modelOutput":true`, "unknown-key", "list shape"},
		{plainHandler + `,"matcher":"x"`, "unknown-key", "around"},
	} {
		f := parse(t, handler("PreToolUse", `"acme__*"`, c.fields))
		if len(f.Dropped) != 1 || len(f.Problems) != 1 {
			t.Errorf("%s: %+v", c.fields, f)
			continue
		}
		p, d := f.Problems[0], f.Dropped[0]
		if p.Rule != "hooks/"+c.rule || !strings.Contains(p.Hint, c.hint) || p.Entry != "pretooluse-1" || !d.Guards || d.Match.String() != "acme__*" || d.Problem != p {
			t.Errorf("%s: %+v", c.fields, d)
		}
	}
}

func TestAGroupThatIsNoneDropsAllOfIt_H13(t *testing.T) {
	for _, c := range []struct {
		events  string
		dropped string // match and rule of each, guards with !
	}{
		{`"PreToolUse":{}`, "!*=bad-type"}, {`"PreToolUse":null`, "!*=null"}, {`"PreToolUse":"x"`, "!*=bad-type"}, {`"PreToolUse":[]`, ""}, {``, ""},
		{`"PreToolUse":[null]`, "!*=null"}, {`"PreToolUse":[7]`, "!*=bad-type"}, {`"PreToolUse":[{}]`, "!*=missing-hooks"},
		{`"PreToolUse":[{"matcher":"a","hooks":[]}]`, "!a=missing-hooks"}, {`"PreToolUse":[{"matcher":"a"}]`, "!a=missing-hooks"},
		{`"PreToolUse":[{"matcher":"a","hooks":{}}]`, "!a=bad-type"}, {`"PreToolUse":[{"matcher":"a","hooks":null}]`, "!a=null"},
		{`"PreToolUse":[{"Matcher":"a","hooks":[{` + plainHandler + `}]}]`, "!*=key-case"}, {`"PreToolUse":[{"match":"a","hooks":[{` + plainHandler + `},{` + plainHandler + `}]}]`, "!*=unknown-key !*=unknown-key"},
		{`"PreToolUse":[{"type":"command","command":"x"}]`, "!*=missing-hooks"}, {`"Stop":[{}]`, "*=missing-hooks"}, {`"Stop":{}`, "*=bad-type"},
		{`"PreToolUse":[{"matcher":"a(","hooks":[{` + plainHandler + `}]},{"matcher":"b","hooks":[{` + plainHandler + `,"timeout":0}]}]`, "!*=regexp-pattern !b=timeout-range"},
		{`"BeforeTool":[{"matcher":"a|b.*","hooks":[{` + plainHandler + `},{}]}]`, "!a|b*=unknown-event !a|b*=unknown-event"},
		{`"SubagentStop":[{"matcher":"(","hooks":[{` + plainHandler + `}]}]`, "!*=unknown-event"}, {`"Notification":[]`, ""}, {`"Notification":3`, "!*=unknown-event"},
		{`"preToolUse":[{"hooks":[{` + plainHandler + `}]}]`, "!*=unknown-event"}, {`"Ѕtop":[{"matcher":"a"}]`, "!a=unknown-event"},
		{`"event":"Stop","command":"x"`, "!*=shape"}, {`"description":"x"`, "!*=unknown-event"}, {`"event":"Stop","Stop":[{"hooks":[{}]}]`, "!*=shape *=missing-type"},
	} {
		f := parse(t, `{"hooks":{`+c.events+`}}`)
		var got []string
		for _, d := range f.Dropped {
			one := d.Match.String() + "=" + strings.TrimPrefix(d.Problem.Rule, "hooks/")
			if d.Guards {
				one = "!" + one
			}
			got = append(got, one)
		}
		if f.Unusable || len(f.Hooks) != 0 || strings.Join(got, " ") != c.dropped {
			t.Errorf("%s: %s, want %s; %v", c.events, got, c.dropped, f.Problems)
		}
	}
}

func TestAnEventOfAnotherAssistantNamesOurs_H2(t *testing.T) {
	for key, want := range map[string]string{
		"BeforeTool": `write "PreToolUse"`, "AfterTool": `write "PostToolUse"`, "BeforeAgent": `write "UserPromptSubmit"`, "agentStop": `write "Stop"`,
		"beforeShellExecution": `write "PreToolUse"`, "SubagentStop": "take it out", "Notification": "take it out", "PreCompact": "take it out", "SessionEnd": "take it out",
		"preToolUse": `write "PreToolUse"`, "PreTolUse": `write "PreToolUse"`, "Zebra": "write one of PreToolUse",
	} {
		f := parse(t, handler(key, "", plainHandler))
		if len(f.Problems) != 1 || f.Problems[0].Rule != "hooks/unknown-event" || !strings.Contains(f.Problems[0].Hint, want) {
			t.Errorf("%s: %+v, want %s", key, f.Problems, want)
		}
	}
}

func TestAListEntryInAnObjectIsToldTheList_H1_hook27(t *testing.T) {
	f := ParseFile(read(t, "cases/hook-27-wrong-shapes/hooks.json"), Source{Layer: "yours", Path: "hooks.json"})
	if len(f.Dropped) != 1 || !f.Dropped[0].Guards || f.Dropped[0].Match != names.Any() || !strings.Contains(f.Dropped[0].Problem.Message, "list") || !strings.Contains(f.Dropped[0].Problem.Hint, `{"hooks": [{"name"`) {
		t.Errorf("%+v", f)
	}
}

func quoteJSON(s string) string { return string(appendText(nil, s)) }
