package names_test

import (
	"strings"
	"testing"
	"time"

	"usher/pkg/names"
)

func pattern(t *testing.T, s string) names.Pattern {
	t.Helper()
	p, err := names.ParsePattern(s)
	if err != nil {
		t.Fatalf("pattern %q: %v", s, err)
	}
	return p
}

// SPEC H3, H4: the whole name, literal but for the star, and every spelling of
// one tool is the same guard.
func TestPatternMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, tool string
		want          bool
	}{
		{"*", "acme__lookup", true}, {"*", "Bash", true}, {"**", "x", true},
		{"acme__lookup", "acme__lookup", true}, {"acme__lookup", "acme__lookup ", false}, {"acme__lookup", "acme__Lookup", false},
		{"acme", "acme__lookup", false}, {"lookup", "acme__lookup", false}, {"acme__look", "acme__lookup", false}, // anchored
		{"*look*", "acme__lookup", true}, {"*lookup", "acme__lookup", true}, {"*look", "acme__lookup", false},
		{"acme__admin*", "acme__admin/delete.all", true}, {"acme__*all", "acme__admin/delete.all", true}, // slash and dot
		{"acme__.*", "acme__lookup", false}, {"acme__lookup|acme__list", "acme__lookup", false}, {"acme__[a-z]*", "acme__lookup", false}, // literal
		{"acme__?", "acme__x", false}, {`acme__\*`, "acme__*", false}, {"acme__a*", "acme__a*", true},
		{"mcp__acme__*", "acme__lookup", true}, {"mcp.acme.*", "acme__lookup", true}, {"mcp_acme_*", "acme__lookup", true}, {"acme__*", "acme__lookup", true},
		{"mcp__acme__*", "mcp.acme.lookup", true}, {"mcp.acme.lookup", "mcp_acme_lookup", true}, {"acme__*", "mcp__acme__lookup", true},
		{"mcp__*", "acme__lookup", true}, {"mcp__*", "Bash", false}, {"kratos__*", "acme__kratos__run", false},
		{"local.run_*", "local.run_command", true}, {"Bash", "Bash", true}, {"bash", "Bash", false}, {"Ba*h", "Bash", true}, {"Ba**h", "Bash", true},
		{"acme__*", "acme2__x", false}, {"acme__*", "Acme__x", false}, {"acme__é*", "acme__éa", true}, {"acme__e*", "acme__é", false},
		{"acme__lookup", "acme__lоokup", false}, // Cyrillic о
	} {
		tool, err := names.ParseTool(c.tool)
		if err != nil {
			t.Fatal(err)
		}
		if got := pattern(t, c.pattern).Match(tool); got != c.want {
			t.Errorf("%q on %q: %v", c.pattern, c.tool, got)
		}
	}
}

// SPEC H3: what is a pattern at all, and the pattern as written.
func TestPatternForm(t *testing.T) {
	for _, s := range []string{"*", "a", strings.Repeat("a", 256), strings.Repeat("é", 256), ".*", "a|b"} {
		if got := pattern(t, s).String(); got != s {
			t.Errorf("%q is shown as %q", s, got)
		}
	}
	for _, s := range []string{"", strings.Repeat("a", 257), strings.Repeat("é", 257), "\xff", "a\xc3"} {
		if p, err := names.ParsePattern(s); err == nil || p != (names.Pattern{}) {
			t.Errorf("%q is taken", s)
		}
	}
	if (names.Pattern{}).MatchText("") || (names.Pattern{}).MatchText("x") || (names.Pattern{}).Match(names.Tool{}) {
		t.Error("the zero pattern matches")
	}
}

// SPEC H3: a warning for what only a regular expression would hold, and none for
// a spelling of H4.
func TestLooksLikeRegexp(t *testing.T) {
	for s, want := range map[string]bool{
		"acme__.*": true, "acme__lookup|acme__list": true, "^Bash$": true, "Bash(ls)": true, "a+": true, "[ab]": true, "a?": true, `a\b`: true, "a{2}": true,
		"mcp.acme..*": true, "mcp.acme.(x)": true, "mcp.acme.x|y": true, "local.*": true, "mcp__.*": true,
		"*": false, "acme__*": false, "mcp.acme.*": false, "mcp.*": false, "mcp.*.delete": false, "local.run_command": false, "acme__admin/delete.all": false, "a**": false,
	} {
		if got := pattern(t, s).LooksLikeRegexp(); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

// SPEC H3: hostile patterns of 256 characters on 512 bytes stay within a bound
// that backtracking (2^n) passes by many orders; the fastest of three tries, so
// that a busy machine proves nothing.
func TestPatternTimeIsBounded(t *testing.T) {
	text := strings.Repeat("a", names.MaxTool)
	for _, s := range []string{
		strings.Repeat("a*", 127) + "ab", strings.Repeat("*a", 128)[:255] + "b", strings.Repeat("*", 255) + "b",
		"*" + strings.Repeat("a", 254) + "b", strings.Repeat("aa*", 85) + "b", strings.Repeat("é*", 128),
	} {
		p := pattern(t, s)
		best := time.Hour
		for range 3 {
			start := time.Now()
			if p.MatchText(text) {
				t.Errorf("%q matches", s)
			}
			best = min(best, time.Since(start))
		}
		if best > 100*time.Millisecond {
			t.Errorf("%q took %v", s, best)
		}
	}
}

// SPEC H3: the same answer as a matcher that is plainly right.
func FuzzPatternEqualsReference(f *testing.F) {
	for _, s := range [][2]string{
		{"*", ""}, {"a*b", "axxb"}, {"*a*a*", "aa"}, {"**a", "ba"}, {"é*", "éé"}, {"a*ab", "aab"}, {"*ab*cd", "abxcdcd"}, {"*\u0101", "\u0141\u0101"}, {"a", "a*"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, pat, text string) {
		p, err := names.ParsePattern(pat)
		if err != nil || len(text) > names.MaxTool {
			return
		}
		if got, want := p.MatchText(text), reference(pat, text); got != want {
			t.Fatalf("%q on %q: %v, want %v", pat, text, got, want)
		}
		tool, err := names.ParseTool(text)
		if !names.Any().Match(tool) {
			t.Fatalf("* does not match %q", text)
		}
		if err == nil && p.MatchText(tool.String()) && !p.Match(tool) {
			t.Fatalf("%q matches the full name of %q but not the tool", pat, text)
		}
	})
}

// reference matches by filling the table of all pairs of prefixes.
func reference(pat, text string) bool {
	row := make([]bool, len(text)+1)
	row[0] = true
	for i := range len(pat) {
		next := make([]bool, len(text)+1)
		next[0] = row[0] && pat[i] == '*'
		for j := range len(text) {
			if pat[i] == '*' {
				next[j+1] = row[j+1] || next[j]
			} else {
				next[j+1] = row[j] && pat[i] == text[j]
			}
		}
		row = next
	}
	return row[len(text)]
}
