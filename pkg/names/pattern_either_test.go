package names_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"usher/pkg/names"
)

// SPEC H3, H4: alternatives cover what any of them covers, under every spelling.
func TestEitherCoversWhatAnyCovers_H3(t *testing.T) {
	for _, c := range []struct {
		alternatives []string
		tool         string
		want         bool
	}{
		{[]string{"Edit", "Write"}, "Write", true}, {[]string{"Edit", "Write"}, "Edit", true}, {[]string{"Edit", "Write"}, "EditWrite", false},
		{[]string{"Edit", "Write"}, "Edit|Write", false}, {[]string{"Edit|Write", "Bash"}, "Edit", false}, {[]string{"Edit|Write", "Bash"}, "Edit|Write", true},
		{[]string{"Bash", "mcp__acme__*"}, "acme__lookup", true}, {[]string{"Bash", "acme__*"}, "mcp.acme.lookup", true},
		{[]string{"Bash", "mcp.lab.*"}, "acme__lookup", false}, {[]string{"Bash", "*"}, "acme__lookup", true}, {nil, "Bash", false},
	} {
		var ps []names.Pattern
		for _, s := range c.alternatives {
			ps = append(ps, pattern(t, s))
		}
		tool, err := names.ParseTool(c.tool)
		if err != nil {
			t.Fatal(err)
		}
		p := names.Either(ps...)
		if p.Match(tool) != c.want || !slices.Equal(p.Alternatives(), ps) || p.String() != strings.Join(c.alternatives, "|") {
			t.Errorf("%q on %q: %v, is %q", c.alternatives, c.tool, p.Match(tool), p)
		}
	}
}

// SPEC H3: alternatives can be compared, and joining joins what was joined.
func TestEitherOfEither_H3(t *testing.T) {
	a, b, c := pattern(t, "a"), pattern(t, "b|x"), pattern(t, "c*")
	if names.Either(names.Either(a, b), c) != names.Either(a, b, c) || names.Either(a) != a || names.Either(b, a) == names.Either(a, b) {
		t.Error("joining twice is not joining once")
	}
	if names.Either() != (names.Pattern{}) || names.Either(names.Pattern{}) != (names.Pattern{}) || names.Either(names.Pattern{}, a) != a {
		t.Error("nothing joined is not nothing")
	}
	if names.Either().MatchText("") || len((names.Pattern{}).Alternatives()) != 0 {
		t.Error("no alternative matches the empty text")
	}
}

// SPEC H3: 10^5 bytes under the worst patterns of 256 characters stay far from
// what backing up would cost; the fastest of three tries.
func TestEitherTimeIsBounded_H3(t *testing.T) {
	text := strings.Repeat("a", 100_000)
	var many []names.Pattern
	for range 64 {
		many = append(many, pattern(t, "*b"), pattern(t, "*ab*"))
	}
	for _, p := range []names.Pattern{
		pattern(t, strings.Repeat("*a", 127)+"*b"), pattern(t, "*"+strings.Repeat("a", 254)+"b"), pattern(t, strings.Repeat("aa*", 85)+"b"), names.Either(many...),
	} {
		best := time.Hour
		for range 3 {
			start := time.Now()
			if p.MatchText(text) {
				t.Errorf("%.20q matches", p)
			}
			best = min(best, time.Since(start))
		}
		if best > 200*time.Millisecond {
			t.Errorf("%.20q took %v", p, best)
		}
	}
}

// SPEC H3: the same answer as asking one pattern after another.
func FuzzEitherEqualsReference(f *testing.F) {
	for _, s := range [][3]string{{"a*", "b", "ab"}, {"*", "", ""}, {"a|b", "c", "a"}, {"é*", "*é", "é"}, {"*ab*cd", "x", "abxcdcd"}} {
		f.Add(s[0], s[1], s[2])
	}
	f.Fuzz(func(t *testing.T, one, other, text string) {
		p, _ := names.ParsePattern(one)
		q, _ := names.ParsePattern(other)
		if len(text) > names.MaxTool {
			return
		}
		want := p != (names.Pattern{}) && reference(one, text) || q != (names.Pattern{}) && reference(other, text)
		if got := names.Either(p, q).MatchText(text); got != want {
			t.Fatalf("%q or %q on %q: %v", one, other, text, got)
		}
	})
}
