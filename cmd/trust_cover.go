package cmd

import (
	"strings"

	"usher/pkg/mcp"
)

// coveredText is what a definition file or a script says, line by line, with values
// that look like secrets as *** (SPEC S6).
func coveredText(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(coveredLine(line))
	}
	return b.String()
}

// coveredWords are the arguments of a hook in a listing: a script stays readable.
func coveredWords(words []string) []string {
	out := make([]string, 0, len(words))
	for _, w := range words {
		out = append(out, mcp.Cover(w))
	}
	return out
}

// coveredLine takes the texts of a line of JSON apart, each with the name before it;
// in any other line they are what stands in quotes.
func coveredLine(line string) string {
	var b strings.Builder
	name, named := "", false
	for {
		before, rest, quoted := strings.Cut(line, `"`)
		b.WriteString(mcp.Cover(before))
		n := closing(rest)
		if !quoted || n < 0 {
			if quoted {
				b.WriteString(`"` + mcp.Cover(rest))
			}
			return b.String()
		}
		text := rest[:n]
		named = named && strings.TrimSpace(before) == ":"
		shown := mcp.Cover(text)
		if named {
			shown = mcp.CoverEntry(name, text)
		}
		b.WriteString(`"` + shown + `"`)
		name, named = text, !named
		line = rest[n+1:]
	}
}

// closing is the offset of the quote that ends a JSON text, -1 for none.
func closing(s string) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}
