package mcp

import (
	"slices"
	"strings"
)

// Protocols are the versions of MCP that a definition may ask for. Without one the
// newest with a handshake is agreed on, which every server of today speaks.
func Protocols() []string { return []string{"2026-07-28"} }

// readProtocol reads the version of MCP that is spoken to the server.
func (e *entry) readProtocol() {
	s, v, ok := e.text("protocol")
	if !ok {
		return
	}
	if !slices.Contains(Protocols(), s) {
		e.fail(v.Place(), "mcp/protocol", "protocol must be "+strings.Join(Protocols(), " or ")+", got "+quoted(s),
			"leave it out: then server and usher agree on one of the older versions")
		return
	}
	e.out.Protocol = s
}
