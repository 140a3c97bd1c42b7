package hosts

import (
	"testing"

	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// SPEC G6: whatever an assistant sends, it refuses or is a call with a tool that can be
// named and arguments that are one JSON object; a name means at least one tool.
func FuzzCallsOfAssistants(f *testing.F) {
	for _, in := range []string{
		`{"tool_name":"mcp__a__b","tool_input":"{\"x\":1}"}`, `{"toolCall":{"name":"x","args":null}}`, "\ufeff{\"toolName\":\"a-b\",\"toolArgs\":{}}",
		`{"hook_event_name":"beforeShellExecution","command":"ls","cwd":"/"}`, `{"agent_action_name":"pre_mcp_tool_use","tool_info":{"mcp_server_name":"a","mcp_tool_name":"b","mcp_tool_arguments":{}}}`,
	} {
		f.Add([]byte(in))
	}
	known := Known{
		Servers: []names.ServerID{"a", "my-rec"},
		Defined: func(names.ServerID) bool { return true },
		Tools:   func(names.ServerID) []string { return []string{"b", "look-up"} },
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, name := range Clients() {
			c, _ := ParseClient(name)
			s, err := c.Read(preToolUse, in)
			if err != nil {
				continue
			}
			if v, problems := strictjson.Decode(s.Args, strictjson.Options{AllowNull: true}); v == nil || len(problems) > 0 || v.Kind() != strictjson.KindObject {
				t.Fatalf("%s: arguments %q", name, s.Args)
			}
			if m, err := c.Meant(s, known); err == nil && (len(m.Tools) == 0 || m.Tools[0] == (names.Tool{})) {
				t.Fatalf("%s: %q means nothing", name, s.Spelling)
			}
		}
	})
}
