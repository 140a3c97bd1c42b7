package mcp

import (
	"slices"
	"strings"

	"usher/pkg/redact"
)

// Shown is what may be shown of the text of a variable or a header: the text with
// its ${…} in place.
type Shown struct {
	Text    string // "" where Hidden
	Literal bool   // it is more than one ${…}: the file itself says something
	Hidden  bool   // what the file says looks like a secret, or its name says so
}

// Show leans to hiding, as Secretish does; a scheme such as "Bearer" in front of a
// ${…} is no secret under any name.
func Show(name string, value redact.Value) Shown {
	text := value.Reveal()
	parts, _, _ := parseParts(text, false)
	if len(parts) == 1 && (parts[0].kind == partSecret || parts[0].kind == partEnv && !parts[0].hasFallback) {
		return Shown{Text: text}
	}
	said := literals(parts)
	if Secretish(strings.Join(said, "")) || slices.ContainsFunc(said, func(s string) bool {
		return Secretish(s) || secretName(name) && strings.TrimSpace(s) != "" && !authScheme(strings.TrimSpace(s))
	}) {
		return Shown{Literal: true, Hidden: true}
	}
	return Shown{Text: text, Literal: true}
}
