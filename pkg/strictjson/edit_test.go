package strictjson_test

import (
	"errors"
	"strings"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

const entry = `{"id":"a","args":["x"]}`

// SPEC F5: what is new looks like its neighbours, everything else stays.
func TestSetLaysOutWhatIsNewLikeItsNeighbours(t *testing.T) {
	for _, c := range []struct{ name, in, path, value, want string }{
		{"a new file", "", "servers -", entry,
			"{\n  \"servers\": [\n    {\n      \"id\": \"a\",\n      \"args\": [\n        \"x\"\n      ]\n    }\n  ]\n}\n"},
		{"an empty object", "{}", "approve unattended", "true", "{\n  \"approve\": {\n    \"unattended\": true\n  }\n}"},
		{"an object of blanks", "{ }\n", "a", "1", "{\n  \"a\": 1\n}\n"},
		{"one line", `{"a":1}`, "b", `[1,{"x":2}]`, `{"a":1,"b":[1,{"x":2}]}`},
		{"one airy line", `{"a": 1, "b": 2}`, "c", `[1,{"x":2}]`, `{"a": 1, "b": 2, "c": [1, {"x": 2}]}`},
		{"an empty list on one line", `{"a":1,"b":[ ]}`, "b -", `2`, `{"a":1,"b":[2]}`},
		{"tabs and a trailing comma", "{\n\t\"a\": 1, // one\n}\n// end", "b c", "{}", "{\n\t\"a\": 1, // one\n\t\"b\": {\n\t\t\"c\": {}\n\t},\n}\n// end"},
		{"comments at the end", "{\n\t\"a\": 1 // one\n\t// two\n}", "b", "2", "{\n\t\"a\": 1, // one\n\t// two\n\t\"b\": 2\n}"},
		{"a comment on one line", "{\"a\": 1 // one\n}", "b", "2", "{\"a\": 1, // one\n \"b\": 2\n}"},
		{"a comment in an empty list", "{\n  \"a\": [\n    // none yet\n  ]\n}", "a -", "1", "{\n  \"a\": [\n    // none yet\n    1\n  ]\n}"},
		{"a comment behind the bracket", "[ // x\n]", "-", "1", "[ // x\n  1\n]"},
		{"an empty object within lines", "{\n  \"a\": {}\n}", "a b", "2", "{\n  \"a\": {\n    \"b\": 2\n  }\n}"},
		{"CR LF and BOM", "\xef\xbb\xbf{\r\n  \"a\": 1\r\n}\r\n", "b", "[2]", "\xef\xbb\xbf{\r\n  \"a\": 1,\r\n  \"b\": [\r\n    2\r\n  ]\r\n}\r\n"},
		{"a stray CR", "{\n \r \"a\": 1\n}", "b", "{\"c\":2}", "{\n \r \"a\": 1,\n  \"b\": {\n   \"c\": 2\n  }\n}"},
		{"a value is replaced", "{\n  \"a\": true /* x */, // y\n  \"b\": 2\n}", "a", "false", "{\n  \"a\": false /* x */, // y\n  \"b\": 2\n}"},
		{"an object replaced on its line", "{\n  \"a\": {\"b\": 1}\n}", "a", `{"c":[]}`, "{\n  \"a\": {\"c\": []}\n}"},
		{"an object replaced over lines", "{\n  \"a\": {\n    \"b\": 1\n  }\n}", "a", `{"c":[]}`, "{\n  \"a\": {\n    \"c\": []\n  }\n}"},
		{"a text becomes an object", "{\n  \"a\": \"x\"\n}", "a", `{"c":1}`, "{\n  \"a\": {\n    \"c\": 1\n  }\n}"},
		{"an item is replaced", `[1,2,3]`, "1", `"x"`, `[1,"x",3]`},
		{"a key with escapes", `{"\u0061":1}`, "a", "2", `{"\u0061":2}`},
		{"numbers stay as they are", `{"a":9007199254740993}`, "b", "1e5", `{"a":9007199254740993,"b":1e5}`},
		{"a key that needs quoting", `{"a":1}`, "a\"b\\é", "1", `{"a":1,"a\"b\\é":1}`},
		{"a dash is a key of an object", `{"a":1}`, "-", "1", `{"a":1,"-":1}`},
	} {
		got, err := strictjson.Set([]byte(c.in), strings.Fields(c.path), []byte(c.value))
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n got %q\nwant %q", c.name, err, got, c.want)
		}
	}
}

// SPEC F5: what is removed takes its commas and its line along, not the comments.
func TestRemoveLeavesCommentsAndNeighbours(t *testing.T) {
	const lines = "{\n  \"a\": 1, // one\n  \"b\": 2, // two\n  \"c\": 3%s // three\n}\n"
	plain, trailing := strings.Replace(lines, "%s", "", 1), strings.Replace(lines, "%s", ",", 1)
	for _, c := range []struct{ name, in, path, want string }{
		{"the first", plain, "a", "{\n  // one\n  \"b\": 2, // two\n  \"c\": 3 // three\n}\n"},
		{"the middle", plain, "b", "{\n  \"a\": 1, // one\n  // two\n  \"c\": 3 // three\n}\n"},
		{"the last", plain, "c", "{\n  \"a\": 1, // one\n  \"b\": 2 // two\n  // three\n}\n"},
		{"the last before a trailing comma", trailing, "c", "{\n  \"a\": 1, // one\n  \"b\": 2, // two\n  // three\n}\n"},
		{"the first on a line", `{"a": 1, "b": 2}`, "a", `{"b": 2}`},
		{"the last on a line", `{"a": 1, "b": 2}`, "b", `{"a": 1}`},
		{"the only one", `{ "a": 1 }`, "a", `{}`},
		{"the only one with a comma", `[ 1, ]`, "0", `[]`},
		{"the only one over lines", "{\n  \"a\": [\n    1\n  ]\n}", "a 0", "{\n  \"a\": []\n}"},
		{"a comment before the comma", `{"a": 1 /* x */, "b": 2}`, "b", `{"a": 1 /* x */}`},
		{"comments everywhere", "{\n  // k\n  \"a\" /* l */ : /* m */ 1 // n\n, \"b\": 2}", "a", "{\n  // k\n  /* l */  /* m */  // n\n\"b\": 2}"},
		{"CR LF", "{\r\n  \"a\": 1,\r\n  // x\r\n  \"b\": 2\r\n}", "b", "{\r\n  \"a\": 1\r\n  // x\r\n}"},
	} {
		got, err := strictjson.Remove([]byte(c.in), strings.Fields(c.path))
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n got %q\nwant %q", c.name, err, got, c.want)
		}
	}
}

// config-01 and config-03: comments, BOM and line ends survive a second server
// and its removal, and the file is then what it was.
func TestARealFileSurvivesAddAndRemove(t *testing.T) {
	for _, name := range []string{"cases/config-01-comments/mcp.json", "cases/config-03-bom/mcp.json", "cases/config-06-duplicate-ids/mcp.json"} {
		before := read(t, name)
		n := len(open(t, name).Get("servers").Items())
		added, err := strictjson.Set(before, []string{"servers", "-"}, []byte(entry))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		servers := must(t, string(added), file).Get("servers").Items()
		if id, _ := servers[n].Get("id").Text(); len(servers) != n+1 || id != "a" {
			t.Errorf("%s: servers after adding: %d, %q", name, len(servers), id)
		}
		after, err := strictjson.Remove(added, []string{"servers", itoa(n)})
		if err != nil || string(after) != string(before) {
			t.Errorf("%s: %v\n got %q\nwant %q", name, err, after, before)
		}
	}
}

// A file with faults, a path that leads nowhere and a value that is not JSON are
// refused, and the value is not in the error.
func TestAnEditThatMakesNoSenseIsRefused(t *testing.T) {
	for _, c := range []struct{ in, path, value, says string }{
		{`{"a":1,"a":2}`, "b", "1", "the file has faults and is not edited: key"},
		{"\xff\xfe{\x00}\x00", "b", "1", "UTF-16"},
		{`{"a":1}`, "a b", "1", `the value at "a" holds no members`},
		{`{"a":[1]}`, "a 1", "1", `the list has no item "1"`},
		{`{"a":[1]}`, "a 01", "1", `the list has no item "01"`},
		{`{"a":[1]}`, "a x", "1", `the list has no item "x"`},
		{`1`, "a", "1", `the value at the top holds no members`},
		{`{"a":1}`, "", "1", "a path must name a key"},
		{`{"a":1}`, "b", "hunter2", "the new value is not plain JSON"},
		{`{"a":1}`, "b", `{"x":1,}`, "the new value is not plain JSON"},
		{`{"a":1}`, "\xff", "1", "a key must be UTF-8"},
		{`{"a":1}`, "b", strings.Repeat("[", 64) + strings.Repeat("]", 64), "deeper than 64 levels"},
		{`{"a":1}`, "b", `"` + strings.Repeat("x", 1<<20-4) + `"`, "larger than 1 MiB"},
	} {
		got, err := strictjson.Set([]byte(c.in), strings.Fields(c.path), []byte(c.value))
		var f *fault.Error
		if got != nil || !errors.As(err, &f) || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q at %q: %.60q, %v", c.in, c.path, got, err)
		}
	}
	for _, path := range [][]string{{"b"}, {"a", "b"}, {"c", "-"}, {}, {"c", "1"}} {
		if got, err := strictjson.Remove([]byte(`{"a":1,"c":[1]}`), path); got != nil || err == nil {
			t.Errorf("%q: %q, %v", path, got, err)
		}
	}
}

// The caller's bytes are not changed by an edit.
func TestAnEditLeavesItsInputAlone(t *testing.T) {
	in := []byte("{\"a\": 1 // x\n,}, spare room")
	data := in[:len(in)-len(", spare room")]
	before := string(in)
	if _, err := strictjson.Set(data, []string{"b"}, []byte("2")); err != nil {
		t.Fatal(err)
	}
	if _, err := strictjson.Remove(data, []string{"a"}); err != nil {
		t.Fatal(err)
	}
	if string(in) != before {
		t.Errorf("the input became %q", in)
	}
}
