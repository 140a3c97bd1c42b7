package clean_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"usher/pkg/clean"
)

// SPEC F6: whatever comes in, what goes to a terminal holds no control,
// bidirectional, format, private, unassigned or blank-looking character but a
// plain blank (and in Text, line breaks and tabs), cleaning twice changes
// nothing, and no visible character is lost.
func FuzzOutputCannotMoveTheCursor(f *testing.F) {
	for _, s := range []string{"", "plain", "a\r\nb\rc\n", "\x1b[2J", "\u202e\u2066", "\u200b\u3164\u2800\u00ad", "\U000e0041", "\xff\xc3\x28\xed\xa0\x80", "\u009b", "\ufffd\uffff", `\x1b\u{9b}`, "é👍日", "a    b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		line, text, quote := clean.Line(s), clean.Text(s), clean.Quote(s)
		for name, out := range map[string]string{"Line": line, "Text": strings.NewReplacer("\n", "", "\t", "").Replace(text), "Quote": quote, "Hidden": clean.Hidden(s)} {
			if r, bad := dangerous(out); bad {
				t.Fatalf("%s(%q) holds %U: %q", name, s, r, out)
			}
		}
		if clean.Line(line) != line || clean.Text(text) != text {
			t.Fatalf("%q: cleaning twice differs", s)
		}
		if got, want := seen(line), seen(s); !contains(got, want) {
			t.Fatalf("Line(%q) lost something: %q", s, line)
		}
		if (clean.Hidden(s) == "") != (line == s && utf8.ValidString(s)) {
			t.Fatalf("%q: Hidden says %q, Line %q", s, clean.Hidden(s), line)
		}
		if back := unquote(t, quote); back != s {
			t.Fatalf("Quote(%q) = %s reads back as %q", s, quote, back)
		}
	})
}

// dangerous is a second list of what must not reach a terminal, by class.
func dangerous(s string) (rune, bool) {
	if !utf8.ValidString(s) {
		return utf8.RuneError, true
	}
	for _, r := range s {
		switch {
		case r == ' ' || r == utf8.RuneError:
		case unicode.IsControl(r), !unicode.IsGraphic(r), unicode.IsSpace(r),
			unicode.In(r, unicode.Bidi_Control, unicode.Cf, unicode.Join_Control, unicode.Variation_Selector,
				unicode.Other_Default_Ignorable_Code_Point, unicode.White_Space, unicode.Co, unicode.Cs, unicode.Noncharacter_Code_Point),
			r == '\u2800', r == '\u3164', r == '\uffa0':
			return r, true
		}
	}
	return 0, false
}

// seen is what of s a reader sees anyway.
func seen(s string) string {
	return strings.Map(func(r rune) rune {
		if _, bad := dangerous(string(r)); bad || r == utf8.RuneError || !clean.Visible(r) {
			return -1
		}
		return r
	}, s)
}

// contains reports whether want is in s in order, perhaps with more between.
func contains(s, want string) bool {
	rest := []rune(want)
	for _, r := range s {
		if len(rest) > 0 && rest[0] == r {
			rest = rest[1:]
		}
	}
	return len(rest) == 0
}

// SPEC F6: the same for every character that is assigned; and one that is a
// letter, digit, punctuation or symbol is shown as it is, but for the few
// that are blank in fact.
func TestEveryCharacter(t *testing.T) {
	step := rune(1)
	for r := rune(0); r <= unicode.MaxRune; r += step {
		if r == 0x34000 || r == 0xe1000 { // nothing is assigned from here on; look at some of it
			step = 251
		}
		if r > 0xdff00 && r < 0xe0000 {
			r, step = 0xe0000, 1
		}
		s := string(r)
		if utf8.RuneLen(r) < 0 {
			s = "\xed\xa0\x80"
		}
		if bad, is := dangerous(clean.Line(s)); is {
			t.Errorf("%U is let through as %U", r, bad)
		}
		ordinary := unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) &&
			!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point)
		switch r {
		case 0x2800, 0xfffc, 0x1d159, 0x13441, 0x13442:
			ordinary = false
		}
		if ordinary && clean.Line(s) != s {
			t.Errorf("%U is hidden", r)
		}
	}
}
