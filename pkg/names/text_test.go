package names_test

import (
	"strings"
	"testing"

	"usher/pkg/names"
)

// SPEC X4: a command's name is names joined by colons, each one a name; what begins
// with mcp: is a server's prompt.
func TestCommandNames_X4(t *testing.T) {
	long := strings.Repeat("a", 48)
	for name, ok := range map[string]bool{
		"review": true, "frontend:component": true, "a:b:c": true, "mcp": true, "amcp:x": true, "a:mcp:b": true, long + ":" + long: true,
		strings.Repeat("a:", 15) + "a": true, strings.Repeat("a:", 16) + "a": false,
		"": false, ":": false, "a:": false, ":a": false, "a::b": false, "a:B": false, "a:9": false, "A:b": false, "a/b": false, "a b:c": false,
		"mcp:x": false, "mcp:lab:x": false, "mcp:": false, "a:" + long + "a": false, "a:\u0430": false,
	} {
		got, err := names.ParseCommandName(name)
		if (err == nil) != ok || ok && string(got) != name || !ok && got != "" {
			t.Errorf("%q: %q, %v", name, got, err)
		}
		if _, err := names.ParseTextName(name); err == nil && !ok {
			t.Errorf("%q is a text's name and no command's", name)
		}
	}
}
