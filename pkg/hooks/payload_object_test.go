package hooks

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"usher/pkg/proc"
	"usher/pkg/strictjson"
)

// toldTo is what a hook of the object shape is given.
func toldTo(t *testing.T, p Payload, project string) (stdin string, s proc.Spec) {
	t.Helper()
	rec := &recorder{}
	r := Runner{Run: rec.run, Home: t.TempDir(), Project: project, Look: found, SessionID: p.ConversationID, Environ: []string{"PATH=/bin", "SECRET=x"}}
	h := objectGuard()
	h.Event = p.Event
	r.Fire(context.Background(), h, p)
	return strings.TrimSuffix(string(rec.specs[0].Stdin), "\n"), rec.specs[0]
}

func TestTheEnvironmentIsThatOfTheShape_H8(t *testing.T) {
	dir := t.TempDir()
	basic := proc.Basic([]string{"PATH=/bin"})
	for _, c := range []struct {
		project, session string
		want             []string
	}{
		{"", "", []string{"USHER_HOOK_EVENT=Stop", "KAITOI_HOOK_EVENT=Stop"}},
		{dir, "", []string{"USHER_HOOK_EVENT=Stop", "KAITOI_HOOK_EVENT=Stop", "USHER_PROJECT_ROOT=" + dir, "KAITOI_PROJECT_DIR=" + dir, "CLAUDE_PROJECT_DIR=" + dir}},
		{"", "c1", []string{"USHER_HOOK_EVENT=Stop", "KAITOI_HOOK_EVENT=Stop", "USHER_SESSION_ID=c1", "KAITOI_SESSION_ID=c1"}},
		{"", "a\x00b", []string{"USHER_HOOK_EVENT=Stop", "KAITOI_HOOK_EVENT=Stop"}},
	} {
		_, s := toldTo(t, Payload{Event: Stop, ConversationID: c.session}, c.project)
		if want := append(slices.Clone(basic), c.want...); !slices.Equal(s.Env, want) {
			t.Errorf("%q\nwant %q", s.Env, want)
		}
	}
}

func TestTheObjectShapeIsToldUnderBothNames_H10(t *testing.T) {
	dir := t.TempDir()
	message := "hi \"x\""
	files := `,"files":{"projectRoot":` + string(appendText(nil, dir)) + `,"cad":[],"mesh":[],"activeCad":null,"activeMesh":null}`
	cwd := `"cwd":` + string(appendText(nil, dir))
	for _, c := range []struct {
		name string
		p    Payload
		want string
	}{
		{"a call", Payload{Event: PreToolUse, ConversationID: "c1", Tool: tool(t, "mcp__acme__lookup"), Args: []byte(`{ "n":9007199254740993 }`)},
			`{"event":"PreToolUse","source":"chat","conversationId":"c1","tool":"acme__lookup","args":{ "n":9007199254740993 }` + files +
				`,"hook_event_name":"PreToolUse","session_id":"c1",` + cwd + `,"tool_name":"acme__lookup","tool_input":{ "n":9007199254740993 }}`},
		{"a result", Payload{Event: PostToolUse, Source: "meta", Tool: tool(t, "Bash"), Result: &Result{OK: true, Text: "fine"}},
			`{"event":"PostToolUse","source":"meta","conversationId":null,"tool":"Bash","args":{},"result":{"ok":true,"text":"fine"}` + files +
				`,"hook_event_name":"PostToolUse","session_id":null,` + cwd + `,"tool_name":"Bash","tool_input":{},"tool_response":{"ok":true,"text":"fine"}}`},
		{"a message", Payload{Event: UserPromptSubmit, Message: &message},
			`{"event":"UserPromptSubmit","source":"chat","conversationId":null,"message":"hi \"x\""` + files +
				`,"hook_event_name":"UserPromptSubmit","session_id":null,` + cwd + `,"prompt":"hi \"x\""}`},
		{"what a host sent", Payload{Event: Stop, Outcome: "done", Host: []Field{{"stop_hook_active", []byte("true")}, {"n", []byte("1.0e+2")}, {"e", nil}, {`q"`, []byte(`[ 1 ]`)}}},
			`{"event":"Stop","source":"chat","conversationId":null,"outcome":"done"` + files +
				`,"hook_event_name":"Stop","session_id":null,` + cwd + `,"stop_hook_active":true,"n":1.0e+2,"q\"":[ 1 ]}`},
		{"the host's own words", Payload{Event: PostToolUse, ConversationID: "c1", Tool: tool(t, "acme__x"), Result: &Result{}, Host: []Field{
			{"tool_name", []byte(`"mcp__acme__x"`)}, {"tool_response", []byte(`{"stdout":""}`)}, {"session_id", []byte(`"s"`)}, {"cwd", []byte(`"/theirs"`)}, {"hook_event_name", []byte(`"AfterTool"`)}, {"source", []byte(`"startup"`)}}},
			`{"event":"PostToolUse","source":"chat","conversationId":"c1","tool":"acme__x","args":{},"result":{"ok":false,"text":""}` + files +
				`,"hook_event_name":"PostToolUse","session_id":"s","cwd":"/theirs","tool_name":"mcp__acme__x","tool_input":{},"tool_response":{"stdout":""}}`},
		{"what a session starts from", Payload{Event: SessionStart, Host: []Field{{"source", []byte(`"resume"`)}}},
			`{"event":"SessionStart","source":"resume","conversationId":null` + files + `,"hook_event_name":"SessionStart","session_id":null,` + cwd + `}`},
	} {
		if got, _ := toldTo(t, c.p, dir); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// A guard looks at tool_input: another member of that name, in whatever case,
// must not stand in its place.
func TestAHostCannotShowAGuardAnotherCall_H10_Q1(t *testing.T) {
	p := Payload{Event: PreToolUse, Tool: tool(t, "acme__delete"), Args: []byte(`{"all":true}`), Host: []Field{
		{"tool_name", []byte(`"acme__list"`)}, {"tool_input", []byte(`{}`)}, {"Tool_Input", []byte(`{}`)}, {"args", []byte(`{}`)}, {"TOOL", []byte(`"x"`)}, {"tool_input", []byte(`{}`)},
		{"tool_name", []byte(`7`)}, {"prompt", []byte(`"x"`)}, {"prompt", []byte(`"y"`)}}}
	got, _ := toldTo(t, p, "")
	if strings.Count(got, `{"all":true}`) != 2 || strings.Contains(strings.ToLower(got), `"tool_input":{}`) || !strings.Contains(got, `"tool_name":"acme__delete"`) ||
		strings.Contains(got, `"TOOL"`) || strings.Count(got, `"prompt"`) != 1 {
		t.Errorf("%s", got)
	}
}

func TestTheListShapeIsToldNoneOfIt_H10(t *testing.T) {
	rec := &recorder{}
	r := Runner{Run: rec.run, Home: t.TempDir(), Look: found}
	p := Payload{Event: PreToolUse, Tool: tool(t, "a__b"), Host: []Field{{"x", []byte("1")}}}
	r.Fire(context.Background(), guard(), p)
	if want := append(p.JSON(), '\n'); !bytes.Equal(rec.specs[0].Stdin, want) || bytes.Contains(want, []byte("tool_name")) {
		t.Errorf("%s", rec.specs[0].Stdin)
	}
}

// FuzzObjectPayload: whatever the host sent, stdin is one strict object without a
// key twice, which holds the arguments byte for byte.
func FuzzObjectPayload(f *testing.F) {
	f.Add("tool_input", `{}`, "x", `"\u00e5"`, uint8(0))
	f.Add("Cwd", `1e400`, "\xff", `[]`, uint8(2))
	f.Add("SOURCE", `"a"`, "source", `"b"`, uint8(5))
	f.Fuzz(func(t *testing.T, k1, v1, k2, v2 string, event uint8) {
		if !json.Valid([]byte(v1)) || !json.Valid([]byte(v2)) {
			return
		}
		for _, v := range []string{v1, v2} {
			if doc, _ := strictjson.Decode([]byte(v), strictjson.Options{AllowNull: true, MaxDepth: 60}); doc == nil {
				return
			}
		}
		const args = `{ "n": 9007199254740993 }`
		p := Payload{Event: Events()[int(event)%6], Tool: tool(t, "a__b"), Args: []byte(args), Host: []Field{{k1, []byte(v1)}, {k2, []byte(v2)}, {k1, []byte(v2)}}}
		out := p.objectJSON("/d")
		doc, problems := strictjson.Decode(out, strictjson.Options{AllowNull: true})
		if doc == nil || len(problems) > 0 {
			t.Fatalf("%s: %v", out, problems)
		}
		if p.Event.OnTool() && string(doc.Get("tool_input").Raw()) != args || strings.Count(string(out), `"hook_event_name":"`+string(p.Event)+`"`) < 1 {
			t.Fatalf("%s", out)
		}
	})
}
