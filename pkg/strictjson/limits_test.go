package strictjson_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"usher/pkg/strictjson"
)

// Options a host's call is read with: plain JSON, null allowed.
var call = strictjson.Options{Rules: "input", AllowNull: true}

// SPEC F2, 18: a file made to hurt is refused or read at once, in flat memory.
func TestAHostileMebibyteIsQuickAndFlat(t *testing.T) {
	const size = 1 << 20
	fill := func(unit string) string { return strings.Repeat(unit, (size-32)/len(unit)) }
	for name, in := range map[string]string{
		"brackets":       fill("["),
		"objects":        fill(`{"a":`),
		"commas":         fill(","),
		"quotes":         fill(`"`),
		"backslashes":    `"` + fill(`\`),
		"surrogates":     `"` + fill(`\ud800`) + `"`,
		"bad bytes":      fill("\xff"),
		"bad byte pairs": fill("\xffa"),
		"comments":       fill("/**/"),
		"open comments":  fill("/*"),
		"spaces":         fill(" "),
		"line ends":      fill("\n"),
		"numbers":        "[" + fill("1,") + "1]",
		"nulls":          "[" + fill("null,") + "1]",
		"one key":        "{" + fill(`"a":1,`) + `"a":1}`,
		"wrong words":    "[" + fill("NaN,") + "1]",
		"zero bytes":     fill("\x00"),
		"long key":       `{"` + fill("k") + `":1}`,
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		began := time.Now()
		_, ps := strictjson.Decode([]byte(in), file)
		took := time.Since(began)
		runtime.ReadMemStats(&after)
		if took > 20*time.Second {
			t.Errorf("%s: took %v", name, took)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 8*size {
			t.Errorf("%s: allocated %d KiB", name, used>>10)
		}
		if len(ps) > 200 {
			t.Errorf("%s: %d problems", name, len(ps))
		}
	}
}

// Unlike keys are compared without the square of their number.
func TestManyKeysAreQuick(t *testing.T) {
	var b strings.Builder
	b.WriteString("{")
	for i := range 1 << 16 {
		b.WriteString(`"` + strings.Repeat("k", 1+i%7) + itoa(i) + `":1,`)
	}
	b.WriteString(`"k0":1}`)
	began := time.Now()
	_, ps := strictjson.Decode([]byte(b.String()), file)
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
	if len(ps) != 1 || ps[0].Rule != "mcp/duplicate-key" || !strings.HasSuffix(ps[0].Message, "first at line 1, column 2") {
		t.Errorf("problems: %v", ps)
	}
}

// Of more than 100 faults the rest is counted; nulls take no room from faults.
func TestMoreProblemsThanAPersonReadsAreCounted(t *testing.T) {
	in := "[" + strings.Repeat("null,", 300) + strings.Repeat("NaN,", 150) + "1] x"
	_, ps := strictjson.Decode([]byte(in), file)
	if len(ps) != 200 {
		t.Fatalf("%d problems", len(ps))
	}
	if !strings.HasSuffix(ps[199].Message, "; and 251 more problems") {
		t.Errorf("last: %q", ps[199].Message)
	}
}

// SPEC 18: a call may be 16 MiB; its options say so.
func TestLimitsAreTheCallers(t *testing.T) {
	big := []byte(`{"args":"` + strings.Repeat("x", 2<<20) + `"}`)
	o := call
	o.MaxBytes = 16 << 20
	if v, ps := strictjson.Decode(big, o); v == nil || len(ps) > 0 {
		t.Errorf("16 MiB allowed: %v", ps)
	}
	o.MaxBytes = 2 << 10
	if v, ps := strictjson.Decode(big, o); v != nil || ps[0].Message != "the input is larger than 2 KiB" {
		t.Errorf("2 KiB allowed: %v", ps)
	}
	o.MaxBytes = 5
	if _, ps := strictjson.Decode(big, o); ps[0].Message != "the input is larger than 5 bytes" || ps[0].Where() != "" {
		t.Errorf("5 bytes allowed: %v", ps)
	}
	deep := func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	for depth, most := range map[int]int{0: 64, 3: 3, 500: 500, 1 << 30: 1000} {
		o := strictjson.Options{MaxDepth: depth}
		if v, _ := strictjson.Decode(deep(most), o); v == nil {
			t.Errorf("depth %d: %d levels are refused", depth, most)
		}
		if v, ps := strictjson.Decode(deep(most+1), o); v != nil || ps[0].Rule != "/too-deep" {
			t.Errorf("depth %d: %d levels are accepted", depth, most+1)
		}
	}
}

// A call is plain JSON: nothing a host's own parser would read otherwise.
func TestPlainReadingRefusesComments(t *testing.T) {
	for in, rule := range map[string]string{
		"{} // x":     "1:4 input/syntax",
		"/* x */ {}":  "1:1 input/syntax",
		`{"a":1,}`:    "1:7 input/syntax",
		`[1,]`:        "1:3 input/syntax",
		`{"a":1/**/}`: "1:7 input/syntax",
	} {
		v, ps := strictjson.Decode([]byte(in), call)
		if v != nil || len(ps) != 1 || told(ps)[0] != rule {
			t.Errorf("%s: %v %v", in, v, told(ps))
		}
	}
}

// A value may be a secret: no message and no hint holds a piece of one (SPEC 20, Q11).
func TestNoMessageHoldsAValue(t *testing.T) {
	const canary = "hunter2"
	for _, in := range []string{
		`{"token":hunter2}`, `{"token":'hunter2'}`, `{"token":"hunter2`, "{\"token\":\"hunter2\n\"}", `{"token":"\hunter2"}`,
		`{"token":"hunter2\ud800"}`, "{\"token\":\"hunter2\xff\"}", "{\"token\":\"hunter2\t\"}", `{"token":"hunter2" "hunter2"}`,
		`{"token":-hunter2}`, `{"token":0hunter2}`, `{"token":-Infinityhunter2}`, `{"token":"a"} hunter2`, `{"token":"hunter2",hunter2}`,
		`{"token":+hunter2}`, `[hunter2]`, `{"token" hunter2}`, `{"token":"hunter2\"}`, `{"token":“hunter2”}`,
		`{"token":1 /* hunter2 */ x}`, `// hunter2`,
	} {
		_, ps := strictjson.Decode([]byte(in), file)
		if len(ps) == 0 {
			t.Errorf("%s: no problem", in)
		}
		for _, p := range ps {
			if strings.Contains(p.Message+p.Hint+p.Entry, canary) {
				t.Errorf("%s: %+v", in, p)
			}
		}
	}
}

// What a foreign program sends may be large and still must not become a hundred
// times as large in memory: values can be bounded before anybody asks for Items.
func TestValuesAreBounded(t *testing.T) {
	o := call
	o.MaxValues = 4
	for in, rule := range map[string]string{
		`[1,2,3]`: "", `{"a":{"b":[1]}}`: "", `[1,2,3,4]`: "/too-many", `[[[[[]]]]]`: "/too-many", `{"a":1,"b":2,"c":3,"d":4}`: "/too-many",
	} {
		v, ps := strictjson.Decode([]byte(in), o)
		if rule == "" && (v == nil || len(ps) > 0) || rule != "" && (v != nil || ps[0].Rule != "input"+rule || ps[0].Message != "the input holds more than 4 values") {
			t.Errorf("%s: %v", in, ps)
		}
	}
}
