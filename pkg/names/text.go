package names

import (
	"fmt"
	"strings"
)

// TextName is a skill's or prompt's name: ^[a-z][a-z0-9-]{0,47}$ (SPEC X3, X4); a
// command's in a folder is several of these joined by colons.
type TextName string

// ParseTextName checks a skill's or a flat prompt's name.
func ParseTextName(s string) (TextName, error) {
	if !slug(s, 48) {
		return "", fmt.Errorf("a name is 1 to 48 lower-case letters, digits and hyphens, starting with a letter")
	}
	return TextName(s), nil
}

// maxParts is how many folders deep a command may be, and itself.
const maxParts = 16

// ParseCommandName checks what may stand after a slash: a text's name, or the
// names of folders and a file joined by colons, frontend:component (SPEC X4).
// mcp: begins the names of servers' prompts, so no command's.
func ParseCommandName(s string) (TextName, error) {
	if strings.HasPrefix(s, "mcp:") {
		return "", fmt.Errorf("names that begin with mcp: are those of servers' prompts")
	}
	if strings.Count(s, ":") >= maxParts {
		return "", fmt.Errorf("a command has at most %d parts", maxParts)
	}
	for part := range strings.SplitSeq(s, ":") {
		if _, err := ParseTextName(part); err != nil {
			return "", err
		}
	}
	return TextName(s), nil
}
