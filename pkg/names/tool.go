package names

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxTool is the longest tool name of a call, in bytes (SPEC 18).
const MaxTool = 512

// Tool is a tool under its one name inside: server__tool (SPEC H4). A host's own
// tool (Bash) keeps its name and has no server. The zero value names nothing.
type Tool struct {
	server ServerID
	name   string
}

// ParseTool reads a tool name of a call. The forms mcp.<server>.<tool>,
// mcp__<server>__<tool> and mcp_<server>_<tool> mean <server>__<tool>: an id has
// no underscore and no dot, so each splits one way. Empty, longer than MaxTool,
// not UTF-8 or holding a control character is an error.
func ParseTool(s string) (Tool, error) {
	switch {
	case s == "":
		return Tool{}, fmt.Errorf("a tool name may not be empty")
	case len(s) > MaxTool:
		return Tool{}, fmt.Errorf("a tool name has at most %d bytes, got %d", MaxTool, len(s))
	case !utf8.ValidString(s):
		return Tool{}, fmt.Errorf("a tool name must be UTF-8")
	case strings.ContainsFunc(s, unicode.IsControl):
		return Tool{}, fmt.Errorf("a tool name may hold no control character")
	}
	if t, ok := splitTool(s); ok {
		return t, nil
	}
	return Tool{name: s}, nil
}

func splitTool(s string) (Tool, bool) {
	for _, form := range [...]struct{ prefix, sep string }{
		{"mcp__", "__"}, {"mcp.", "."}, {"mcp_", "_"}, {"", "__"},
	} {
		rest, ok := strings.CutPrefix(s, form.prefix)
		if !ok {
			continue
		}
		id, tool, _ := strings.Cut(rest, form.sep)
		if t := NewTool(ServerID(id), tool); t != (Tool{}) {
			return t, true
		}
	}
	return Tool{}, false
}

// NewTool is the tool of a server; the tool part is taken as it is. An empty
// part and the id mcp, whose full names would read as another server's, give the
// zero value.
func NewTool(server ServerID, tool string) Tool {
	if server == "mcp" || tool == "" || !slug(string(server), 32) {
		return Tool{}
	}
	return Tool{server: server, name: tool}
}

// Server is the server part; false for a host's own tool.
func (t Tool) Server() (ServerID, bool) { return t.server, t.server != "" }

// Name is the part after the server, or the whole name of a host's own tool.
func (t Tool) Name() string { return t.name }

// String is the full name: server__tool, or the host's own.
func (t Tool) String() string {
	if t.server == "" {
		return t.name
	}
	return string(t.server) + "__" + t.name
}

// spellings are all names the tool may be called by (SPEC H4).
func (t Tool) spellings() []string {
	if t.server == "" {
		return []string{t.name}
	}
	s := string(t.server)
	return []string{s + "__" + t.name, "mcp__" + s + "__" + t.name, "mcp." + s + "." + t.name, "mcp_" + s + "_" + t.name}
}
