package files

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// rules are the rule ids of a report's errors about the whole document.
func rules(r Report) string {
	var out []string
	for _, p := range r.Problems {
		out = append(out, p.Rule)
	}
	return strings.Join(out, " ")
}

// SPEC S1-S8 through Import: no hostile definition file becomes more than it
// would as one's own, and what refuses it there refuses it here.
func TestHostileDefinitionsThroughImport(t *testing.T) {
	paths, err := filepath.Glob("../../mcp/testdata/attacks/mcp/*.json")
	if err != nil || len(paths) < 80 {
		t.Fatalf("%d files of the table were found", len(paths))
	}
	for _, path := range paths {
		data := bytesOf(t, path)
		r := Import(data, "", filepath.Base(path))
		sound(t, data, r)
		for _, p := range r.All() {
			if p.File == "" {
				t.Errorf("%s: a message without a file: %s", path, p)
			}
		}
		name := filepath.Base(path)
		for _, refused := range []string{"0204", "0205", "0206", "0210", "0211", "0212", "0220"} {
			if strings.HasPrefix(name, refused) && name != "0206-garbage-tail.json" && !r.Unusable {
				t.Errorf("%s is read: %s", name, messages(r))
			}
		}
	}
}

// SPEC F1, F2: what refuses a document, in each format, with its place.
func TestUnreadableDocumentsAreRefused(t *testing.T) {
	deep := func(open, closing string) string { return strings.Repeat(open, 70) + "1" + strings.Repeat(closing, 70) }
	for _, c := range []struct{ file, data, rule string }{
		{"a.json", `{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}`, "import/duplicate-key"},
		{"a.json", `{"mcpServers": {}} x`, "import/trailing"}, {"a.json", `{"mcpServers": {`, "import/syntax"}, {"a.json", "\xff\xfe{\x00}\x00", "import/utf16"},
		{"a.json", `{"a": "` + "\xff" + `"}`, "import/utf8"}, {"a.json", `{"a": ` + deep("[", "]") + `}`, "import/too-deep"}, {"a.json", "", "import/empty"},
		{"a.json", `{"mcpservers": {"a": {"command": "x"}}}`, "import/key-case"}, {"a.json", `{"mcp\u017fervers": {"a": {"command": "x"}}}`, "import/key-case"},
		{"a.json", strings.Repeat(" ", 1<<20) + "{}", "import/too-large"},
		{"a.toml", "[a]\nx = 1\nx = 2\n", "import/syntax"}, {"a.toml", "[a]\n[a]\n", "import/syntax"}, {"a.toml", "a = {b = 1, b = 2}\n", "import/syntax"},
		{"a.toml", "a = \n", "import/syntax"}, {"a.toml", "\xff\xfea\x00", "import/utf16"}, {"a.toml", "a = '\xff'\n", "import/utf8"}, {"a.toml", "", "import/empty"},
		{"a.toml", "a = " + deep("[", "]"), "import/too-deep"}, {"a.toml", strings.Repeat("a.", 70) + "a = 1", "import/too-deep"},
		{"a.toml", "[" + strings.Repeat("a.", 40) + "a]\n" + strings.Repeat("b.", 40) + "b = 1", "import/too-deep"},
		{"a.toml", "a = '" + strings.Repeat("x", 1<<20) + "'", "import/too-large"}, {"a.toml", "mcp_Servers = 1\n", "import/key-case"},
		{"a.yaml", "a: 1\na: 2\n", "import/duplicate-key"}, {"a.yaml", "a: &x 1\nb: *x\n", "import/yaml-alias"}, {"a.yaml", "a: !!python/object:os.system x\n", "import/yaml-tag"},
		{"a.yaml", "a: {<<: {b: 1}}\n", "import/yaml-key"}, {"a.yaml", "? [a]\n: 1\n", "import/yaml-key"}, {"a.yaml", "a: 1\n---\nb: 2\n", "import/trailing"},
		{"a.yaml", "a: " + deep("[", "]"), "import/too-deep"}, {"a.yaml", "a: [1\n", "import/syntax"}, {"a.yaml", "\xff\xfea\x00", "import/utf16"}, {"a.yaml", "", "import/empty"},
		{"a.yaml", "# only a comment\n", "import/empty"}, {"a.yaml", "a: '\xff'\n", "import/utf8"}, {"a.yaml", "a: '" + strings.Repeat("x", 1<<20) + "'", "import/too-large"},
	} {
		r := Import([]byte(c.data), "", c.file)
		sound(t, []byte(c.data), r)
		if !r.Unusable || !strings.Contains(rules(r), c.rule) {
			t.Errorf("%s %.60q: %s, want %s", c.file, c.data, rules(r), c.rule)
		}
		place := c.rule == "import/too-large" || c.rule == "import/empty"
		if !place && r.Problems[0].Line == 0 {
			t.Errorf("%s %.60q: no place: %v", c.file, c.data, r.Problems[0])
		}
	}
}

// SPEC F2: the second of two keys is named with its own place, and no value is shown.
func TestFaultsNameTheirPlaceAndNoValue(t *testing.T) {
	for _, c := range []struct {
		file, data   string
		line, column int
	}{
		{"a.yaml", "a: 1\nb:\n  - s3cretvalue\n  s3cretvalue: [\n", 2, 1}, {"a.yaml", "a: s3cretvalue\nb: 2\na: s3cretvalue\n", 3, 1},
		{"a.toml", "a = 1\nb = s3cretvalue\n", 2, 5}, {"a.toml", "é = 's3cretvalue'\na = 's3cretvalue\n", 1, 1}, {"a.json", "{\"a\": 1,\n \"b\": s3cretvalue}", 2, 7},
	} {
		r := Import([]byte(c.data), "", c.file)
		if p := r.Problems[0]; p.Line != c.line || c.column > 1 && p.Column != c.column || strings.Contains(messages(r), "s3cret") {
			t.Errorf("%q: %s", c.data, messages(r))
		}
	}
}

// SPEC F2: a key that only looks like a known one refuses its entry, in every format.
func TestLookAlikeKeysRefuseTheirEntry(t *testing.T) {
	for file, data := range map[string]string{
		"a.json": `{"mcpServers": {"a": {"command": "x", "Args": ["y"]}, "b": {"command": "x", "en` + "\u1e7d" + `": {}}, "c": {"command": "x", "to\u212aenEnv": "A"}, "ok": {"command": "x"}}}`,
		"a.toml": "[mcp_servers.a]\ncommand = 'x'\nARGS = ['y']\n[mcp_servers.ok]\ncommand = 'x'\n",
		"a.yaml": "mcpServers:\n  a: {command: x, Env: {A: b}}\n  ok: {command: x}\n",
	} {
		r := Import([]byte(data), "", file)
		sound(t, []byte(data), r)
		r.server(t, "ok")
		r.refused(t, "a", "import/key-case")
		if file == "a.json" {
			r.refused(t, "c", "import/key-case")
		}
	}
}

// SPEC F3: a bad entry costs only itself.
func TestBadEntriesCostOnlyThemselves(t *testing.T) {
	data := []byte(`{"mcpServers": {"a": "x", "b": null, "c": 7, "d": [], "e": {}, "f": {"command": 7}, "g": {"command": []}, "h": {"command": "x", "args": "y"},
		"i": {"command": "x", "args": [null]}, "j": {"command": "x", "env": "A"}, "k": {"command": "x", "env": {"A": {}}}, "l": {"command": "x", "disabled": "no"},
		"m": {"command": "x", "url": "https://x.example"}, "n": {"url": 7}, "o": {"url": "http://x.example/"}, "p": {"command": "x", "cwd": 1}, "q": {"url": "https://x.example/", "headers": []},
		"r": {"url": "https://x.example/", "env": {"A": "b"}}, "s": {"command": "x", "command": "y"}, "t": {"command": "x\u202ey"}, "u": {"url": "https://x.example/", "serverUrl": "https://y.example/"}}}`)
	data = []byte(strings.Replace(string(data), `"s": {"command": "x", "command": "y"}`, `"s": {"command": "x", "cmd": "y"}`, 1))
	data = []byte(strings.Replace(string(data), `"a": "x"`, `"good": {"command": "x"}, "a": "x"`, 1))
	r := Import(data, "", "a.json")
	sound(t, data, r)
	if len(r.Servers) != 1 || r.Servers[0].Name != "good" || len(r.Refused) != 21 {
		t.Errorf("%d servers, %d refused: %s", len(r.Servers), len(r.Refused), messages(r))
	}
}

// SPEC 18: many servers, many problems and large documents are bounded, in size
// and in time.
func TestLargeDocumentsAreBounded(t *testing.T) {
	var many strings.Builder
	for i := range 201 {
		many.WriteString(`"s` + strconv.Itoa(i) + `": {"command": "x"},`)
	}
	if r := Import([]byte(`{"mcpServers": {`+many.String()+`}}`), "", ""); !r.Unusable || rules(r) != "import/too-many" {
		t.Errorf("201 servers: %s", rules(r))
	}
	strays := `{"lab": {"command": "x", ` + strings.Repeat(`"q":1,`, 1) + keys(3000) + `}}`
	if r := Import([]byte(strays), "", ""); len(r.All()) > 150 {
		t.Errorf("%d messages", len(r.All()))
	}
	const size = 1<<20 - 100
	for name, data := range map[string]string{
		"bomb.yaml": "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n",
		"open.yaml": strings.Repeat("[", size), "dashes.yaml": strings.Repeat("- ", size/2), "keys.yaml": strings.Repeat("a: ", size/3), "marks.yaml": strings.Repeat("? ", size/2),
		"anchors.yaml": "a: [" + strings.Repeat("&a x,", size/5) + "]", "lines.yaml": numbered("k", ": 1\n", size),
		"open.toml": "a = " + strings.Repeat("[", size), "dots.toml": strings.Repeat("a.", size/2) + "a=1", "keys.toml": numbered("k", " = 1\n", size),
		"tables.toml": numbered("[t", "]\n", size), "inline.toml": "a = {" + strings.TrimSuffix(numbered("k", "=1,", size), ",") + "}", "lists.toml": strings.Repeat("[[a]]\n", size/6),
		"open.json": strings.Repeat("[", size), "objects.json": strings.Repeat(`{"a":`, size/5), "keys.json": "{" + numbered(`"k`, `":1,`, size-2) + "}",
		"list.json": `{"servers": [` + strings.Repeat("1,", size/2-10) + `]}`,
	} {
		began := time.Now()
		r := Import([]byte(data), "", name)
		sound(t, []byte("x"), r)
		if took := time.Since(began); took > 60*time.Second || !r.Unusable {
			t.Errorf("%s took %v, unusable %v", name, took, r.Unusable)
		} else {
			t.Logf("%s: %v, %.40s", name, took.Round(time.Millisecond), rules(r))
		}
	}
}

func keys(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`"q` + strconv.Itoa(i) + `": 1,`)
	}
	return b.String()
}

func numbered(before, after string, size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size-30; i++ {
		b.WriteString(before + strconv.Itoa(i) + after)
	}
	return b.String()
}
