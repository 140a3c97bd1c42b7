package gatetest

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hosts"
)

func source(dir string) Source {
	return Source{Path: "t.json", Dir: dir, Open: func(string) ([]byte, error) { return nil, errors.New("no other file") }}
}

// parsed is a table without fault.
func parsed(t *testing.T, text string) File {
	t.Helper()
	f, ps := Parse([]byte(text), source(t.TempDir()))
	if len(ps) > 0 {
		t.Fatalf("%v\n%s", ps, text)
	}
	return f
}

// house is a world with nothing of the person's, where no program exists.
func house(t *testing.T, f File) House {
	t.Helper()
	stand := func(hosts.Call) (*engine.Standing, []fault.Problem) {
		d := engine.Dirs{Machine: filepath.Join(t.TempDir(), "none"), NoProject: true}
		return f.Stand(d,
			func(string, string, string) effective.Program { return effective.Program{Why: "no program is here"} },
			func(string) (string, string) { return "", "no folder is here" })
	}
	return House{Stand: stand, Request: func(c hosts.Call) engine.Request {
		return engine.Request{Caller: gate.Native, Tool: c.Tool, Args: c.Args, Source: c.Source, CanAsk: c.CanAsk}
	}}
}

const supposedWorld = `{"given":{"mcp":{"servers":[{"id":"acme","command":"nowhere"},{"id":"off","command":"x","disabled":true}]},
"hooks":{"hooks":[{"name":"guard","event":"PreToolUse","match":"acme__g*","command":"x"}]},
"policy":{"tools":{"deny":["*__never"],"ask":["*__careful"]}},"approved":true,
"grants":[{"server":"acme","tool":"*","decision":"allow","tools":["look","never","careful","g1","w"]},{"server":"acme","tool":"w","decision":"deny"}]},
"cases":[`

// TestVerdictsOfASupposedWorld_G8: each layer of the gate has its say in a world
// that a table supposes, and needs no program, no home and no state for it.
func TestVerdictsOfASupposedWorld_G8(t *testing.T) {
	for _, c := range []struct{ call, hooks, expect, reason string }{
		{`{"tool":"acme__look"}`, `{}`, "allow", "you allowed this tool"},
		{`{"tool":"acme__new","canAsk":true}`, `{}`, "ask", "you have not marked"},
		{`{"tool":"acme__new"}`, `{}`, "deny", "nobody can be asked"},
		{`{"tool":"acme__w","canAsk":true}`, `{}`, "deny", "never to be called"},
		{`{"tool":"acme__never","canAsk":true}`, `{}`, "deny", "policy tools.deny"},
		{`{"tool":"acme__careful","canAsk":true}`, `{}`, "ask", "policy tools.ask"},
		{`{"tool":"off__x","canAsk":true}`, `{}`, "deny", "disabled"},
		{`{"tool":"acme__g1"}`, `{}`, "allow", ""},
		{`{"tool":"acme__g1"}`, `{"guard":"none"}`, "allow", ""},
		{`{"tool":"acme__g1"}`, `{"guard":"deny"}`, "deny", "hook guard: refused"},
		{`{"tool":"acme__g1"}`, `{"yours:t.json:guard":"fail"}`, "deny", "hook guard: the hook failed"},
		{`{"tool":"acme__g1","canAsk":true}`, `{"guard":"ask"}`, "ask", "hook guard"},
		{`{"tool":"acme__g1","canAsk":true,"source":"meta"}`, `{"guard":"ask"}`, "deny", "nobody can be asked"},
	} {
		for _, expect := range []string{"allow", "ask", "deny"} {
			f := parsed(t, supposedWorld+`{"call":`+c.call+`,"hooks":`+c.hooks+`,"expect":"`+expect+`"}]}`)
			rs, ps := f.Run(context.Background(), house(t, f))
			if len(ps) > 0 || len(rs) != 1 || rs[0].OK != (expect == c.expect) || rs[0].Got != c.expect || !strings.Contains(rs[0].told(), c.reason) {
				t.Errorf("%s %s: %+v, %v; want %s because of %q", c.call, c.hooks, rs, ps, c.expect, c.reason)
			}
		}
	}
}

// SPEC G8: a reason that is asked for counts as much as the verdict, and a place in
// a supposed file is its place in the table.
func TestReasonsAndPlaces_G8(t *testing.T) {
	f := parsed(t, supposedWorld+`{"call":{"tool":"acme__never"},"expect":"deny","reason":"tools.deny"},
		{"call":{"tool":"acme__never"},"expect":"deny","reason":"the moon"}]}`)
	rs, ps := f.Run(context.Background(), house(t, f))
	if len(ps) > 0 || !rs[0].OK || rs[1].OK || !strings.Contains(rs[1].Why, "the moon") {
		t.Errorf("%+v, %v", rs, ps)
	}
	if rs[0].Reason.File != "t.json:3:28" || rs[1].File != "t.json:6:3" {
		t.Errorf("%q, %q", rs[0].Reason.File, rs[1].File)
	}
}

// SPEC F2, G8: a table with a fault holds no case, so that no runner can take it
// for one that passed.
func TestFaultyTableHoldsNoCases_F2(t *testing.T) {
	const one = `"cases":[{"call":{"tool":"a__b"},"expect":"deny"}]`
	for _, text := range []string{
		``, `null`, `[]`, `{}`, `{"cases":[]}`, `{"cases":{}}`, `{"cases":null}`, `{` + one + `,` + one + `}`, `{` + one + `} x`,
		`{"given":null,` + one + `}`, `{"given":{"mcp":null},` + one + `}`, `{"given":{"hooks":[]},` + one + `}`, `{"given":{"policy":"p.json"},` + one + `}`,
		`{"given":{"approved":["Acme"]},` + one + `}`, `{"given":{"approved":1},` + one + `}`, `{"given":{"trusted":"yes"},` + one + `}`,
		`{"given":{"project":true},` + one + `}`, `{"given":{"project":""},` + one + `}`, `{"given":{"answers":{"g":"allow"}},` + one + `}`,
		`{"given":{"grants":{}},` + one + `}`, `{"given":{"grants":[{}]},` + one + `}`, `{"given":{"grants":[{"server":"a","tool":"b"}]},` + one + `}`,
		`{"given":{"grants":[{"server":"a","tool":"b","decision":"allow","tools":["b"]}]},` + one + `}`,
		`{"given":{"grants":[{"server":"a","tool":"*","readOnly":true}]},` + one + `}`,
		`{"cases":[{"expect":"deny"}]}`, `{"cases":[{"call":{"tool":"a__b"}}]}`, `{"cases":[{"call":{"tool":"a__b"},"expect":"none"}]}`,
		`{"cases":[{"call":{"tool":"a__b","x":1},"expect":"deny"}]}`, `{"cases":[{"call":{"tool":"a__b","args":[]},"expect":"deny"}]}`,
		`{"cases":[{"call":"a__b","expect":"deny"}]}`, `{"cases":[{"call":{"tool":"a__b"},"expect":"deny","reason":""}]}`,
		`{"cases":[{"call":{"tool":"a__b"},"expect":"deny","hooks":{"g":1}}]}`, `{"cases":[null]}`,
	} {
		f, ps := Parse([]byte(text), source(t.TempDir()))
		if len(ps) == 0 || len(f.Cases) > 0 {
			t.Errorf("%s: %d cases, %v", text, len(f.Cases), ps)
		}
		for _, p := range ps {
			if p.File != "t.json" || p.Rule == "" || p.Line == 0 {
				t.Errorf("%s: %+v has no place", text, p)
			}
		}
	}
}

// SPEC H13, G8: a table that approves everything accepts its hooks file with it; one
// that approves servers alone leaves it to be accepted.
func TestPinnedHooksOfATable_H13(t *testing.T) {
	pinned := strings.Replace(supposedWorld, `"policy":{`, `"policy":{"hooks":{"pinned":true},`, 1)
	for approved, want := range map[string]string{"true": "allow", `["acme"]`: "deny"} {
		f := parsed(t, strings.Replace(pinned, `"approved":true`, `"approved":`+approved, 1)+`{"call":{"tool":"acme__look"},"expect":"`+want+`"}]}`)
		rs, ps := f.Run(context.Background(), house(t, f))
		if len(ps) > 0 || !rs[0].OK || want == "deny" && !strings.Contains(rs[0].told(), "accept") {
			t.Errorf("approved %s: %+v, %v", approved, rs, ps)
		}
	}
}

// SPEC G8: only a table that leaves nothing of the person's own open is complete.
func TestComplete_G8(t *testing.T) {
	parts := []string{`"mcp":{"servers":[]}`, `"hooks":{"hooks":[]}`, `"policy":{}`, `"approved":false`, `"grants":[]`}
	const cases = `},"cases":[{"call":{"tool":"a__b"},"expect":"deny"}]}`
	all := strings.Join(parts, ",")
	if f := parsed(t, `{"given":{`+all+cases); !f.Complete(false) || f.Complete(true) {
		t.Error("without a project nothing is left open, with one its trust is")
	}
	if f := parsed(t, `{"given":{`+all+`,"project":"p"`+cases); f.Complete(false) {
		t.Error("the trust in the project is left open")
	}
	if f := parsed(t, `{"given":{`+all+`,"project":"p","trusted":false`+cases); !f.Complete(true) {
		t.Error("nothing is left open")
	}
	for i := range parts {
		left := strings.Join(append(append([]string{}, parts[:i]...), parts[i+1:]...), ",")
		if f := parsed(t, `{"given":{`+left+cases); f.Complete(false) {
			t.Errorf("without %s", parts[i])
		}
	}
}

// TestJUnitIsValidXML_Y2: whatever a name, a reason or a file holds, the report
// parses back, with every count and every case, and no control character in it.
func TestJUnitIsValidXML_Y2(t *testing.T) {
	for _, hostile := range []string{"plain", "<&>\"'", "]]>", "\x00\x1b[2J\x07", "a\nb\r\tc", "\xff\xfe", "\ufffe\uffff\U0010ffff", "\u202e\u200b\u2028", "é 漢字 🙂", "\xed\xa0\x80"} {
		bad := Result{Name: hostile, File: hostile, Expected: "allow", Got: "deny", Why: hostile, Reason: gate.Reason{By: hostile, Says: hostile}}
		good := Result{Name: hostile, OK: true, Got: "allow", Reason: gate.Reason{By: hostile, Says: hostile}}
		doc, err := JUnit([]Suite{
			{File: hostile, Results: []Result{bad, good}},
			{File: "b", Problems: []fault.Problem{{File: hostile, Message: hostile, Rule: "x"}, {Message: hostile}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		var back junitSuites
		if err := xml.Unmarshal(doc, &back); err != nil {
			t.Fatalf("%q: %v\n%s", hostile, err, doc)
		}
		if back.Tests != 3 || back.Failures != 1 || back.Errors != 1 || len(back.Suites) != 2 || len(back.Suites[0].Cases) != 2 {
			t.Errorf("%q: %+v", hostile, back)
		}
		if a, b := back.Suites[0].Cases[0], back.Suites[0].Cases[1]; a.Failure == nil || a.Failure.Message == "" || b.Failure != nil || back.Suites[1].Cases[0].Error == nil {
			t.Errorf("%q: %+v", hostile, back)
		}
		if i := bytes.IndexFunc(doc, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f || r == '\u202e' }); i >= 0 {
			t.Errorf("%q: %q reaches whoever reads it", hostile, doc[i:])
		}
		d := xml.NewDecoder(bytes.NewReader(doc))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%q: %v", hostile, err)
			}
		}
	}
}

// SPEC F2, Q1: no bytes make the reader panic, and no table is both faulty and has
// cases; one that is sound gives a result for every case, or says why not.
func FuzzTable(f *testing.F) {
	f.Add([]byte(supposedWorld + `{"call":{"tool":"acme__g1"},"hooks":{"guard":"ask"},"expect":"ask"}]}`))
	f.Add([]byte(`{"given":{"approved":["a"],"grants":[{"server":"a","tool":"b","decision":"deny"}]},"cases":[{"call":{"tool":"a__b"},"expect":"deny"}]}`))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		table, ps := Parse(data, source(dir))
		if (len(ps) > 0) == (len(table.Cases) > 0) {
			t.Fatalf("%d cases and %v", len(table.Cases), ps)
		}
		if len(ps) > 0 || !table.Complete(false) || len(table.Cases) > 8 {
			return
		}
		rs, ps := table.Run(context.Background(), house(t, table))
		if (len(ps) > 0) == (len(rs) > 0) || len(rs) > 0 && len(rs) != len(table.Cases) {
			t.Fatalf("%d results of %d cases, %v", len(rs), len(table.Cases), ps)
		}
	})
}

// TestSupposedSleepAndAllowances_M4_M5: a mark may be supposed to sleep, and an
// allowance to stand; neither covers what it would not cover in earnest.
func TestSupposedSleepAndAllowances_M4_M5(t *testing.T) {
	const world = `{"given":{"mcp":{"servers":[{"id":"acme","command":"nowhere"}]},
"hooks":{"hooks":[{"name":"guard","event":"PreToolUse","match":"acme__g*","command":"x"}]},"policy":{"tools":{"ask":["acme__p"]}},"approved":true,
"grants":[{"server":"acme","tool":"*","decision":"allow","tools":["s1","s2"],"asleep":true},{"server":"acme","tool":"s2","decision":"allow"},
{"server":"acme","tool":"r","readOnly":true,"decision":"allow","asleep":true},{"server":"acme","tool":"d","decision":"deny"}],
"allowances":[{"conversation":"c1","tool":"acme__a"},{"conversation":"c1","tool":"acme__g"},{"conversation":"c1","tool":"acme__p"},
{"conversation":"c1","tool":"acme__d"},{"conversation":"c1","tool":"mcp__acme__r"}]},
"cases":[`
	for _, c := range []struct{ call, hooks, expect, reason string }{
		{`{"tool":"acme__s1","canAsk":true}`, `{}`, "ask", "definition changed"},
		{`{"tool":"acme__s1"}`, `{}`, "deny", "nobody can be asked"},
		{`{"tool":"acme__s2"}`, `{}`, "allow", "you allowed this tool"},
		{`{"tool":"acme__r","mode":"plan","canAsk":true}`, `{}`, "deny", "plan mode"},
		{`{"tool":"acme__a","conversationId":"c1"}`, `{}`, "allow", "in this conversation"},
		{`{"tool":"mcp.acme.a","conversationId":"c1"}`, `{}`, "allow", "in this conversation"},
		{`{"tool":"acme__a","conversationId":"c2","canAsk":true}`, `{}`, "ask", "not marked"},
		{`{"tool":"acme__a","canAsk":true}`, `{}`, "ask", "not marked"},
		{`{"tool":"acme__g","conversationId":"c1","canAsk":true}`, `{"guard":"ask"}`, "ask", "hook guard"},
		{`{"tool":"acme__p","conversationId":"c1","canAsk":true}`, `{}`, "ask", "policy tools.ask"},
		{`{"tool":"acme__d","conversationId":"c1","canAsk":true}`, `{}`, "deny", "never to be called"},
		{`{"tool":"acme__r","conversationId":"c1","canAsk":true}`, `{}`, "ask", "definition changed"},
	} {
		f := parsed(t, world+`{"call":`+c.call+`,"hooks":`+c.hooks+`,"expect":"`+c.expect+`","reason":"`+c.reason+`"}]}`)
		h := house(t, f)
		h.Request = func(c hosts.Call) engine.Request {
			return engine.Request{Caller: gate.Native, Tool: c.Tool, Args: c.Args, Source: c.Source, CanAsk: c.CanAsk, ConversationID: c.ConversationID, Plan: c.Mode == hosts.Plan}
		}
		rs, ps := f.Run(context.Background(), h)
		if len(ps) > 0 || len(rs) != 1 || !rs[0].OK {
			t.Errorf("%s: %v, %+v", c.call, ps, rs)
		}
	}
}

// TestSupposedSleepIsSound: what could not be so is no table.
func TestSupposedSleepIsSound_M4(t *testing.T) {
	for text, rule := range map[string]string{
		`"grants":[{"server":"acme","tool":"x","decision":"deny","asleep":true}]`: "gate-test/grant",
		`"grants":[{"server":"acme","tool":"x","decision":"allow","asleep":1}]`:   "gate-test/type",
		`"allowances":{}`: "gate-test/type", `"allowances":[{"tool":"acme__x"}]`: "gate-test/allowance",
		`"allowances":[{"conversation":"c","tool":"Bash"}]`: "gate-test/value", `"allowances":[{"conversation":"","tool":"acme__x"}]`: "gate-test/value",
		`"allowances":[{"conversation":"c","tool":"acme__x","for":1}]`: "gate-test/unknown-key",
	} {
		_, ps := Parse([]byte(`{"given":{`+text+`},"cases":[{"call":{"tool":"acme__x"},"expect":"deny"}]}`), source(t.TempDir()))
		if len(ps) != 1 || ps[0].Rule != rule {
			t.Errorf("%s: %v", text, ps)
		}
	}
	f := parsed(t, `{"given":{"mcp":{"servers":[]},"allowances":[{"conversation":"c","tool":"acme__x"}]},"cases":[{"call":{"tool":"acme__x"},"expect":"deny"}]}`)
	if _, ps := f.Run(context.Background(), house(t, f)); len(ps) != 1 || ps[0].Rule != "gate-test/given" {
		t.Errorf("an allowance for no server: %v", ps)
	}
}
