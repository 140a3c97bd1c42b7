package strictjson_test

import (
	"bytes"
	"strings"
	"testing"

	"usher/pkg/strictjson"
)

// messageDepth is that of a message: 64 levels of what it carries in one of its own.
const messageDepth = 65

// skimAgrees holds Skim against Decode, which every file is read by: both take the same
// messages and see the same in them (SPEC Q1).
func skimAgrees(t *testing.T, b []byte) {
	t.Helper()
	got, ok := strictjson.Skim(b, messageDepth, "params", "_meta")
	root, _ := strictjson.Decode(b, strictjson.Options{MaxBytes: 16 << 20, MaxDepth: messageDepth, AllowNull: true})
	sound := root.Kind() == strictjson.KindObject && !bytes.HasPrefix(b, []byte("\xef\xbb\xbf"))
	if ok != sound {
		t.Fatalf("%q: Skim says %v, Decode %v", b, ok, sound)
	}
	again := strictjson.Skimmer{MaxDepth: messageDepth, Watch: "resultType"}
	again.Read([]byte(`{"a":{"resultType":1},"b":[1`))
	if again.Read(b, "params", "_meta") != sound {
		t.Fatalf("%q: the second reading of a Skimmer says %v", b, !sound)
	}
	list := append(append([]byte("[0,"), b...), ']')
	items, ok := again.List(list, 2)
	if whole, _ := strictjson.Decode(list, strictjson.Options{MaxBytes: 16 << 20, MaxDepth: messageDepth, AllowNull: true}); ok != (whole != nil) && len(items) <= 2 {
		t.Fatalf("%q: List says %v", list, ok)
	}
	if sound {
		again.Read(b)
		skimSame(t, b, got, root)
		watchSame(t, b, again, root)
	}
}

func skimSame(t *testing.T, b []byte, got strictjson.Parts, want *strictjson.Value) {
	t.Helper()
	members := want.Members()
	if len(got) != len(members) {
		t.Fatalf("%q: %d members, not %d", b, len(got), len(members))
	}
	for i, m := range members {
		p := &got[i]
		if string(p.Key) != m.Key || string(p.Of(b)) != string(m.Value.Raw()) || b[p.At] != '"' || p.At >= p.Start || string(got.Find(b, m.Key)) != string(p.Of(b)) {
			t.Fatalf("%q: %q is %q", b, p.Key, p.Of(b))
		}
		if p.Inside != nil {
			skimSame(t, b, p.Inside, m.Value)
		}
	}
	params := got.Pick("params")
	if params != nil && (params.Inside != nil) != (b[params.Start] == '{') {
		t.Fatalf("%q: the members of params are %v", b, params.Inside)
	}
}

func watchSame(t *testing.T, b []byte, s strictjson.Skimmer, root *strictjson.Value) {
	t.Helper()
	want := false
	for _, m := range root.Members() {
		for _, inner := range m.Value.Members() {
			want = want || inner.Key == s.Watch
		}
	}
	if s.Watched != want {
		t.Fatalf("%q: watched %v", b, s.Watched)
	}
}

// skimTexts are sound and flawed in every way that the reading knows.
func skimTexts() []string {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	many := `{"k00":0`
	for i := range 60 {
		many += `,"k` + string(rune('0'+i/10)) + string(rune('0'+i%10)) + `x":` + `{"a":1}`
	}
	out := []string{
		`{}`, ` { } `, "{}\n", `{"a":1}`, ` { "a" : [ ] } `, `{"a":1,"b":[1,-0.0,1.5e+10,true,false,null,"x"]}`, `{"a":{"b":{"a":1}}}`, `{"":0}`,
		`{"a":` + deep(64) + `}`, `{"a":` + deep(65) + `}`, many + "}", many + `,"k30x":1}`, many + `,"k\u00330x":1}`, many + `,"k00":1}`,
		`{"a":1,"a":1}`, `{"a":1,"\u0061":1}`, `{"x":{"a":1,"b":2,"a":3}}`, `{"x":[{"a":1,"\u0061":2}]}`, `{"a":[{"b":1,"b":1}]}`, `{"a":1}{}`, `{"a":1},`, `{"a":1} x`, `{"a":1}x`,
		`{"a":"\ud83d\ude00"}`, `{"a":"\ud83d"}`, `{"a":"\ude00\ud83d"}`, `{"a":"\ud83dx"}`, `{"a":"\ud83d\u0041"}`, `{"a":"\uD83D\uDE00é€😀"}`, `{"\ud83d\ude00":1,"😀":1}`,
		"{\"a\":\"\xff\"}", "{\"\xc0\x80\":1}", "{\"\xc0\xaf\":1}", "{\"a\":\"\xed\xa0\x80\"}", "{\"a\":\"\xf4\x90\x80\x80\"}", "{\"a\":\"\uFFFD\"}", "{\"a\":\"x\ty\"}", "{\"a\":\"\t\"}", "{\"a\":\"\x00\"}", "{\"a\":\"\x7f\"}",
		`{"a":"\x"}`, `{"a":"\u12"}`, `{"a":"\u12g4"}`, `{"a":"\u+123"}`, `{"a":"\`, `{"a":"`, `{"a`, `{"a":"0123456\"89012345\\7"}`, `{"01234567":1,"0123456\u0037":1}`,
		`{"a":01}`, `{"a":-0}`, `{"a":1.}`, `{"a":.5}`, `{"a":-}`, `{"a":1e}`, `{"a":1e+}`, `{"a":+1}`, `{"a":0x1}`, `{"a":1_0}`, `{"a":NaN}`, `{"a":1E5}`, `{"a":1E+5}`, `{"a":-01}`, `{"a":9007199254740993}`, `{"a":1e400}`,
		`{"a":tru}`, `{"a":true}`, `{"a":truex}`, `{"a":nul}`, `{"a":null,}`, `{"a":[1,]}`, `{"a":1,}`, `{,}`, `{"a"}`, `{"a":}`, `{"a" 1}`, `{"a":1 "b":2}`, `{a:1}`, `{'a':1}`, `{"a":[1 2]}`, `{"a":[`, `{"a":{`, `{"a":[1}`, `{"a":{]}`, `{"a":{"b":"c"}`,
		`{"a":1 /* x */}`, `{"a":1 // x` + "\n}", `{"a":/**/1}`, "{\v}", "{\u00a0}", "\u00a0{}", `[]`, `[{}]`, `1`, `"x"`, `null`, ``, ` `, "\xef\xbb\xbf{}", `{"a":[[],{},[{}]]}`,
		`{"params":{"_meta":{"x":{"y":1}},"name":"n"},"id":1}`, `{"params":{"a":1,"a":2}}`, `{"params":{"_meta":{"t":1,"t":2}}}`, `{"params":[],"q":{"_meta":{}}}`, `{"params":{},"_meta":{"_meta":{}}}`,
		`{"result":{"result\u0054ype":1}}`, `{"resultType":1,"result":{"a":{"resultType":1}}}`, `{"a":"` + strings.Repeat("0123456", 40) + `\n"}`,
	}
	for n := range 20 {
		for _, odd := range []string{`"`, `\n`, `\`, "\x1f", "é", "\xe2\x82", "\x80", "~\x7f"} {
			out = append(out, `{"a":"`+strings.Repeat("x", 2*n)+odd+strings.Repeat("y", 40-n)+`"}`)
		}
	}
	return out
}

// SPEC Q1: one strict reading, whoever reads.
func TestSkimAgrees_Q1(t *testing.T) {
	for _, text := range skimTexts() {
		skimAgrees(t, []byte(text))
	}
}

func FuzzSkimAgrees(f *testing.F) {
	for _, text := range skimTexts() {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) { skimAgrees(t, b) })
}

// A list that is too long is given as too long, unread behind that; no list is none.
func TestSkimListIsBounded(t *testing.T) {
	for text, want := range map[string]int{`[]`: 0, ` [ ] `: 0, `[1]`: 1, "[1,\n{}]": 2, `[1,2,3,4,5`: 3, `[1,2,,`: -1, `[1}`: -1, `[1,]`: -1, `[1] 2`: -1, `{}`: -1, ``: -1, `[`: -1, `[{"a":1,"a":1}]`: -1} {
		var s strictjson.Skimmer
		if items, ok := s.List([]byte(text), 2); ok != (want >= 0) || ok && len(items) != want {
			t.Errorf("%s: %q, %v", text, items, ok)
		}
	}
}

// A reader that folds case would take these for the envelope's own (SPEC Q1).
func TestFoldedKeysAreFound_Q1(t *testing.T) {
	for text, want := range map[string]string{`{"id":1}`: "", `{"ID":1}`: "id", `{"id":1,"\u0049d":1}`: "id", "{\"to\u212aen\":1}": "token", `{"x":{"ID":1}}`: ""} {
		parts, ok := strictjson.Skim([]byte(text), 0)
		if got := parts.Folded("id", "token"); !ok || got != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}

// No depth that is asked for lets a message exhaust the stack.
func TestSkimIsBounded(t *testing.T) {
	for depth, levels := range map[int]int{0: 64, 3: 3, 1 << 30: 1000} {
		s := strictjson.Skimmer{MaxDepth: depth}
		for _, n := range []int{levels, levels + 1} {
			text := `{"a":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + `}`
			if s.Read([]byte(text)) != (n == levels) {
				t.Errorf("%d levels where %d are asked for", n, depth)
			}
		}
	}
}

// Reading one message after another takes no memory.
func BenchmarkSkim(b *testing.B) {
	for name, text := range map[string]string{"small": "hi", "4k": strings.Repeat("x", 4096), "escapes": strings.Repeat(`{\"a\":1,\n}`, 400), "kanji": strings.Repeat("漢", 1400)} {
		line := []byte(`{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + text + `"}],"isError":false}}`)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(line)))
			b.ReportAllocs()
			var s strictjson.Skimmer
			for b.Loop() {
				if !s.Read(line) {
					b.Fatal("not read")
				}
			}
		})
	}
}
