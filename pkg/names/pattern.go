package names

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// MaxPattern is the longest pattern, in characters (SPEC H3).
const MaxPattern = 256

// Pattern is a star pattern on a whole tool name: * is any run of characters,
// slash and dot included, everything else stands for itself, case and all
// (SPEC H3). It may stand for several alternatives: see Either. The zero value
// matches nothing; Any matches everything.
type Pattern struct{ text string } // alternatives with between in between

// Any is the pattern *.
func Any() Pattern { return Pattern{text: "*"} }

// ParsePattern checks a pattern: 1 to MaxPattern characters of UTF-8.
func ParsePattern(s string) (Pattern, error) {
	switch {
	case s == "":
		return Pattern{}, fmt.Errorf("a pattern may not be empty; leave it out to match every tool")
	case !utf8.ValidString(s):
		return Pattern{}, fmt.Errorf("a pattern must be UTF-8")
	case utf8.RuneCountInString(s) > MaxPattern:
		return Pattern{}, fmt.Errorf("a pattern has at most %d characters, got %d", MaxPattern, utf8.RuneCountInString(s))
	}
	return Pattern{text: s}, nil
}

// String is the pattern as written; of alternatives, all with | in between.
func (p Pattern) String() string { return strings.ReplaceAll(p.text, between, "|") }

// Match reports whether the pattern covers the tool under any of its spellings
// (SPEC H4): mcp__acme__* and acme__* are the same guard.
func (p Pattern) Match(t Tool) bool {
	if p.MatchText(t.String()) {
		return true
	}
	if !p.spellsOut() {
		return false
	}
	for _, s := range t.spellings()[1:] {
		if p.MatchText(s) {
			return true
		}
	}
	return false
}

// MatchText matches one text as it stands. Each alternative goes over the text
// once: a piece between two stars is taken where it first stands, and never again.
func (p Pattern) MatchText(s string) bool {
	for rest, more := p.text, p.text != ""; more; {
		var one string
		if one, rest, more = strings.Cut(rest, between); matchOne(one, s) {
			return true
		}
	}
	return false
}

func matchOne(pat, s string) bool {
	piece, rest, star := strings.Cut(pat, "*")
	if !star {
		return pat == s
	}
	s, ok := strings.CutPrefix(s, piece)
	if !ok {
		return false
	}
	for {
		if piece, rest, star = strings.Cut(rest, "*"); !star {
			return strings.HasSuffix(s, piece)
		}
		i := strings.Index(s, piece)
		if i < 0 {
			return false
		}
		s = s[i+len(piece):]
	}
}

// LooksLikeRegexp reports a pattern that holds what only a regular expression
// would: .* | [ ] ( ) + ? ^ $ { } or a backslash. It matches literally all the
// same (SPEC H3). The dots of mcp.server.* are that spelling's own (SPEC H4).
func (p Pattern) LooksLikeRegexp() bool {
	text := p.text
	if rest, ok := strings.CutPrefix(text, "mcp."); ok {
		text = strings.Replace(rest, ".", "", 1)
	}
	return strings.Contains(text, ".*") || strings.ContainsAny(text, `|[](){}+?^$\`)
}
