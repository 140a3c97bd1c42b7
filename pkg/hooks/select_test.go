package hooks

import (
	"os"
	"path/filepath"
	"testing"

	"usher/pkg/names"
)

func tool(t testing.TB, s string) names.Tool {
	t.Helper()
	tl, err := names.ParseTool(s)
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestSelectKeepsOrderAndReadsEverySpelling_H3_H4_H5(t *testing.T) {
	pattern := func(s string) names.Pattern {
		p, err := names.ParsePattern(s)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	hs := []Hook{
		{Name: "all", Event: PreToolUse, Match: names.Any()},
		{Name: "adm", Event: PreToolUse, Match: pattern("acme__admin*")},
		{Name: "mcp", Event: PreToolUse, Match: pattern("mcp__acme__*")},
		{Name: "part", Event: PreToolUse, Match: pattern("acme")},
		{Name: "part2", Event: PreToolUse, Match: pattern("lookup")},
		{Name: "dot", Event: PreToolUse, Match: pattern("acme__.*")},
		{Name: "bash", Event: PreToolUse, Match: pattern("Bash")},
		{Name: "after", Event: PostToolUse, Match: names.Any()},
		{Name: "end", Event: TurnEnd, Match: names.Any()},
		{Name: "none", Event: PreToolUse},
	}
	for _, c := range []struct {
		event Event
		tool  string
		want  string
	}{
		{PreToolUse, "acme__lookup", "all mcp "},
		{PreToolUse, "mcp.acme.lookup", "all mcp "},
		{PreToolUse, "mcp_acme_lookup", "all mcp "},
		{PreToolUse, "acme__admin/delete.all", "all adm mcp "},
		{PreToolUse, "acme__Admin", "all mcp "},
		{PreToolUse, "Bash", "all bash "},
		{PreToolUse, "bash", "all "},
		{PostToolUse, "acme__lookup", "after "},
	} {
		got := ""
		for _, h := range Select(hs, c.event, tool(t, c.tool)) {
			got += string(h.Name) + " "
		}
		if got != c.want {
			t.Errorf("%s %s: %q, want %q", c.event, c.tool, got, c.want)
		}
	}
	if got := Select(hs, TurnEnd, names.Tool{}); len(got) != 1 || got[0].Name != "end" {
		t.Errorf("TurnEnd: %+v", got)
	}
}
