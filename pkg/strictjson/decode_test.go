package strictjson_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// file reads as a definition file is read.
var file = strictjson.Options{File: "mcp.json", Rules: "mcp", Comments: true}

// told is a problem as line:column rule, for comparing.
func told(ps []fault.Problem) []string {
	var out []string
	for _, p := range ps {
		out = append(out, fmt.Sprintf("%d:%d %s", p.Line, p.Column, strings.TrimPrefix(p.Rule, "mcp/")))
	}
	return out
}

// SPEC F1, F2, Q1, 18, 20: every fault of the whole file refuses it, at its place.
func TestAFaultOfTheWholeFileRefusesItAtItsPlace(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
		says string // in the first message
	}{
		{"", []string{"1:1 empty"}, "the file is empty"},
		{"\xef\xbb\xbf", []string{"1:1 empty"}, "the file is empty"},
		{"\n\n  ", []string{"3:3 empty"}, "holds no value"},
		{"// nothing", []string{"1:11 empty"}, "holds no value"},
		{"\xff\xfe{\x00}\x00", []string{"1:1 utf16"}, "the file is UTF-16 and must be UTF-8"},
		{"\xfe\xff\x00{\x00}", []string{"1:1 utf16"}, "UTF-16"},
		{"{\x00}\x00", []string{"1:1 utf16"}, "UTF-16"},
		{"\x00{\x00}", []string{"1:1 utf16"}, "UTF-16"},
		{"\xff\xfe\x00\x00{\x00\x00\x00", []string{"1:1 utf16"}, "UTF-32"},
		{"{\"a\":\"\xff\"}", []string{"1:7 utf8"}, "byte 0xFF is not UTF-8"},
		{"{\"é\":\"\xc3\xff\",\n\"b\":\"\xed\xa0\x80\"}", []string{"1:7 utf8", "2:6 utf8"}, ""},
		{"{\"a\":1 \xff}", []string{"1:8 utf8"}, ""},
		{"{\xff}", []string{"1:2 utf8"}, ""},
		{"{\"a\" \xff:1}", []string{"1:6 utf8"}, ""},
		{"[1] \xff", []string{"1:5 utf8"}, ""},
		{"// \xe9\n1", []string{"1:4 utf8"}, "0xE9"},
		{"\xe9", []string{"1:1 utf8"}, ""},
		{`["\ud800","\udc00x","\ud800\u0041"]`, []string{"1:3 lone-surrogate", "1:12 lone-surrogate", "1:22 lone-surrogate"}, `\ud800 is half of a character`},
		{`{"\ud83d\ude00\ud83d":1}`, []string{"1:15 lone-surrogate"}, ""},
		{`{"a":1} {}`, []string{"1:9 trailing"}, "after the end"},
		{`{"a":1}}`, []string{"1:8 trailing"}, "a } too many"},
		{"1,", []string{"1:2 trailing"}, ""},
		{"{} // ok\n/", []string{"2:1 trailing"}, ""},
		{`{"a":1,"b":2,"a":3,"\u0061":4}`, []string{"1:14 duplicate-key", "1:20 duplicate-key"}, `key "a" stands twice in this object, first at line 1, column 2`},
		{"[{\"a\":{\"b\":1,\n\"b\":2}},{\"c\":1,\"c\":1}]", []string{"2:1 duplicate-key", "2:16 duplicate-key"}, "line 1, column 8"},
		{`{"a":{"x":1},"b":{"x":1}}`, nil, ""},
		{`{"a":1,"A":2,"\u00e1":3}`, nil, ""},
		{"{\"a\":1,\"a\":\"\xff\\ud800\"}", []string{"1:8 duplicate-key", "1:13 utf8", "1:14 lone-surrogate"}, ""},
		{strings.Repeat("[", 65) + strings.Repeat("]", 65), []string{"1:65 too-deep"}, "deeper than 64 levels"},
		{strings.Repeat("[", 64) + strings.Repeat("]", 64), nil, ""},
		{strings.Repeat(`{"a":`, 65) + "1" + strings.Repeat("}", 65), []string{"1:321 too-deep"}, ""},
		{`"` + strings.Repeat("x", 1<<20-1) + `"`, []string{"0:0 too-large"}, "the file is larger than 1 MiB"},
		{`"` + strings.Repeat("x", 1<<20-2) + `"`, nil, ""},
	} {
		v, ps := strictjson.Decode([]byte(c.in), file)
		if got := told(ps); !slices.Equal(got, c.want) {
			t.Errorf("%.40q: got %q, want %q", c.in, got, c.want)
			continue
		}
		if (v == nil) != (len(c.want) > 0) {
			t.Errorf("%.40q: value %v, problems %v", c.in, v, ps)
		}
		if len(ps) > 0 && !strings.Contains(ps[0].Message, c.says) {
			t.Errorf("%.40q: %q does not say %q", c.in, ps[0].Message, c.says)
		}
	}
}

// A person who gets the syntax wrong is told what is due and where, in words.
func TestWrongSyntaxIsToldInWords(t *testing.T) {
	for _, c := range []struct{ in, at, says string }{
		{`{"a":1 "b":2}`, "1:7", "expected a comma or } after this value"},
		{"[1\n2]", "1:3", "expected a comma or ] after this value"},
		{`{"a":[1}`, "1:8", "expected a comma or ] after this value"},
		{`{"a" 1}`, "1:5", "expected a colon after this key"},
		{`{"a"=1}`, "1:5", "expected a colon after this key"},
		{`{"a":}`, "1:6", "expected a value after the colon, found }"},
		{`{"a":,}`, "1:6", "expected a value after the colon, found ,"},
		{`{a:1}`, "1:2", "a key must stand in double quotes"},
		{`{1:1}`, "1:2", "a key must stand in double quotes"},
		{`{'a':1}`, "1:2", "a text must stand in double quotes, not in '"},
		{`{"a":'x'}`, "1:6", "not in '"},
		{`{"a":x}`, "1:6", "a text must stand in double quotes"},
		{`{"a":“x”}`, "1:6", "a curly quotation mark (U+201C)"},
		{`{“a”:1}`, "1:2", "a curly quotation mark (U+201C)"},
		{"{\u00a0}", "1:2", "an invisible character (U+00A0)"},
		{"{} \ufeff", "1:4", "something stands after the end"},
		{"[1 \u200b,2]", "1:4", "an invisible character (U+200B)"},
		{"[1,\x00]", "1:4", "a zero byte"},
		{`[é]`, "1:2", "a character that fits nowhere (U+00E9)"},
		{"[\U0001f600]", "1:2", "(U+1F600)"},
		{`{,}`, "1:2", "a comma too many"},
		{`[,]`, "1:2", "a comma too many"},
		{`[1,,2]`, "1:4", "a comma too many"},
		{`{"a":1,,}`, "1:8", "a comma too many"},
		{`{"a":1]`, "1:7", "expected a comma or } after this value"},
		{`{]`, "1:2", "expected a key or }, found ]"},
		{`}`, "1:1", "expected a value, found }"},
		{`{"a":1`, "1:7", "the file ends before the { at line 1, column 1 is closed"},
		{"[\n[", "2:2", "the file ends before the [ at line 2, column 1 is closed"},
		{`{"a":`, "1:6", "the file ends before the {"},
		{`{"a"`, "1:5", "the file ends before the {"},
		{`{"a":"x`, "1:6", "the file ends inside this text"},
		{`["\`, "1:2", "the file ends inside this text"},
		{"[\"x\n\"]", "1:2", `this text has no closing "`},
		{"[\"x\r\n\"]", "1:2", `this text has no closing "`},
		{"[\"x\ty\"]", "1:4", "a text may not hold a tab"},
		{"[\"\x01\"]", "1:3", "a text may not hold the control character 0x01"},
		{`["\q"]`, "1:3", `\q is not an escape that JSON knows`},
		{`["\é"]`, "1:3", "a backslash must begin an escape"},
		{`["\u12"]`, "1:3", `\u needs four hexadecimal digits`},
		{`["\u+123"]`, "1:3", `\u needs four hexadecimal digits`},
		{`[NaN]`, "1:2", "NaN and Infinity are not JSON numbers"},
		{`[-Infinity]`, "1:2", "NaN and Infinity are not JSON numbers"},
		{`[Infinity]`, "1:2", "NaN and Infinity are not JSON numbers"},
		{`[True]`, "1:2", "written in small letters"},
		{`[None]`, "1:2", "None is not a JSON value"},
		{`[undefined]`, "1:2", "undefined is not a JSON value"},
		{`[01]`, "1:2", "a number may not begin with 0"},
		{`[0x1F]`, "1:2", "a number must be decimal"},
		{`[+1]`, "1:2", "a number must begin with a digit or a minus sign"},
		{`[.5]`, "1:2", "a number must begin with a digit or a minus sign"},
		{`[-]`, "1:2", "a minus sign stands here without a number"},
		{`[-x]`, "1:2", "a number must begin with a digit"},
		{`[1.]`, "1:2", "a decimal point needs a digit after it"},
		{`[1e]`, "1:2", "an exponent needs a digit"},
		{`[1e+]`, "1:2", "an exponent needs a digit"},
		{`[1_000]`, "1:2", "this is not a number"},
		{`[2026-01-02]`, "1:2", "this is not a number"},
		{`[1:2]`, "1:3", "expected a comma or ] after this value"},
		{`{"a":1 é}`, "1:8", "a character that fits nowhere (U+00E9)"},
		{`{"a"/:1}`, "1:5", "expected a colon after this key"},
		{`{"a":/1}`, "1:6", "expected a value after the colon, found /"},
		{`{"a" /* x`, "1:6", "this comment has no closing */"},
		{`{} /`, "1:4", "something stands after the end"},
		{`[1;2]`, "1:3", "expected a comma or ] after this value"},
		{"# x\n{}", "1:1", "a comment begins with // or /*, not with #"},
		{"{ # x\n}", "1:3", "a comment begins with // or /*, not with #"},
		{"{} /* x", "1:4", "this comment has no closing */"},
		{"{} /*/", "1:4", "this comment has no closing */"},
		{"// a\r\"b\"\n{}", "1:5", "a // comment may hold no line break"},
		{"// a\u2028\n{}", "1:5", "a // comment may hold no line break"},
		{"{ / }", "1:3", "expected a key in double quotes or }, found /"},
		{`{"a":1, (}`, "1:9", "expected a key in double quotes after the comma, found ("},
	} {
		v, ps := strictjson.Decode([]byte(c.in), file)
		if v != nil || len(ps) != 1 {
			t.Errorf("%q: value %v, problems %v", c.in, v, ps)
			continue
		}
		if at := fmt.Sprintf("%d:%d", ps[0].Line, ps[0].Column); at != c.at || !strings.Contains(ps[0].Message, c.says) {
			t.Errorf("%q: %s %q, want %s %q", c.in, at, ps[0].Message, c.at, c.says)
		}
	}
}

// What one fault does not hide is still looked for (SPEC F2: all problems).
func TestAllProblemsAreToldNotTheFirst(t *testing.T) {
	in := "{\n \"a\": NaN,\n \"a\": \"C:\\Users\\me\",\n \"b\": [01, \"\\ud800\", True],\n \"c\": \"tab\there\"\n}"
	_, ps := strictjson.Decode([]byte(in), file)
	want := []string{"2:7 syntax", "3:2 duplicate-key", "3:10 syntax", "4:8 syntax", "4:13 lone-surrogate", "4:22 syntax", "5:11 syntax"}
	if got := told(ps); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A hint holds the way out of the commonest slips.
func TestHintsHelp(t *testing.T) {
	const twice = `write \\ (the backslash twice)`
	for _, c := range []struct{ in, hint string }{
		{`{"command":"C:\Users\me"}`, twice},
		{`{"command":"C:\users\me"}`, twice},
		{`{"cwd":"C:\tools\","args":[]}`, `\" does not close a text; ` + twice},
		{"{\"cwd\":\"C:\\tools\\\"\n}", `\" does not close a text; ` + twice},
		{`{"a":1`, "saved only in part"},
		{`{"a"=1}`, "no equals sign"},
		{`[Infinity]`, "give a number, or leave the key out"},
		{`{"a":null}`, "leave it out"},
		{"\xff\xfe", "save it again as UTF-8"},
	} {
		_, ps := strictjson.Decode([]byte(c.in), file)
		if len(ps) == 0 || !strings.Contains(ps[0].Hint, c.hint) {
			t.Errorf("%q: %+v lacks the hint %q", c.in, ps, c.hint)
		}
	}
}

// The entry of a problem is its path in the document (SPEC 20).
func TestAProblemNamesItsEntry(t *testing.T) {
	for in, want := range map[string]string{
		`{"servers":[{"id":"a"},{"id":NaN}]}`:        "servers[1].id",
		`{"servers":[{"id":"a","id":"b"}]}`:          "servers[0]",
		`{"a.b":{"":[[null]]}}`:                      `["a.b"][0][0]`,
		`{"mcpServers":{"lab":{"args":["\ud800"]}}}`: "mcpServers.lab.args[0]",
		`{"a":1,"a":2}`:                              "",
		`{"` + strings.Repeat("k", 70) + `":[null]}`: `["` + strings.Repeat("k", 64) + `…"][0]`,
		"{\"hooks\": [1, 2 3]}":                      "hooks[1]",
	} {
		_, ps := strictjson.Decode([]byte(in), file)
		if len(ps) != 1 || ps[0].Entry != want {
			t.Errorf("%s: %+v, want entry %q", in, ps, want)
		}
	}
}
