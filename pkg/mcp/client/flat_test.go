package client

import (
	"strings"
	"testing"

	"usher/pkg/strictjson"
)

// flatTexts are sound and flawed in every way that the reading knows.
func flatTexts() []string {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	many := `{"k00":0`
	for i := range 60 {
		many += `,"k` + string(rune('0'+i/10)) + string(rune('0'+i%10)) + `x":` + `{"a":1}`
	}
	out := []string{
		`{}`, ` { } `, "{}\n", `{"a":1}`, `{"a":1,"b":[1,-0.0,1.5e+10,true,false,null,"x"]}`, `{"a":{"b":{"a":1}}}`, `{"":0}`,
		`{"a":` + deep(64) + `}`, `{"a":` + deep(65) + `}`, many + "}", many + `,"k30x":1}`, many + `,"k\u00330x":1}`, many + `,"k00":1}`,
		`{"a":1,"a":1}`, `{"a":1,"\u0061":1}`, `{"x":{"a":1,"b":2,"a":3}}`, `{"x":[{"a":1,"\u0061":2}]}`, `{"a":1}{}`, `{"a":1},`, `{"a":1} x`,
		`{"a":"\ud83d\ude00"}`, `{"a":"\ud83d"}`, `{"a":"\ude00\ud83d"}`, `{"a":"\ud83dx"}`, `{"a":"\ud83d\u0041"}`, `{"a":"\uD83D\uDE00é😀"}`,
		"{\"a\":\"\xff\"}", "{\"\xc0\x80\":1}", "{\"a\":\"\xed\xa0\x80\"}", "{\"a\":\"\xf4\x90\x80\x80\"}", "{\"a\":\"\uFFFD\"}", "{\"a\":\"x\ty\"}", "{\"a\":\"\x00\"}", "{\"a\":\"\x7f\"}",
		`{"a":"\x"}`, `{"a":"\u12"}`, `{"a":"\u12g4"}`, `{"a":"\`, `{"a":"`, `{"a`, `{"a":"0123456\"89012345\\7"}`, `{"01234567":1,"0123456\u0037":1}`,
		`{"a":01}`, `{"a":1.}`, `{"a":.5}`, `{"a":-}`, `{"a":1e}`, `{"a":1e+}`, `{"a":+1}`, `{"a":0x1}`, `{"a":1_0}`, `{"a":NaN}`, `{"a":1E5}`, `{"a":-01}`,
		`{"a":tru}`, `{"a":truex}`, `{"a":nul}`, `{"a":[1,]}`, `{"a":1,}`, `{,}`, `{"a"}`, `{"a":}`, `{"a" 1}`, `{a:1}`, `{'a':1}`, `{"a":[1 2]}`, `{"a":[`, `{"a":{`,
		`{"a":1 /* x */}`, `{"a":1 // x` + "\n}", "{\v}", "{\u00a0}", "\u00a0{}", `[]`, `1`, `"x"`, `null`, ``, ` `, "\xef\xbb\xbf{}", `{"a":[[],{},[{}]]}`,
	}
	for n := range 20 {
		for _, odd := range []string{`"`, `\n`, `\`, "\x1f", "é", "\xe2\x82", "\x80", "~\x7f"} {
			out = append(out, `{"a":"`+strings.Repeat("x", n)+odd+strings.Repeat("y", 20-n)+`"}`)
		}
	}
	return out
}

func agrees(t *testing.T, text string) {
	t.Helper()
	_, ok := object([]byte(text))
	v, _ := strictjson.Decode([]byte(text), strictjson.Options{MaxBytes: maxLine, MaxDepth: maxDepth, AllowNull: true})
	want := v.Kind() == strictjson.KindObject && !strings.HasPrefix(text, "\xef\xbb\xbf")
	if ok != want {
		t.Errorf("%q is %v, strictjson says %v", text, ok, want)
	}
}

// SPEC Q1: what is passed on without being built is read as strictly as everything.
func TestFlatAgrees(t *testing.T) {
	for _, text := range flatTexts() {
		agrees(t, text)
	}
}

func FuzzFlatAgrees(f *testing.F) {
	for _, text := range flatTexts() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { agrees(t, text) })
}

// An envelope is read at once only where the slower reading has nothing to say.
func FuzzEnvelopeAgrees(f *testing.F) {
	for _, line := range []string{`{"jsonrpc":"2.0","id":1,"result":{}}`, `{"method":"x","params":{"a":1}}`, `{"jsonrpc":"2.0","id":1,"result":{},"Result":1}`,
		`{"method":"x","id":null}`, `{"jsonrpc":"2.0","id":1,"error":{},"result":{}}`, `{"jsonrpc":"2.0","re\u0073ult":{},"id":7}`, `{"method":"\u0078"}`, `{"method":"x","result":{}}`} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		e, ok := readEnvelope([]byte(line))
		if !ok {
			return
		}
		got := readFrame([]byte(line))
		if got.why != "" || got.id != string(e.id) || got.method != e.method || got.failed != nil ||
			e.result != nil && string(got.result.Raw()) != string(e.result) || e.method != "" && string(got.params.Raw()) != string(e.params) {
			t.Errorf("%q: %+v", line, got)
		}
	})
}
