package mcp

import "strings"

// WithDefaults is a text of a server's definition as it is where no variable is set:
// each ${env:NAME:-default} is its default, ${workspace} stays. Names are those of the
// variables and secrets that it takes from elsewhere; where one has no default nothing
// is known of the text, and it is given as it is written.
func WithDefaults(s string) (text string, names []string) {
	parts, why, _ := parseParts(s, false)
	if why != "" {
		return s, nil
	}
	known := true
	var b strings.Builder
	for _, p := range parts {
		switch p.kind {
		case partText:
			b.WriteString(p.text)
		case partWorkspace:
			b.WriteString("${workspace}")
		case partEnv:
			b.WriteString(p.fallback)
			known = known && p.hasFallback
			names = append(names, p.text)
		case partSecret:
			names, known = append(names, p.text), false
		}
	}
	if !known {
		return s, names
	}
	return b.String(), names
}
