package names

import "strings"

// between stands between alternatives: a byte that no pattern holds, since each
// is UTF-8, so that a | of a pattern's own stays literal.
const between = "\xff"

// Either is a pattern that covers what any of ps covers (SPEC H3: a|b in the
// object shape). Of none it matches nothing.
func Either(ps ...Pattern) Pattern {
	texts := make([]string, 0, len(ps))
	for _, p := range ps {
		if p.text != "" {
			texts = append(texts, p.text)
		}
	}
	return Pattern{text: strings.Join(texts, between)}
}

// Alternatives are the single patterns that p stands for, in order; p itself
// where there is one.
func (p Pattern) Alternatives() []Pattern {
	var out []Pattern
	for text := range strings.SplitSeq(p.text, between) {
		if text != "" {
			out = append(out, Pattern{text})
		}
	}
	return out
}

// spellsOut reports whether an alternative could cover a spelling beside the
// full name: all the others begin with mcp.
func (p Pattern) spellsOut() bool {
	for text := range strings.SplitSeq(p.text, between) {
		if text != "" && (text[0] == 'm' || text[0] == '*') {
			return true
		}
	}
	return false
}
