package strictjson_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

var known = []string{"name", "event", "match", "command", "args", "timeoutMs", "modelOutput", "onError", "enabled", "description", "tokenEnv", "id"}

// SPEC F2, Q1: a key that is not known byte for byte is told, with its nearest.
func TestAKeyIsKnownByteForByteOrTold(t *testing.T) {
	for key, want := range map[string]string{
		"name":          "",
		"$schema":       "",
		"_comment":      "",
		"__proto__":     "",
		"x-note":        "",
		"Name":          "key-case name",
		"timeoutms":     "key-case timeoutMs",
		"to\u212aenEnv": "unknown-key tokenEnv",
		"еvent":         "unknown-key event", // Cyrillic
		"timeout":       "unknown-key timeoutMs",
		"timeout_ms":    "unknown-key timeoutMs",
		"comand":        "unknown-key command",
		"arg":           "unknown-key args",
		"matcher":       "unknown-key match",
		"on_error":      "unknown-key onError",
		"type":          "unknown-key ",
		"trusted":       "unknown-key ",
		"$Schema":       "unknown-key ",
		"X-note":        "unknown-key ",
		"":              "unknown-key ",
		"name ":         "unknown-key name",
		"i":             "unknown-key ",
	} {
		obj := must(t, fmt.Sprintf("{%q:1}", key), file)
		got := ""
		for _, s := range strictjson.Unknown(obj, known) {
			got += strings.TrimPrefix(s.Problem(file, "").Rule, "mcp/") + " " + s.Nearest
			if s.Member.Key != key || s.CaseOnly != strings.HasPrefix(got, "key-case") {
				t.Errorf("%q: %+v", key, s)
			}
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", key, got, want)
		}
	}
	if s := strictjson.Unknown(must(t, "[1]", file), known); s != nil {
		t.Errorf("a list has keys: %v", s)
	}
	if s := strictjson.Unknown(nil, known); s != nil {
		t.Errorf("nothing has keys: %v", s)
	}
}

// All stray keys are told, in file order, each at its place.
func TestAStrayKeyIsWorded(t *testing.T) {
	obj := must(t, "{\"id\":1,\n \"Args\":2,\n \"comand\":3, \"zzzzzz\":4, \"to\u212aenEnv\":5}", file)
	var got []fault.Problem
	for _, s := range strictjson.Unknown(obj, known) {
		got = append(got, s.Problem(file, "lab"))
	}
	want := []fault.Problem{
		{File: "mcp.json", Line: 2, Column: 2, Entry: "lab", Rule: "mcp/key-case", Message: `key "Args" differs from "args" in case`, Hint: `write "args"`},
		{File: "mcp.json", Line: 3, Column: 2, Entry: "lab", Rule: "mcp/unknown-key", Message: `key "comand" is not known here`, Hint: `did you mean "command"?`},
		{File: "mcp.json", Line: 3, Column: 14, Entry: "lab", Rule: "mcp/unknown-key", Message: `key "zzzzzz" is not known here`},
		{File: "mcp.json", Line: 3, Column: 26, Entry: "lab", Rule: "mcp/unknown-key", Message: "key \"to\u212aenEnv\" is not known here; it holds the character U+212A", Hint: `did you mean "tokenEnv"?`},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// A nearest word is one a person can have meant; a long one costs nothing.
func TestNearestIsWhatAPersonMayHaveMeant(t *testing.T) {
	among := []string{"PreToolUse", "PostToolUse", "Stop", "serve", "server"}
	for word, want := range map[string]string{
		"pretooluse": "PreToolUse", "PreTolUse": "PreToolUse", "PostTooluse": "PostToolUse", "stp": "Stop", "srver": "server",
		"SERVE": "serve", "sever": "server", "Notification": "", "": "", "x": "", "ＳＴＯＰ": "", strings.Repeat("server", 1<<17): "",
	} {
		if got := strictjson.Nearest(word, among); got != want {
			t.Errorf("%.20q: %q, want %q", word, got, want)
		}
	}
	if got := strictjson.Nearest("a", nil); got != "" {
		t.Errorf("nothing is near to %q", got)
	}
}

// SPEC F2: null is never a value. The document is told, its entries can be asked.
func TestANullIsNeverAValue(t *testing.T) {
	in := "{\"hooks\":[{\"name\":\"a\",\n\"timeoutMs\":null},{\"name\":\"null\",\"args\":[1,null]}],\"_x\":null,\"x-y\":{\"z\":[null]}}"
	v, ps := strictjson.Decode([]byte(in), file)
	if got := told(ps); v == nil || !slices.Equal(got, []string{"2:13 null", "2:44 null"}) || ps[0].Entry != "hooks[0].timeoutMs" {
		t.Fatalf("%v %v", v, ps)
	}
	if got, want := fmt.Sprint(strictjson.Nulls(v)), "[{hooks[0].timeoutMs 2:13} {hooks[1].args[1] 2:44}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	hooks := v.Get("hooks").Items()
	if got := fmt.Sprint(strictjson.Nulls(hooks[0]), strictjson.Nulls(hooks[1])); got != "[{timeoutMs 2:13}] [{args[1] 2:44}]" {
		t.Errorf("entries: %s", got)
	}
	if got := strictjson.Nulls(hooks[1].Get("name")); got != nil {
		t.Errorf("the text null is not a null: %v", got)
	}
	if v, ps := strictjson.Decode([]byte("null"), file); v.Kind() != strictjson.KindNull || v == nil || told(ps)[0] != "1:1 null" || len(strictjson.Nulls(v)) != 1 {
		t.Errorf("a document that is null: %v", ps)
	}
	if v, ps := strictjson.Decode([]byte(in), strictjson.Options{AllowNull: true}); v == nil || ps != nil {
		t.Errorf("null allowed: %v", ps)
	}
}
