package output

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"usher/pkg/clean"
	"usher/pkg/fault"
)

// hostile is what a server or a file may call itself, with the escape a person
// must see in its place (SPEC F6).
var hostile = [...]struct{ name, raw, seen string }{
	{"window title", "a\x1b]0;owned\x07b", `a\x1b]0;owned\x07b`},
	{"clear screen", "a\x1b[2Jb", `a\x1b[2Jb`},
	{"carriage return", "safe\rrm -rf", `safe\rrm -rf`},
	{"newline adds a row", "one\ntwo", `one\ntwo`},
	{"tab", "one\ttwo", `one\ttwo`},
	{"right to left override", "txt\u202egpj.exe", `txt\u{202e}gpj.exe`},
	{"zero width", "ac\u200bme", `ac\u{200b}me`},
	{"byte order mark inside", "ac\ufeffme", `ac\u{feff}me`},
	{"tag characters", "ok\U000e0041\U000e0042", `ok\u{e0041}\u{e0042}`},
	{"C1 control sequence", "a\u009b2Jb", `a\u{9b}2Jb`},
	{"delete", "a\x7fb", `a\x7fb`},
	{"no-break space", "a\u00a0b", `a\u{a0}b`},
	{"line separator", "a\u2028b", `a\u{2028}b`},
	{"bad utf-8", "a\xff\xfeb", `a\xff\xfeb`},
	{"surrogate half", "a\xed\xa0\x80b", `a\xed\xa0\x80b`},
	{"nul", "a\x00b", `a\x00b`},
}

// everywhere puts one foreign string into every door of the printer.
type everywhere struct{ s string }

func (e everywhere) Text(p *Printer) {
	p.Line(e.s)
	p.Linef("%s and %q", e.s, "quoted")
	p.Heading(e.s)
	p.Text(e.s)
	p.Table([]string{e.s, "b"}, [][]string{{"1", e.s}, {e.s, "2", e.s}})
	p.Problem(fault.Problem{File: e.s, Line: 1, Column: 2, Entry: e.s, Rule: e.s, Message: e.s, Hint: e.s})
}

func (e everywhere) JSON() any {
	raw, _ := json.Marshal(e.s)
	return map[string]any{"value": e.s, e.s: []string{e.s}, "raw": json.RawMessage(raw)}
}

func TestHostileTextIsVisibleAndNeverInterpreted_F6(t *testing.T) {
	for _, c := range hostile {
		for _, width := range []int{0, 30, 200} {
			var out bytes.Buffer
			if err := Print(&out, everywhere{c.raw}, Text, width, false); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			assertHarmless(t, c.name, out.Bytes())
			if !strings.Contains(out.String(), c.seen) {
				t.Errorf("%s: text does not show %s:\n%s", c.name, c.seen, out.String())
			}
		}
	}
}

// assertHarmless: nothing but visible characters and the line breaks and tabs
// that Printer.Text keeps.
func assertHarmless(t *testing.T, name string, out []byte) {
	t.Helper()
	if !utf8.Valid(out) {
		t.Errorf("%s: output is not UTF-8: %q", name, out)
	}
	for _, r := range string(out) {
		if r != '\n' && r != '\t' && !clean.Visible(r) {
			t.Errorf("%s: %U reached the terminal: %q", name, r, out)
			return
		}
	}
}

func TestHostileTextKeepsItsRows_F6(t *testing.T) {
	for _, c := range hostile {
		var out bytes.Buffer
		v := table{[]string{"name"}, [][]string{{c.raw}, {"next"}}}
		if err := Print(&out, v, Text, 80, false); err != nil {
			t.Fatal(err)
		}
		if want := "name\n" + c.seen + "\nnext\n"; out.String() != want {
			t.Errorf("%s: got %q, want %q", c.name, out.String(), want)
		}
	}
}

func TestHostileTextIsIntactInJSON_F6(t *testing.T) {
	for _, c := range hostile {
		var out bytes.Buffer
		if err := Print(&out, everywhere{c.raw}, JSON, 20, true); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		assertHarmless(t, c.name, out.Bytes())
		var got map[string]any
		if err := json.Unmarshal(out.Bytes(), &got); err != nil {
			t.Fatalf("%s: not JSON: %v\n%s", c.name, err, out.Bytes())
		}
		want := string([]rune(c.raw)) // bytes that are not UTF-8 have no JSON form: U+FFFD
		if got["value"] != want || got["raw"] != want {
			t.Errorf("%s: value changed: got %q and %q, want %q", c.name, got["value"], got["raw"], want)
		}
		if list, _ := got[want].([]any); len(list) != 1 || list[0] != want {
			t.Errorf("%s: key or nested value changed: %v", c.name, got)
		}
	}
}

func TestHostileErrorIsVisibleInTextAndIntactInJSON_F6(t *testing.T) {
	for _, c := range hostile {
		err := &fault.Error{Kind: fault.Refused, Message: c.raw, Hints: []string{c.raw},
			Problems: []fault.Problem{{File: c.raw, Line: 3, Column: 4, Rule: "x/y", Message: c.raw, Hint: c.raw}}}
		var text, doc bytes.Buffer
		PrintError(&text, err, Text)
		assertHarmless(t, c.name, text.Bytes())
		if n := strings.Count(text.String(), "\n"); n != 4 {
			t.Errorf("%s: want 4 lines, got %d:\n%s", c.name, n, text.String())
		}
		PrintError(&doc, err, JSON)
		assertHarmless(t, c.name, doc.Bytes())
		var got report
		if err := json.Unmarshal(bytes.ReplaceAll(doc.Bytes(), []byte(`"severity":"error",`), nil), &got); err != nil {
			t.Fatalf("%s: %v\n%s", c.name, err, doc.Bytes())
		}
		if want := string([]rune(c.raw)); got.Error.Message != want || got.Problems[0].Hint != want {
			t.Errorf("%s: value changed: %+v", c.name, got)
		}
	}
}

func FuzzTextIsHarmlessAndJSONKeepsValues_F6(f *testing.F) {
	for _, c := range hostile {
		f.Add(c.raw, 20)
	}
	f.Fuzz(func(t *testing.T, s string, width int) {
		var text, doc bytes.Buffer
		if err := Print(&text, everywhere{s}, Text, width%200, false); err != nil {
			t.Fatal(err)
		}
		assertHarmless(t, "fuzz", text.Bytes())
		if err := Print(&doc, table{[]string{s}, [][]string{{s}}}, JSON, 0, false); err != nil {
			t.Fatal(err)
		}
		assertHarmless(t, "fuzz", doc.Bytes())
		var got []string
		if err := json.Unmarshal(doc.Bytes(), &got); err != nil || len(got) != 1 || got[0] != string([]rune(s)) {
			t.Fatalf("value changed: %v %q from %q", err, got, s)
		}
	})
}
