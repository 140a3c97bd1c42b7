package mcp

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func list(t *testing.T, pages ...string) Manifest {
	t.Helper()
	var raw [][]byte
	for _, p := range pages {
		raw = append(raw, []byte(p))
	}
	m, err := ReadTools(raw)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// one is the only tool of a list.
func one(t *testing.T, definition string) Tool {
	t.Helper()
	m := list(t, `{"tools":[`+definition+`]}`)
	if len(m.Tools) != 1 {
		t.Fatalf("%s: %+v", definition, m)
	}
	return m.Tools[0]
}

func offered(m Manifest) string {
	var out []string
	for _, tool := range m.Tools {
		out = append(out, tool.Name)
	}
	return strings.Join(out, " ")
}

func refused(m Manifest) string {
	var out []string
	for _, n := range m.NotOffered {
		out = append(out, n.Name+": "+n.Why)
	}
	return strings.Join(out, "\n")
}

func tool(name string) string {
	return fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object"}}`, name)
}

// SPEC Q7: one bad tool costs only itself, and the reason stands in the list.
func TestOneBadToolCostsOnlyItself(t *testing.T) {
	const ok = `,{"name":"good","inputSchema":{"type":"object"}}]}`
	for entry, why := range map[string]string{
		`{}`: "tool 1: it has no name", `null`: "tool 1: it is null, not an object", `5`: "tool 1: it is a number, not an object",
		`"str"`: "tool 1: it is a text, not an object", `[]`: "tool 1: it is a list, not an object",
		`{"name":null}`: "tool 1: its name is null, not a text", `{"name":7}`: "tool 1: its name is a number, not a text",
		`{"name":["x"]}`: "tool 1: its name is a list, not a text", `{"name":{"a":1}}`: "tool 1: its name is an object, not a text",
		`{"name":true}`: "tool 1: its name is true or false, not a text", `{"name":""}`: "tool 1: its name is empty",
		`{"Name":"x"}`:                                            "tool 1: it has no name",
		`{"name":"x","inputSchema":null}`:                         "x: its inputSchema is null, not an object",
		`{"name":"x","inputSchema":"x"}`:                          "x: its inputSchema is a text, not an object",
		`{"name":"x","inputSchema":[]}`:                           "x: its inputSchema is a list, not an object",
		`{"name":"x","inputSchema":{"type":"string"}}`:            "x: its inputSchema does not describe an object",
		`{"name":"x","inputSchema":{"type":["object"]}}`:          "x: its inputSchema does not describe an object",
		`{"name":"x","inputSchema":{"anyOf":[{"type":"object"}]}`: `x: its inputSchema has no "type": "object"`,
		`{"name":"x","inputSchema":{"$ref":"file:///etc/passwd"}`: `x: its inputSchema has no "type": "object"`,
	} {
		if strings.Count(entry, "{") > strings.Count(entry, "}") {
			entry += "}"
		}
		m := list(t, `{"tools":[`+entry+ok)
		if offered(m) != "good" || refused(m) != why {
			t.Errorf("%s: offered %q, refused %q", entry, offered(m), refused(m))
		}
	}
}

// SPEC Q7: the names that are offered, and the words for those that are not.
func TestToolNames(t *testing.T) {
	for _, name := range []string{"a", "Upper_1", "admin.list", "cad__save", "__x", "x__", "mcp.other.tool", "-rf", "--help", "..", "7", strings.Repeat("a", 128)} {
		if m := list(t, `{"tools":[`+tool(name)+`]}`); offered(m) != name {
			t.Errorf("%q is not offered: %s", name, refused(m))
		}
	}
	for sent, shown := range map[string]string{
		`*`: "*", `a*`: "a*", `../x`: "../x", `a b`: "a b", `a\nb`: `a\nb`, `a,b`: "a,b", `$(touch CANARY)`: "$(touch CANARY)",
		`user/update`: "user/update", `naïve`: "naïve", `\u001b[2Jclear`: `\x1b[2Jclear`, `lo\u202eoku`: `lo\u{202e}oku`, `z\u200bw`: `z\u{200b}w`,
		`l\u043eokup`: "lоokup", `look\u00adup`: `look\u{ad}up`, `\uff4cookup`: "ｌookup", `cr\rname`: `cr\rname`,
		strings.Repeat("a", 129): strings.Repeat("a", 64) + "…", strings.Repeat("a", 100_000): strings.Repeat("a", 64) + "…",
	} {
		m := list(t, `{"tools":[{"name":"`+sent+`"}]}`)
		if len(m.Tools) != 0 || refused(m) != shown+": its name is not 1 to 128 letters, digits, dots, hyphens and underscores" {
			t.Errorf("%q: %s", sent, refused(m))
		}
	}
}

// SPEC Q7: what a mark could not tell apart is not offered, neither of the two,
// also over several pages and where one of them is bad by itself.
func TestAmbiguousNamesAreNotOffered(t *testing.T) {
	for _, c := range []struct{ pages, offered, refused string }{
		{`{"tools":[` + tool("lookup") + `,` + tool("lookup") + `,` + tool("wipe") + `]}`, "wipe",
			"lookup: the server lists this name 2 times\nlookup: the server lists this name 2 times"},
		{`{"tools":[` + tool("lookup") + `]}` + "\n" + `{"tools":[` + tool("lookup") + `]}`, "",
			"lookup: the server lists this name 2 times\nlookup: the server lists this name 2 times"},
		{`{"tools":[` + tool("lookup") + `,` + tool("Lookup") + `]}`, "",
			"lookup: its name differs from \"Lookup\" only in case\nLookup: its name differs from \"lookup\" only in case"},
		{`{"tools":[` + tool("lookup") + `,{"name":"lookup","inputSchema":5}]}`, "",
			"lookup: the server lists this name 2 times\nlookup: the server lists this name 2 times"},
		{`{"tools":[` + tool("a") + `,` + tool("A.") + `]}`, "a A.", ""},
	} {
		m := list(t, strings.Split(c.pages, "\n")...)
		if offered(m) != c.offered || refused(m) != c.refused {
			t.Errorf("%s:\noffered %q\nrefused %q", c.pages, offered(m), refused(m))
		}
	}
}

// An optional member of another type costs the tool nothing.
func TestOptionalMembersAreLenient(t *testing.T) {
	m := list(t, `{"tools":[{"name":"lookup","title":7,"inputSchema":{},"outputSchema":{"type":7},"description":null,"annotations":[]}]}`)
	if offered(m) != "lookup" || len(m.Notes) != 2 || m.Notes[0] != `tool "lookup": its title is a number, not a text` ||
		m.Notes[1] != `tool "lookup": its annotations is a list, not an object` {
		t.Errorf("%+v", m)
	}
	var many []string
	for i := range 100 {
		many = append(many, fmt.Sprintf(`{"name":"t%d","title":7}`, i))
	}
	if m = list(t, `{"tools":[`+strings.Join(many, ",")+`]}`); len(m.Notes) != maxNotes+1 || m.Notes[maxNotes] != "and 80 more oddities in its tool list" {
		t.Errorf("%d notes, last %q", len(m.Notes), m.Notes[len(m.Notes)-1])
	}
}

// SPEC M3, Q7: annotations are words to show and nothing else.
func TestClaimsAreWords(t *testing.T) {
	got := one(t, `{"name":"wipe","description":"Deletes","annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":"yes","title":"safe"}}`)
	want := []string{"claims to be read-only", "claims to destroy nothing", "claims that calling twice is as once"}
	if !slices.Equal(got.Claims, want) || got.Description != "Deletes" || got.Title != "" {
		t.Errorf("%+v", got)
	}
}

// SPEC 18: a list that breaks a bound is an error of the whole list.
func TestListBounds(t *testing.T) {
	var many strings.Builder
	for i := range MaxTools + 1 {
		many.WriteString(fmt.Sprintf(`{"name":"t%d"},`, i))
	}
	all := strings.TrimSuffix(many.String(), ",")
	exactly := all[:strings.LastIndex(all, ",")]
	if m := list(t, `{"tools":[`+exactly+`]}`); len(m.Tools) != MaxTools {
		t.Errorf("%d tools", len(m.Tools))
	}
	pages := make([]string, MaxPages+1)
	for i := range pages {
		pages[i] = `{}`
	}
	for why, given := range map[string][]string{
		"it lists more than 10000 tools":          {`{"tools":[` + all + `]}`},
		"its tool list does not end (1000 pages)": pages,
		"its tool list is larger than 16 MiB":     {`{"tools":[` + strings.Repeat(" ", MaxList) + `]}`},
		"its tool list is a list, not an object":  {`[]`},
		`its "tools" are a text, not a list`:      {`{"tools":"x"}`},
		`its "tools" are an object, not a list`:   {`{"tools":{}}`},
		`its tool list is not sound JSON: key "tools" stands twice in this object, first at line 1, column 2`: {`{"tools":[],"tools":[]}`},
		"its tool list is not sound JSON: byte 0xFF is not UTF-8":                                             {"{\"tools\":[{\"name\":\"a\xff\"}]}"},
		"its tool list is not sound JSON: the input goes deeper than 64 levels here":                          {`{"tools":[` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `]}`},
	} {
		var raw [][]byte
		for _, p := range given {
			raw = append(raw, []byte(p))
		}
		if _, err := ReadTools(raw); err == nil || err.Error() != why {
			t.Errorf("got %v, want %s", err, why)
		}
	}
	if m := list(t, `{"tools":null}`, `{}`, `{"nextCursor":"1"}`); len(m.Tools)+len(m.NotOffered) != 0 {
		t.Errorf("%+v", m)
	}
}
