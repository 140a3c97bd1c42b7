package templates_test

import "testing"

// SPEC X5: words are separated by blanks and grouped by quotes; an open quote
// and an apostrophe in a word are characters.
func TestWords(t *testing.T) {
	for rest, want := range map[string]string{
		"":                         "||||||||",
		" \t\r\n ":                 "||||||||",
		"a":                        "a||||||||",
		"  a \t b\nc\r\nd ":        "a|b|c|d|||||",
		`"a b" 'c d' e`:            "a b|c d|e||||||",
		`"a b"c'd'"e f"g h`:        "a bc'd'e fg|h|||||||",
		`x="a b" y='c d'`:          "x=a b|y=c d|||||||",
		`"" '' a`:                  "||a||||||",
		`""a'' b`:                  "a''|b|||||||",
		`"'" '"' a`:                `'|"|a||||||`,
		`"a b`:                     `"a|b|||||||`,
		`a "b c`:                   `a|"b|c||||||`,
		`a" b`:                     `a"|b|||||||`,
		`'a b`:                     `'a|b|||||||`,
		`don't won't can't`:        "don't|won't|can't||||||",
		`l'été d'aujourd'hui`:      "l'été|d'aujourd'hui|||||||",
		"e\u0301't 5' x'":          "e\u0301't|5'|x'||||||",
		`dogs' "two bowls'"`:       `dogs'|two bowls'|||||||`,
		`"it's" 'say "x y"'`:       `it's|say "x y"|||||||`,
		`C:\a\"b c" \'d e\'`:       `C:\a\b c|\d e\|||||||`,
		`1 2 3 4 5 6 7 8 9 "10 11`: "1|2|3|4|5|6|7|8|9",
		"a\u00a0b\vc":              "a\u00a0b\vc||||||||", // other blanks do not separate
		"\xff 'é'":                 "\xff|é|||||||",
	} {
		if got := body("$1|$2|$3|$4|$5|$6|$7|$8|$9").Expand(rest); got != want {
			t.Errorf("%q: %q, want %q", rest, got, want)
		}
	}
}
