package hosts

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/gate"
)

func mustEvent(t *testing.T, name, in string) Event {
	t.Helper()
	e, err := ReadEvent(name, []byte(in))
	if err != nil {
		t.Fatalf("%s %.200s: %v", name, in, err)
	}
	return e
}

func host(fs []File) string {
	var b strings.Builder
	for _, f := range fs {
		b.WriteString(f.Key + "=" + string(f.Value) + ";")
	}
	return b.String()
}

// SPEC H10, H15: usher's own form, byte for byte where bytes count.
func TestNativeEvent_H15(t *testing.T) {
	args := `{ "n": 9007199254740993, "s":"\u00e9", "null": null }`
	e := mustEvent(t, "PostToolUse", `{"event":"PostToolUse","tool":"mcp__acme__lookup","args":`+args+`,"source":"meta","conversationId":"c1",
		"files":{"projectRoot":"/p","x":[1]},"result":{"ok":false,"text":"found 3"},"outcome":"x","stop_hook_active":true, "cwd" : "/w" }`)
	if e.Tool.String() != "acme__lookup" || string(e.Args) != args || e.Source != "meta" || e.ConversationID != "c1" ||
		len(e.Files) != 2 || *e.Result != (EventResult{OK: false, Text: "found 3"}) || e.Message != nil || e.Outcome != "" {
		t.Errorf("read %+v", e)
	}
	if got := host(e.Host); got != `outcome="x";stop_hook_active=true;cwd="/w";` {
		t.Errorf("the host's own: %s", got)
	}
	for in, want := range map[string]string{`{}`: "done", `{"outcome":"error"}`: "error", `{"outcome":"stopped","tool":5}`: "stopped"} {
		for _, name := range []string{"TurnEnd", "Stop"} {
			if e := mustEvent(t, name, in); e.Outcome != want || e.Tool.String() != "" || e.Args != nil {
				t.Errorf("%s %s: %+v", name, in, e)
			}
		}
	}
	if e := mustEvent(t, "UserPromptSubmit", `{"message":""}`); e.Message == nil || *e.Message != "" {
		t.Errorf("an empty message is a message: %+v", e)
	}
}

// H15: what hosts call the same things counts where usher's own name is absent.
func TestHostsNames_H15(t *testing.T) {
	e := mustEvent(t, "PreToolUse", `{"hook_event_name":"PreToolUse","session_id":"s1","tool_name":"Bash","tool_input":{"command":"ls"},"transcript_path":"/t","cwd":"/w"}`)
	if e.ConversationID != "s1" || e.Tool.String() != "Bash" || string(e.Args) != `{"command":"ls"}` || host(e.Host) != `session_id="s1";tool_name="Bash";transcript_path="/t";cwd="/w";` {
		t.Errorf("read %+v", e)
	}
	e = mustEvent(t, "PreToolUse", `{"tool":"a__b","tool_name":"mcp__a__b","args":{"a":1,"b":"x"},"tool_input":{ "b":"\u0078", "a":1},"conversationId":"c","session_id":"c"}`)
	if e.ConversationID != "c" || e.Tool.String() != "a__b" || string(e.Args) != `{"a":1,"b":"x"}` || host(e.Host) != `tool_name="mcp__a__b";session_id="c";` {
		t.Errorf("the same under both names: %+v", e)
	}
	if e = mustEvent(t, "UserPromptSubmit", `{"prompt":"hi","tool_name":7}`); *e.Message != "hi" || host(e.Host) != "tool_name=7;" {
		t.Errorf("read %+v", e)
	}
	if e = mustEvent(t, "SessionStart", `{"source":"startup"}`); e.Source != "chat" || host(e.Host) != `source="startup";` {
		t.Errorf("read %+v", e)
	}
	for in, want := range map[string]EventResult{
		`"plain"`:                          {true, "plain"},
		`{"stdout":"x","isError":true}`:    {false, `{"stdout":"x","isError":true}`},
		`{"is_error":true}`:                {false, `{"is_error":true}`},
		`{"is_error":"true"}`:              {true, `{"is_error":"true"}`},
		`[ {"type":"text","text":"two"} ]`: {true, `[ {"type":"text","text":"two"} ]`},
		`null`:                             {true, `null`},
	} {
		e := mustEvent(t, "PostToolUse", `{"tool_name":"Bash","tool_response":`+in+`}`)
		if *e.Result != want || host(e.Host) != `tool_name="Bash";tool_response=`+in+";" {
			t.Errorf("%s: %+v, %s", in, *e.Result, host(e.Host))
		}
	}
	e = mustEvent(t, "PostToolUse", `{"tool_name":"Bash","tool_response":{"a":"`+strings.Repeat("x", 9000)+`"}}`)
	if len(e.Result.Text) != MaxResult || host(e.Host) != `tool_name="Bash";` {
		t.Errorf("a long result: %d bytes, %.60s", len(e.Result.Text), host(e.Host))
	}
}

// H15: what comes under both names and is not the same refuses, at both places; so
// does a host's name of another event.
func TestContradictoryEventsRefuse_H15(t *testing.T) {
	for in, want := range map[string]string{
		`UserPromptSubmit {"message":"hi","prompt":"hunter2"}`:                                     "1:26 prompt is not the same as message at 1:12",
		`PreToolUse {"tool":"a","args":{"a":1},"tool_input":{"a":1.0}}`:                            "1:41 tool_input is not the same as args at 1:20",
		`PreToolUse {"tool":"a","args":{"a":[1,2]},"tool_input":{"a":[1,2,3]}}`:                    "tool_input is not",
		`PreToolUse {"tool":"a","args":{"a":null,"b":1},"tool_input":{"a":null,"c":1}}`:            "tool_input is not",
		`PreToolUse {"tool":"a","args":{"a":"1"},"tool_input":{"a":1}}`:                            "tool_input is not",
		`PreToolUse {"tool":"a","tool_name":"b"}`:                                                  "tool_name is not",
		`Stop {"conversationId":"a","session_id":"b"}`:                                             "session_id is not",
		`PostToolUse {"tool":"a","result":{"ok":true,"text":"a"},"tool_response":"b"}`:             "tool_response is not",
		`PostToolUse {"tool":"a","result":{"ok":false,"text":"a"},"tool_response":"a"}`:            "tool_response is not",
		`PreToolUse {"tool":"a","hook_event_name":"PostToolUse"}`:                                  "hook_event_name must be PreToolUse",
		`PreToolUse {"tool":"a","hookEventName":"Stop"}`:                                           "hookEventName must be PreToolUse",
		`Stop {"hookEventName":null}`:                                                              "hookEventName must be text",
		`Stop {"hook_event_name":"stop"}`:                                                          "hook_event_name must be Stop",
		`PostToolUse {"tool":"a","result":{"ok":true,"text":"a"},"tool_response":"a"}`:             "",
		`PostToolUse {"tool":"a","result":{"ok":true,"text":"[1]"},"tool_response":[1]}`:           "",
		`PreToolUse {"tool":"a__b","tool_name":"mcp.a.b","hookEventName":"PreToolUse","prompt":7}`: "",
		`Stop {"message":"a","prompt":"b"}`:                                                        "",
	} {
		name, data, _ := strings.Cut(in, " ")
		_, err := ReadEvent(name, []byte(data))
		var fe *fault.Error
		if want == "" && err == nil {
			continue
		}
		if !errors.As(err, &fe) || len(fe.Problems) != 1 || want == "" {
			t.Errorf("%s: %v", in, err)
			continue
		}
		p := fe.Problems[0]
		if got := fmt.Sprintf("%d:%d %s", p.Line, p.Column, p.Message); !strings.Contains(got, want) || strings.Contains(got, "hunter2") {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// SPEC H10, 18: a hook is given 8 KiB of a result, never half a character.
func TestResultIsCut_H10(t *testing.T) {
	e := mustEvent(t, "PostToolUse", `{"tool":"x","result":{"ok":true,"text":"a`+strings.Repeat("é", 9000)+`"}}`)
	if n := len(e.Result.Text); n != MaxResult-1 || strings.ContainsRune(e.Result.Text, '\ufffd') {
		t.Errorf("%d bytes", n)
	}
}

// H15, Q1: what is not understood refuses, and no message repeats what it was about.
func TestMalformedEventsRefuse_H15(t *testing.T) {
	const canary = "hunter2canary"
	pre, post, prompt := "PreToolUse", "PostToolUse", "UserPromptSubmit"
	for name, c := range map[string][2]string{
		"empty":               {pre, ``},
		"null":                {pre, `null`},
		"list":                {pre, `[]`},
		"comment":             {pre, `{"tool":"x" /* c */}`},
		"duplicate":           {pre, `{"tool":"x","tool":"y"}`},
		"duplicate inside":    {pre, `{"tool":"x","cwd":{"a":1,"a":2}}`},
		"case twin":           {pre, `{"tool":"x","Args":{"x":"` + canary + `"}}`},
		"case twin of a host": {pre, `{"tool":"x","Tool_Name":"y"}`},
		"case, other event":   {"Stop", `{"Message":"` + canary + `"}`},
		"kelvin sign":         {pre, `{"tool":"x","hoo\u212a_event_name":"y"}`},
		"other event":         {pre, `{"tool":"x","event":"PostToolUse"}`},
		"event in other case": {pre, `{"tool":"x","event":"preToolUse"}`},
		"no tool":             {pre, `{"args":{"x":"` + canary + `"}}`},
		"no tool after":       {post, `{"result":{"ok":true}}`},
		"tool number":         {pre, `{"tool":1}`},
		"host's tool number":  {pre, `{"tool_name":1}`},
		"both, one wrong":     {pre, `{"tool":"x","tool_name":1}`},
		"own name null":       {pre, `{"tool":null,"tool_name":"x"}`},
		"args list":           {pre, `{"tool":"x","args":["` + canary + `"]}`},
		"host's args text":    {pre, `{"tool":"x","tool_input":"` + canary + `"}`},
		"files list":          {pre, `{"tool":"x","files":[]}`},
		"source":              {pre, `{"tool":"x","source":"startup"}`},
		"session number":      {pre, `{"tool":"x","session_id":1}`},
		"no message":          {prompt, `{}`},
		"message number":      {prompt, `{"message":1}`},
		"no result":           {post, `{"tool":"x"}`},
		"result text":         {post, `{"tool":"x","result":"` + canary + `"}`},
		"result without ok":   {post, `{"tool":"x","result":{"text":"` + canary + `"}}`},
		"result ok text":      {post, `{"tool":"x","result":{"ok":"true"}}`},
		"result of more":      {post, `{"tool":"x","result":{"ok":true,"Text":"` + canary + `"}}`},
		"outcome":             {"Stop", `{"outcome":"finished"}`},
		"outcome null":        {"TurnEnd", `{"outcome":null}`},
		"bad utf8":            {prompt, "{\"message\":\"\xff\"}"},
		"lone surrogate":      {prompt, `{"message":"\ud800"}`},
		"deep":                {pre, `{"tool":"x","y":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`},
		"trailing":            {"Stop", `{}{}`},
	} {
		_, err := ReadEvent(c[0], []byte(c[1]))
		var fe *fault.Error
		if !errors.As(err, &fe) || fe.Kind != fault.Refused || len(fe.Hints) == 0 {
			t.Errorf("%s: %v, want a refusal with a hint", name, err)
			continue
		}
		said := err.Error()
		for _, p := range fe.Problems {
			said += p.Message + p.Hint
		}
		if strings.Contains(said, canary) {
			t.Errorf("%s: the refusal repeats what came: %s", name, said)
		}
	}
}

// H15: one line of valid JSON whatever the texts hold.
func TestEventAnswerIsOneLine_H15(t *testing.T) {
	for _, s := range []string{"plain", "\x1b[2Jred\nline\u202e", "bad \xff utf8", `"q" \`} {
		a := EventAnswer{Denied: true, Reasons: []gate.Reason{{By: s, Says: s, Hint: s}}, ModelOutput: []Addition{{s, s}, {s, s}},
			Problems: []fault.Problem{{File: s, Rule: "x/y", Message: s}, {Rule: "x/z", Message: s}}}
		var back struct {
			Decision    string
			Reasons     []struct{ By, Says string }
			ModelOutput []struct{ Name, Text string }
			Problems    []struct{ Rule string }
		}
		line := string(a.Line())
		if err := json.Unmarshal([]byte(line), &back); err != nil || strings.Count(line, "\n") != 1 {
			t.Errorf("%q: %v in %s", s, err, line)
		}
		if back.Decision != "deny" || len(back.Reasons) != 1 || len(back.ModelOutput) != 2 || len(back.Problems) != 2 {
			t.Errorf("%q: read back %+v", s, back)
		}
		if n := strings.Count(a.Told(), "\n"); n != 2 || !strings.HasPrefix(a.Told(), "usher: deny: ") {
			t.Errorf("%q: told %q", s, a.Told())
		}
	}
	if got := string(EventAnswer{}.Line()); got != `{"decision":"none","reasons":[],"modelOutput":[],"problems":[]}`+"\n" {
		t.Errorf("nothing to say is %s", got)
	}
}

func FuzzReadEvent(f *testing.F) {
	f.Add("PreToolUse", []byte(`{"tool":"acme__lookup","args":{"q":1},"x":[1]}`))
	f.Add("PostToolUse", []byte(`{"tool_name":"x","tool_response":{"a":1}}`))
	f.Add("Stop", []byte(`{"outcome":"done","stop_hook_active":true}`))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		e, err := ReadEvent(name, data)
		if err != nil {
			return
		}
		if (name == "PreToolUse" || name == "PostToolUse") && (e.Tool.String() == "" || !json.Valid(e.Args)) {
			t.Errorf("accepted %q as %+v", data, e)
		}
		for _, m := range append(e.Host, e.Files...) {
			if !json.Valid(m.Value) {
				t.Errorf("%q: the value of %q is not JSON", data, m.Key)
			}
		}
	})
}
