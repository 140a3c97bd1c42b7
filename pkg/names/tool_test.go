package names_test

import (
	"strings"
	"testing"

	"usher/pkg/names"
)

// SPEC H4: the spellings of one tool, what each splits into, and what has no
// server. An empty server is a host's own tool.
func TestToolNames(t *testing.T) {
	for _, c := range []struct{ in, server, name string }{
		{"acme__lookup", "acme", "lookup"},
		{"mcp__acme__lookup", "acme", "lookup"},
		{"mcp.acme.lookup", "acme", "lookup"},
		{"mcp_acme_lookup", "acme", "lookup"},
		{"acme__kratos__run", "acme", "kratos__run"}, // never kratos
		{"mcp__acme__kratos__run", "acme", "kratos__run"},
		{"mcp.acme.admin/delete.all", "acme", "admin/delete.all"},
		{"mcp_acme_a_b", "acme", "a_b"},
		{"mcp_acme__x", "acme", "_x"}, {"acme___x", "acme", "_x"}, {"mcp__acme___x", "acme", "_x"},
		{"a__b", "a", "b"}, {"a-__b", "a-", "b"}, {"a____", "a", "__"},
		{"app__skill_load", "app", "skill_load"},
		{"acme__lookup ", "acme", "lookup "}, {"acme__lоokup", "acme", "lоokup"}, // exact bytes: other tools
		{"acme__a\u200bb", "acme", "a\u200bb"},
		{"mcp-x__y", "mcp-x", "y"}, {"mcp__mcp-x__y", "mcp-x", "y"},
		{"Bash", "", "Bash"}, {"local.run_command", "", "local.run_command"}, {"read_file", "", "read_file"},
		{"Acme__lookup", "", "Acme__lookup"}, {"mcp__Acme__x", "", "mcp__Acme__x"},
		{"__x", "", "__x"}, {"acme__", "", "acme__"}, {"mcp__acme__", "", "mcp__acme__"}, {"mcp.acme.", "", "mcp.acme."},
		{"mcp.acme", "", "mcp.acme"}, {"mcp_acme", "", "mcp_acme"}, {"mcp__acme", "", "mcp__acme"}, {"acme_lookup", "", "acme_lookup"},
		{"acme.lookup", "", "acme.lookup"}, {"MCP__acme__x", "", "MCP__acme__x"}, {"mcp..x", "", "mcp..x"},
		{"plugin_a_b__x", "", "plugin_a_b__x"},
		// mcp is no id: its tools would read as another server's.
		{"mcp__x", "", "mcp__x"}, {"mcp_mcp_x", "", "mcp_mcp_x"}, {"mcp.mcp.x", "", "mcp.mcp.x"},
		{"mcp__mcp__x", "", "mcp__mcp__x"}, {"mcp__mcp__acme__x", "", "mcp__mcp__acme__x"},
		{strings.Repeat("a", 33) + "__x", "", strings.Repeat("a", 33) + "__x"},
		{"ａcme__x", "", "ａcme__x"}, {"аpp__skill_load", "", "аpp__skill_load"},
	} {
		tool, err := names.ParseTool(c.in)
		server, has := tool.Server()
		if err != nil || string(server) != c.server || has != (c.server != "") || tool.Name() != c.name {
			t.Errorf("%q: %q %q, %v", c.in, server, tool.Name(), err)
		}
	}
}

// SPEC 18, H4: what is no tool name at all.
func TestToolNamesRefused(t *testing.T) {
	for _, in := range []string{
		"", strings.Repeat("a", 513), strings.Repeat("é", 257), "a\x00b", "a\nb", "acme__look\tup", "a\x1b[0m", "a\x7f", "a\u0085b", "a\u009bb",
		"\xff", "acme__\xc3\x28", "a\xed\xa0\x80", "acme__x\r",
	} {
		if tool, err := names.ParseTool(in); err == nil || tool != (names.Tool{}) {
			t.Errorf("%q is taken: %v", in, tool)
		}
	}
	for _, in := range []string{strings.Repeat("a", 512), strings.Repeat("é", 256), "acme__" + strings.Repeat("x", 506)} {
		if _, err := names.ParseTool(in); err != nil {
			t.Errorf("%d bytes: %v", len(in), err)
		}
	}
}

// SPEC H4: a full name stands for one tool, so what would not names nothing.
func TestNewToolNamesNothingAmbiguous(t *testing.T) {
	for _, c := range []struct{ server, name string }{
		{"mcp", "x"}, {"mcp", "acme__x"}, {"", "x"}, {"", "acme__x"}, {"acme", ""}, {"a_b", "x"}, {"a__b", "x"}, {"A", "x"}, {"a.b", "x"},
	} {
		if tool := names.NewTool(names.ServerID(c.server), c.name); tool != (names.Tool{}) || tool.String() != "" {
			t.Errorf("%q %q: %q", c.server, c.name, tool)
		}
	}
	if got := names.NewTool("acme", "a__b").String(); got != "acme__a__b" {
		t.Error(got)
	}
}

// SPEC H4: a tool reads back from its full name and from each spelling; no two
// tools share a full name, nor a spelling.
func FuzzToolRoundTrip(f *testing.F) {
	for _, s := range [][4]string{
		{"acme", "lookup", "mcp", "acme__lookup"}, {"a", "_b", "a-", "b"}, {"a", "b__c", "b", "c"}, {"mcp-x", "y", "mcp", "x__y"},
		{"a", ".b", "a", "b."}, {"kratos", "run", "acme", "kratos__run"}, {"x", "mcp__y__z", "y", "z"},
	} {
		f.Add(s[0], s[1], s[2], s[3])
	}
	f.Fuzz(func(t *testing.T, id1, name1, id2, name2 string) {
		a, b := names.NewTool(names.ServerID(id1), name1), names.NewTool(names.ServerID(id2), name2)
		for _, tool := range []names.Tool{a, b} {
			readsBack(t, tool)
		}
		if a != b && a != (names.Tool{}) && a.String() == b.String() {
			t.Fatalf("%q/%q and %q/%q are both %q", id1, name1, id2, name2, a)
		}
		own, err := names.ParseTool(name1)
		if err != nil {
			return
		}
		again, err := names.ParseTool(own.String())
		if err != nil || again != own {
			t.Fatalf("%q is %q, which reads as %q, %v", name1, own, again, err)
		}
		if own != b && own.String() == b.String() {
			t.Fatalf("%q and %q/%q are both %q", name1, id2, name2, b)
		}
	})
}

func readsBack(t *testing.T, tool names.Tool) {
	t.Helper()
	server, ok := tool.Server()
	if !ok {
		if tool != (names.Tool{}) {
			t.Fatalf("%#v has no server", tool)
		}
		return
	}
	id, name := string(server), tool.Name()
	for _, spelling := range []string{
		tool.String(), id + "__" + name, "mcp__" + id + "__" + name, "mcp." + id + "." + name, "mcp_" + id + "_" + name,
	} {
		got, err := names.ParseTool(spelling)
		if err == nil && got != tool {
			t.Fatalf("%q reads as %q of %v, want %q of %q", spelling, got.Name(), got, name, id)
		}
		if _, bad := names.ParseTool("x" + name); err != nil && bad == nil && len(spelling) <= names.MaxTool {
			t.Fatalf("%q: %v", spelling, err)
		}
	}
}
