package gateway

import (
	"bytes"
	"strings"
	"testing"

	"usher/pkg/strictjson"
)

// agrees holds the scanner against strictjson, which every file and every answer of a
// server is read by: both take the same messages and see the same in them (SPEC Q1).
func agrees(t *testing.T, b []byte) {
	t.Helper()
	got, ok := scan(b, "params", "_meta")
	root, _ := strictjson.Decode(b, strictjson.Options{MaxBytes: maxMessage, MaxDepth: maxDepth, AllowNull: true})
	sound := root != nil && root.Kind() == strictjson.KindObject && !bytes.HasPrefix(b, []byte("\xef\xbb\xbf"))
	if ok != sound {
		t.Fatalf("%q: scan says %v, strictjson %v", b, ok, sound)
	}
	if ok {
		sameMembers(t, b, got, root)
	}
}

func sameMembers(t *testing.T, b []byte, got []member, want *strictjson.Value) {
	t.Helper()
	members := want.Members()
	if len(got) != len(members) {
		t.Fatalf("%q: %d members, not %d", b, len(got), len(members))
	}
	for i, m := range members {
		if string(got[i].key) != m.Key || string(b[got[i].start:got[i].stop]) != string(m.Value.Raw()) {
			t.Fatalf("%q: %q is %q", b, got[i].key, b[got[i].start:got[i].stop])
		}
		if got[i].inside != nil {
			sameMembers(t, b, got[i].inside, m.Value)
		}
	}
}

func scanSeeds() []string {
	return []string{
		`{}`, ` { "a" : [ ] } `, `{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `{"x":{"a":1,"a":2}}`, `{"a":[{"b":1,"b":1}]}`,
		`{"a":"\ud83d\ude00"}`, `{"a":"\ud83d"}`, `{"a":"\ude00\ud83d"}`, `{"a":"\ud83dx"}`, "{\"a\":\"\xff\"}", "{\"a\":\"\xed\xa0\x80\"}", "{\"\xc0\xaf\":1}",
		`{"a":"é€😀"}`, "{\"a\":\"\t\"}", "{\"a\":\"\x00\"}", "{\"a\":\"\x7f\"}", `{"a":"\x"}`, `{"a":"\u12g4"}`, `{"a":"\u+123"}`,
		`{"a":01}`, `{"a":-0}`, `{"a":1.}`, `{"a":.5}`, `{"a":1e}`, `{"a":1E+5}`, `{"a":-}`, `{"a":+1}`, `{"a":9007199254740993}`, `{"a":1e400}`,
		`{"a":tru}`, `{"a":true}`, `{"a":nul}`, `{"a":null,}`, `{"a":[1,]}`, `{"a"}`, `{"a":}`, `{a:1}`, `{"a":1}x`, `{"a":1}{}`, `[{}]`, `"x"`, ``, ` `, "\xef\xbb\xbf{}",
		`{"a":1 "b":2}`, `{"a":/**/1}`, `{"a":NaN}`, `{'a':1}`, `{"a":"`, `{"a`, `{"a":{"b":"c"}`, `{"a":[1}`, `{"a":{]}`,
		`{"params":{"_meta":{"x":{"y":1}},"name":"n"},"id":1}`, `{"params":{"a":1,"a":2}}`, `{"params":{"_meta":{"t":1,"t":2}}}`, `{"params":[],"q":{"_meta":{}}}`,
		`{"a":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + `}`, `{"a":` + strings.Repeat("[", 65) + strings.Repeat("]", 65) + `}`,
		`{` + manyMembers(200, "") + `}`, `{` + manyMembers(200, `,"k7":0`) + `}`, `{"a":"` + strings.Repeat("0123456", 40) + `\n"}`,
	}
}

func manyMembers(n int, more string) string {
	var all []string
	for i := range n {
		all = append(all, `"k`+strings.Repeat("x", i%3)+string(rune('0'+i%10))+strings.Repeat("y", i/10)+`":1`)
	}
	return strings.Join(all, ",") + more
}

// SPEC Q1: one strict reading, whoever reads.
func TestScanAgrees_Q1(t *testing.T) {
	for _, s := range scanSeeds() {
		agrees(t, []byte(s))
	}
}

func FuzzScanAgrees(f *testing.F) {
	for _, s := range scanSeeds() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) { agrees(t, b) })
}
