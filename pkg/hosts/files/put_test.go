package files

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"usher/pkg/fault"
)

var gatewayServer = Gateway("/opt/us her/bin/usher", wiring.Places)

func gatewayEntry(t testing.TB, i Info) Entry {
	t.Helper()
	e, problems := Export(i, gatewayServer, "usher")
	if e.Empty() || len(problems) > 0 {
		t.Fatalf("%s: %v", i.Client, problems)
	}
	return e
}

// samples are real files of the catalogue's clients, with the habits people have.
func samples(t testing.TB, i Info) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("testdata/clients/" + string(i.Client) + ".*")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no sample of %s: %v", i.Client, err)
	}
	out := map[string]string{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		out[path] = text
		out[path+" with CR LF"] = strings.ReplaceAll(text, "\n", "\r\n")
		out[path+" without a last line end"] = strings.TrimRight(text, "\n")
		out[path+" with a BOM"] = bom + text
		out[path+" with blank lines at its end"] = text + "\n\n"
		if i.Format != FormatJSON && i.Format != FormatJSONC {
			out[path+" with comments"] = "# first\n" + text + "# last\n"
		} else {
			out[path+" with comments"] = "// first\n" + text + "// last\n"
		}
	}
	return out
}

// SPEC S13, G10: usher's entry goes into the real file of every client and out of it
// again, byte for byte, and a second time changes nothing.
func TestAnEntryGoesInAndOutWithoutATrace(t *testing.T) {
	for _, i := range Catalogue() {
		e := gatewayEntry(t, i)
		for name, text := range samples(t, i) {
			put, err := i.Put("f", []byte(text), e)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if p, err := i.Look("f", put, e); p != Exact || err != nil {
				t.Errorf("%s: after Put it is %s, %v", name, p, err)
			}
			if again, err := i.Put("f", put, e); err != nil || string(again) != string(put) {
				t.Errorf("%s: a second Put changes it: %v", name, err)
			}
			back, found, err := i.Take("f", put, "usher")
			if err != nil || !found || string(back) != text {
				t.Errorf("%s: %v, %v\n got %q\nwant %q\n put %q", name, found, err, back, text, put)
			}
			if _, found, err := i.Take("f", []byte(text), "usher"); found || err != nil {
				t.Errorf("%s: something is taken out of a file without it: %v", name, err)
			}
			for _, line := range strings.Split(strings.TrimPrefix(text, bom), "\n") { // nothing else moves
				if !strings.Contains(string(put), strings.TrimRight(line, "\r},] ")) {
					t.Errorf("%s: the line %q is gone", name, line)
				}
			}
		}
	}
}

// An entry of an older path is replaced where it stands, and what stands beside it stays.
func TestAnOlderEntryIsReplacedWhereItStands(t *testing.T) {
	for _, i := range Catalogue() {
		old, _ := Export(i, Gateway("/old/usher", []string{"--home", "/h", "--state", "/s"}), "usher")
		e := gatewayEntry(t, i)
		for name, text := range samples(t, i) {
			before, err := i.Put("f", []byte(text), old)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if p, _ := i.Look("f", before, e); p != Moved {
				t.Errorf("%s: an older path is %s", name, p)
			}
			put, err := i.Put("f", before, e)
			want, _ := i.Put("f", []byte(text), e)
			if err != nil || string(put) != string(want) {
				t.Errorf("%s: %v\n got %q\nwant %q", name, err, put, want)
			}
		}
	}
}

// The first entry of every file, replaced and removed: the others stay as they are.
func TestAnEntryAmongOthers(t *testing.T) {
	for _, i := range Catalogue() {
		e := gatewayEntry(t, i)
		e.Name = "docs"
		if i.List {
			e.value = newTable(append([]member{pair(i.nameKey(), newText("docs"))}, e.value.members[1:]...)...)
		}
		for name, text := range samples(t, i) {
			put, err := i.Put("f", []byte(text), e)
			if err != nil {
				if !strings.Contains(text, `"docs"`) && !strings.Contains(text, "docs") {
					continue
				}
				t.Errorf("%s: %v", name, err)
				continue
			}
			if _, found, err := i.Take("f", put, "docs"); !found || err != nil {
				t.Errorf("%s: %v, %v in\n%s", name, found, err, put)
			}
		}
	}
}

// An absent file becomes the smallest one that says it, and is bare again afterwards.
func TestAnAbsentFileBecomesTheSmallest(t *testing.T) {
	for _, i := range Catalogue() {
		e := gatewayEntry(t, i)
		put, err := i.Put("f", nil, e)
		if err != nil {
			t.Errorf("%s: %v", i.Client, err)
			continue
		}
		if p, err := i.Look("f", put, e); p != Exact || err != nil {
			t.Errorf("%s: %s, %v", i.Client, p, err)
		}
		back, _, err := i.Take("f", put, "usher")
		if err != nil || !Bare(back) {
			t.Errorf("%s: %v, left %q", i.Client, err, back)
		}
		if i.Client == ClaudeCode {
			t.Logf("%s", put)
		}
	}
}

// A broken file is told with its place and never written.
func TestABrokenFileIsNotEdited(t *testing.T) {
	broken := map[Format]string{FormatJSON: "{\n  \"a\": 1\n  \"b\": 2\n}", FormatJSONC: "{\n  \"a\": 1,\n  \"a\": 2\n}",
		FormatTOML: "a = 1\nb = [\n", FormatYAML: "a: 1\nb: [\n"}
	for _, i := range Catalogue() {
		e := gatewayEntry(t, i)
		for _, text := range []string{broken[i.Format], "\xff\xfe{\x00}\x00", rootOfWrongKind(i)} {
			out, err := i.Put("the-file", []byte(text), e)
			var f *fault.Error
			if err == nil || out != nil || !errors.As(err, &f) || len(f.Problems) == 0 || f.Problems[0].File != "the-file" || f.Problems[0].Line == 0 {
				t.Errorf("%s %q: %q, %+v", i.Client, text, out, err)
			}
			if _, _, err := i.Take("the-file", []byte(text), "usher"); err == nil {
				t.Errorf("%s %q is edited", i.Client, text)
			}
		}
	}
}

func rootOfWrongKind(i Info) string {
	switch {
	case i.Format == FormatTOML:
		return i.Root + " = 3\n"
	case i.Format == FormatYAML:
		return "a: 1\n" + i.Root + ": text\n"
	}
	return "{\"" + i.Root + "\": true}"
}

// Ways of writing that a person has and no program: each is edited right or refused,
// and never changes anything else.
func TestOddWaysOfWritingAreEditedRightOrRefused(t *testing.T) {
	for _, c := range []struct {
		client  Client
		in      string
		refused bool
	}{
		{Codex, "[mcp_servers]\n", false},
		{Codex, "[mcp_servers]\ndocs = { command = \"x\" }\n[other]\na = 1\n", false},
		{Codex, "mcp_servers = { docs = { command = \"x\" } }\n", true},
		{Codex, "mcp_servers.docs.command = \"x\"\n", false},
		{Codex, "a = \"\"\"\n[mcp_servers.usher]\n# not one\n\"\"\"\n# end", false},
		{Codex, "a = [\n  1, # one\n  2,\n]\n\n\n# c\n[b]\nc = 1 # d\n", false},
		{Codex, "# nothing yet\n", false},
		{Vibe, "# nothing yet\n\n", false},
		{Vibe, "mcp_servers = []\n", true},
		{Vibe, "[[mcp_servers]]\nname = \"a\"\n[mcp_servers.env]\nX = \"1\"\n\n[[mcp_servers]]\nname = \"b\"\n", false},
		{Goose, "extensions: {}\n", false},
		{Goose, "extensions:\n", false},
		{Goose, "extensions: # mine\n\nA: 1\n", false},
		{Goose, "A: 1\nextensions:\n    docs:\n        cmd: x\n\n    # about web\n    web:\n        cmd: |\n            y\n            # no comment\n\n# end\nB: 2\n", false},
		{Goose, "extensions: {docs: {cmd: x}}\n", true},
		{Goose, "{extensions: {}}\n", true},
		{Goose, "\"extensions\":\n  docs:\n    cmd: x\n", true},
		{Goose, "# nothing yet\n", false},
		{Goose, "---\nA: 1\n...\n", true},
		{Goose, "---\nA: 1\n", false},
		{Continue, "mcpServers:\n- name: a\n  command: x\n- name: b\n  command: y\n", false},
		{Continue, "mcpServers: []\nname: x", false},
		{Cursor, "{\"mcpServers\":{}}", false},
		{Cursor, "{\"mcpServers\":{\"a\":{\"command\":\"x\"}}}", false},
		{Cursor, "{\n\t\"mcpServers\": {\n\t\t// mine\n\t}\n}\n", false},
		{Kkss, "{\"servers\": []}", false},
	} {
		i, _ := Find(c.client)
		e := gatewayEntry(t, i)
		put, err := i.Put("f", []byte(c.in), e)
		if (err != nil) != c.refused {
			t.Errorf("%s %q: %v", c.client, c.in, err)
			continue
		}
		if err != nil {
			continue
		}
		back, found, err := i.Take("f", put, "usher")
		if !found || err != nil {
			t.Errorf("%s %q: %v, put %q", c.client, c.in, err, put)
		}
		empty := slices.Contains([]string{"extensions: {}\n", "extensions:\n", "mcpServers: []\nname: x", "{\"mcpServers\":{}}", "{\"servers\": []}", "extensions: # mine\n\nA: 1\n"}, c.in)
		if string(back) != c.in && !empty {
			t.Errorf("%s:\n got %q\nwant %q\n put %q", c.client, back, c.in, put)
		}
	}
}
