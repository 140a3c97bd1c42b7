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
// (SPEC H3). The zero value matches nothing; Any matches everything.
type Pattern struct{ text string }

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

// String is the pattern as written.
func (p Pattern) String() string { return p.text }

// Match reports whether the pattern covers the tool under any of its spellings
// (SPEC H4): mcp__acme__* and acme__* are the same guard.
func (p Pattern) Match(t Tool) bool {
	if p.MatchText(t.String()) {
		return true
	}
	if p.text == "" || p.text[0] != 'm' && p.text[0] != '*' {
		return false // the other spellings begin with mcp
	}
	for _, s := range t.spellings()[1:] {
		if p.MatchText(s) {
			return true
		}
	}
	return false
}

// MatchText matches one text as it stands. Its time is bounded by the product
// of both lengths: a star only ever backs up to itself.
func (p Pattern) MatchText(s string) bool {
	pat := p.text
	if pat == "" {
		return false
	}
	pi, si, star, mark := 0, 0, -1, 0
	for si < len(s) {
		switch {
		case pi < len(pat) && pat[pi] == '*':
			star, mark = pi, si
			pi++
		case pi < len(pat) && pat[pi] == s[si]:
			pi++
			si++
		case star >= 0:
			mark++
			pi, si = star+1, mark
		default:
			return false
		}
	}
	return strings.Trim(pat[pi:], "*") == ""
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
