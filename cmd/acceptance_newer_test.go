//go:build linux && !race

package cmd_test

import (
	"strings"
	"testing"
)

// A server whose entry asks for MCP 2026-07-28 is reached through a gateway that an
// assistant speaks an older version to (SPEC V3).
func TestServerOfTheNewerVersionIsCalled_V3(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.program(t, "usher-demo-server")
	h.put(t, "mcp.json", `{"servers":[{"id":"notes","command":"usher-demo-server","protocol":"2026-07-28"}]}`)
	h.approves(t, "notes")
	h.does(t, 0, "server", "tools", "notes")
	h.does(t, 0, "grant", "set", "notes", "search", "--allow", "--digest", h.launch(t, "notes"))
	h.put(t, "policy.json", `{"serve":{"allowedTools":["notes__*"]}}`)
	s := h.serves(t)
	got := s.ask("tools/call", `{"name":"notes__search","arguments":{"word":"beam"}}`)
	if !strings.Contains(got, "A beam of 4 m carries the roof.") || !strings.Contains(got, `"resultType":"complete"`) {
		t.Error(got)
	}
	must(t, s.in.Close())
	s.end(t)
}
