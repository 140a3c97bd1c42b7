package hooks

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPayloadIsOneObjectPerEvent_H10(t *testing.T) {
	message := "say \"hi\"\n\x01 ü\xff"
	for _, c := range []struct {
		name string
		p    Payload
		want string
	}{
		{"a call", Payload{Event: PreToolUse, ConversationID: "c1", Tool: tool(t, "mcp.acme.lookup"), Args: []byte(`{"q":1}`)},
			`{"event":"PreToolUse","source":"chat","conversationId":"c1","tool":"acme__lookup","args":{"q":1},` +
				`"files":{"projectRoot":null,"cad":[],"mesh":[],"activeCad":null,"activeMesh":null}}`},
		{"no args", Payload{Event: PreToolUse, Source: "meta", Tool: tool(t, "Bash")},
			`{"event":"PreToolUse","source":"meta","conversationId":null,"tool":"Bash","args":{},` +
				`"files":{"projectRoot":null,"cad":[],"mesh":[],"activeCad":null,"activeMesh":null}}`},
		{"a result", Payload{Event: PostToolUse, Tool: tool(t, "a__b"), Result: &Result{OK: true, Text: "fine"}},
			`{"event":"PostToolUse","source":"chat","conversationId":null,"tool":"a__b","args":{},"result":{"ok":true,"text":"fine"},` +
				`"files":{"projectRoot":null,"cad":[],"mesh":[],"activeCad":null,"activeMesh":null}}`},
		{"a message", Payload{Event: UserPromptSubmit, Message: &message},
			`{"event":"UserPromptSubmit","source":"chat","conversationId":null,"message":"say \"hi\"\n\u0001 ü` + "\ufffd" + `",` +
				`"files":{"projectRoot":null,"cad":[],"mesh":[],"activeCad":null,"activeMesh":null}}`},
		{"an outcome and files", Payload{Event: TurnEnd, Outcome: "stopped", Files: map[string][]byte{
			"zoo": []byte(`[ 1 ]`), "projectRoot": []byte(`"/p"`), "mesh": []byte(`["a.msh"]`), "a\"b": []byte(`{"x":1.0}`), "empty": nil}},
			`{"event":"TurnEnd","source":"chat","conversationId":null,"outcome":"stopped",` +
				`"files":{"projectRoot":"/p","cad":[],"mesh":["a.msh"],"activeCad":null,"activeMesh":null,"a\"b":{"x":1.0},"zoo":[ 1 ]}}`},
	} {
		got := string(c.p.JSON())
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
		if !json.Valid([]byte(got)) || !utf8.ValidString(got) {
			t.Errorf("%s: not JSON in UTF-8", c.name)
		}
	}
}

func TestArgsPassByteForByte_Q1_hook16(t *testing.T) {
	for _, args := range []string{
		`{"n":9007199254740993,"e":1e400,"z":1,"a":2}`, "{ \"b\" :\t[1 ,2],\n \"a\": \"\\u00e5 \\/ 测试 🔩\" }", `{"a":{"a":{}}}`,
	} {
		p := Payload{Event: PreToolUse, Tool: tool(t, "a__b"), Args: []byte(args)}
		if !bytes.Contains(p.JSON(), []byte(`"args":`+args+`,"files"`)) {
			t.Errorf("%s became %s", args, p.JSON())
		}
	}
}

func TestAResultIsCutAtAWholeCharacter_H10(t *testing.T) {
	for _, text := range []string{strings.Repeat("x", MaxResult+9), "x" + strings.Repeat("🔩", MaxResult), strings.Repeat("\xbf", MaxResult+9)} {
		var got struct{ Result Result }
		p := Payload{Event: PostToolUse, Tool: tool(t, "a__b"), Result: &Result{Text: text}}
		if err := json.Unmarshal(p.JSON(), &got); err != nil {
			t.Fatal(err)
		}
		if cut := strings.ToValidUTF8(text, "\ufffd"); utf8.ValidString(text) && (!strings.HasPrefix(cut, got.Result.Text) || len(got.Result.Text) > MaxResult || len(got.Result.Text) < MaxResult-3) {
			t.Errorf("%d bytes of %q…", len(got.Result.Text), got.Result.Text[:8])
		}
		if strings.HasSuffix(got.Result.Text, "\ufffd") && utf8.ValidString(text) {
			t.Error("a character was cut in two")
		}
	}
}

// FuzzPayload: whatever the strings hold, the payload is one JSON object whose
// texts come back as they were.
func FuzzPayload(f *testing.F) {
	f.Add("c1", "hello\nÅ 🔩", "done")
	f.Add("\x00\"", "\xff\u2028\\", "")
	f.Fuzz(func(t *testing.T, id, message, outcome string) {
		p := Payload{Event: UserPromptSubmit, ConversationID: id, Message: &message, Outcome: outcome}
		var got struct {
			ConversationID *string `json:"conversationId"`
			Message        string
			Outcome        string
		}
		if err := json.Unmarshal(p.JSON(), &got); err != nil {
			t.Fatal(err)
		}
		if got.Message != text([]byte(message)) || got.Outcome != text([]byte(outcome)) {
			t.Errorf("%q came back as %q", message, got.Message)
		}
		if (got.ConversationID == nil) != (id == "") {
			t.Errorf("id %q came back as %v", id, got.ConversationID)
		}
	})
}
