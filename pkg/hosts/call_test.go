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

// SPEC G6: what may be left out has its default, and arguments are byte for byte.
func TestNativeCall_G6(t *testing.T) {
	c, err := ReadCall([]byte(`{"tool":"mcp__acme__lookup"}`))
	if err != nil {
		t.Fatal(err)
	}
	if c.Tool.String() != "acme__lookup" || string(c.Args) != "{}" || c.Source != "chat" || c.CanAsk || c.Mode != Interactive {
		t.Errorf("defaults: %+v", c)
	}
	args := `{ "n": 9007199254740993, "e": 1e400, "s":"\u00e9 é", "null": null }`
	c, err = ReadCall([]byte(`{"args":` + args + `,"tool":"Bash","source":"meta","conversationId":"c1","mode":"plan","canAsk":true,"event":"PreToolUse","files":{"projectRoot":"/p","cad":null,"extra":[1]}}`))
	if err != nil {
		t.Fatal(err)
	}
	if string(c.Args) != args {
		t.Errorf("args became %s", c.Args)
	}
	if c.Source != "meta" || c.ConversationID != "c1" || c.Mode != Plan || !c.CanAsk || len(c.Files) != 3 || string(c.Files[2].Value) != "[1]" {
		t.Errorf("read %+v", c)
	}
	if root, err := c.ProjectRoot(); err != nil || root != "/p" {
		t.Errorf("project root %q, %v", root, err)
	}
}

// SPEC G6: what is not understood refuses, and no message repeats an argument.
func TestMalformedCallsRefuse_G6(t *testing.T) {
	const canary = "hunter2canary"
	for name, in := range map[string]string{
		"empty":             ``,
		"blank":             "  \n",
		"null":              `null`,
		"list":              `[]`,
		"no tool":           `{"args":{"x":"` + canary + `"}}`,
		"empty tool":        `{"tool":""}`,
		"tool number":       `{"tool":1}`,
		"tool null":         `{"tool":null}`,
		"tool control":      `{"tool":"a\u0007b"}`,
		"tool too long":     `{"tool":"` + strings.Repeat("x", 513) + `"}`,
		"args list":         `{"tool":"x","args":["` + canary + `"]}`,
		"args null":         `{"tool":"x","args":null}`,
		"args text":         `{"tool":"x","args":"` + canary + `"}`,
		"case twin":         `{"tool":"x","args":{},"Args":{"x":"` + canary + `"}}`,
		"case only":         `{"Tool":"x"}`,
		"kelvin sign":       `{"tool":"x","canAs\u212a":true}`,
		"duplicate":         `{"tool":"x","tool":"y"}`,
		"duplicate in args": `{"tool":"x","args":{"a":"` + canary + `","a":2}}`,
		"trailing":          `{"tool":"x"}{"tool":"y"}`,
		"comment":           `{"tool":"x" /* c */}`,
		"trailing comma":    `{"tool":"x",}`,
		"other event":       `{"tool":"x","event":"PostToolUse"}`,
		"other mode":        `{"tool":"x","mode":"yolo"}`,
		"other source":      `{"tool":"x","source":"cli"}`,
		"canAsk text":       `{"tool":"x","canAsk":"true"}`,
		"bad utf8":          "{\"tool\":\"x\xff\"}",
		"lone surrogate":    `{"tool":"x","args":{"a":"\ud800"}}`,
		"utf16":             "\xff\xfe{\x00}\x00",
		"deep":              `{"tool":"x","args":{"a":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}}`,
		"files list":        `{"tool":"x","files":[]}`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ReadCall([]byte(in))
			var fe *fault.Error
			if !errors.As(err, &fe) || fe.Kind != fault.Refused || len(fe.Hints) == 0 {
				t.Fatalf("got %v, want a refusal with a hint", err)
			}
			said := err.Error()
			for _, p := range fe.Problems {
				said += p.Message + p.Hint
			}
			if strings.Contains(said, canary) {
				t.Errorf("the refusal repeats an argument: %s", said)
			}
		})
	}
}

// SPEC G6: another unknown key is a note, not a refusal.
func TestUnknownKeyIsANote_G6(t *testing.T) {
	c, err := ReadCall([]byte(`{"tool":"x","permission_mode":"yolo"}`))
	if err != nil || len(c.Notes) != 1 || c.Notes[0].Severity != fault.SeverityNote {
		t.Fatalf("got %+v, %v", c.Notes, err)
	}
}

// SPEC G6, Q1, F6: the answer is one line of valid JSON whatever the texts hold,
// and stderr cannot move the cursor.
func TestAnswerIsOneCleanLine_G6(t *testing.T) {
	for _, s := range []string{"plain", "\x1b[2Jred\nline\r\u202e\u200b", "bad \xff\xfe utf8", `"quote" \back`, "\u2028"} {
		a := Answer{Tool: s, Decision: gate.Decision{Verdict: gate.Deny, Reasons: []gate.Reason{
			{By: "hook " + s, Layer: "yours", File: s, Says: s, Hint: s}}},
			Problems: []fault.Problem{{File: s, Line: 1, Column: 2, Rule: "x/y", Message: s, Entry: s, Hint: s}}}
		line := a.Line()
		if n := strings.Count(string(line), "\n"); n != 1 || line[len(line)-1] != '\n' {
			t.Errorf("%q: %d line ends", s, n)
		}
		var back struct {
			Decision, Tool string
			Reasons        []struct{ By, Layer, File, Says, Hint string }
			OffersAlways   *bool
			Problems       []struct{ Rule, Severity, Message string }
		}
		if err := json.Unmarshal(line, &back); err != nil {
			t.Fatalf("%q: %v in %s", s, err, line)
		}
		if back.Decision != "deny" || len(back.Reasons) != 1 || back.OffersAlways == nil || len(back.Problems) != 1 {
			t.Errorf("%q: read back %+v", s, back)
		}
		if want := strings.ToValidUTF8(s, "\ufffd"); back.Tool != want && s != "bad \xff\xfe utf8" {
			t.Errorf("%q: tool became %q", s, back.Tool)
		}
		for _, r := range a.Told() {
			if r != '\n' && (r < ' ' || r == 0x7f || r == '\u202e' || r == '\u200b' || r == '\u2028') {
				t.Errorf("%q: stderr holds %q", s, r)
			}
		}
		if got := strings.Count(a.Told(), "\n"); got != 2 {
			t.Errorf("%q: stderr has %d lines, want the reason and the hint", s, got)
		}
	}
}

// An allow says nothing on stderr.
func TestAllowIsQuiet(t *testing.T) {
	a := Answer{Decision: gate.Decision{Verdict: gate.Allow, Reasons: []gate.Reason{{By: "grant", Says: "you allowed it"}}}}
	if a.Told() != "" {
		t.Errorf("said %q", a.Told())
	}
}

func FuzzReadCall(f *testing.F) {
	f.Add([]byte(`{"tool":"acme__lookup","args":{"q":1}}`))
	f.Add([]byte(`{"tool":"x","mode":"plan","files":{"projectRoot":"/p"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ReadCall(data)
		if err != nil {
			return
		}
		if c.Tool.String() == "" || !json.Valid(c.Args) || c.Args[0] != '{' {
			t.Errorf("accepted %q as %+v", data, c)
		}
	})
}

// TestAnswerDoesNotGrowWithTheCall: a million keys that nobody knows, or one of
// megabytes, are a handful of notes (SPEC G6, F4).
func TestAnswerDoesNotGrowWithTheCall(t *testing.T) {
	many := make([]byte, 0, 1<<20)
	for i := range 50000 {
		many = fmt.Appendf(many, `,"key%d":1`, i)
	}
	for name, more := range map[string]string{
		"many keys": string(many),
		"long key":  `,"` + strings.Repeat("\u202e", 1<<20) + `":1`,
	} {
		c, err := ReadCall([]byte(`{"tool":"acme__lookup"` + more + `}`))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		line := Answer{Tool: c.Tool.String(), Problems: c.Notes}.Line()
		if len(c.Notes) > maxTold+1 || len(line) > 8192 {
			t.Errorf("%s: %d notes, an answer of %d bytes", name, len(c.Notes), len(line))
		}
		if last := c.Notes[len(c.Notes)-1].Message; name == "many keys" && last != "49980 more keys are ignored" {
			t.Errorf("the rest is not counted: %q", last)
		}
	}
	var cases []string // every case of conversationId is another key
	for i := range 1 << 10 {
		key := []byte("conversationId")
		for bit := range 10 {
			if i>>bit&1 == 1 {
				key[bit] -= 'a' - 'A'
			}
		}
		cases = append(cases, fmt.Sprintf(`"%s":"x"`, key))
	}
	_, err := ReadCall([]byte(`{"tool":"acme__lookup",` + strings.Join(cases, ",") + `}`))
	var fe *fault.Error
	if !errors.As(err, &fe) || len(fe.Problems) > maxTold {
		t.Errorf("misspelt keys: %v", err)
	}
}
