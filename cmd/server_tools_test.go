package cmd

import (
	"strings"
	"testing"

	"usher/pkg/mcp"
)

// SPEC V5, Q7: what usher serve keeps back is named where a server's tools are listed,
// in bounds.
func TestKeptBackToolsAreNamed_Q7(t *testing.T) {
	m := mcp.Manifest{Tools: []mcp.Tool{{Name: "good"}, {Name: "odd", Unfit: "its title is a number, not a text"}}}
	if got := strings.Join(keptBack(m), "\n"); got != "usher serve does not offer odd: its title is a number, not a text" {
		t.Error(got)
	}
	for range 30 {
		m.Tools = append(m.Tools, m.Tools[1])
	}
	if got := keptBack(m); len(got) != 21 || got[20] != "nor does it offer 11 more" {
		t.Errorf("%q", got)
	}
}
