package names

import (
	"strings"
	"unicode"
)

// skeleton folds case, drops what is invisible and maps the letters of other
// alphabets that look like ASCII ones: enough that no id in another alphabet
// reads as a reserved one.
func skeleton(s string) string {
	if slug(s, len(s)) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		r = unicode.ToLower(r)
		if !unicode.IsPrint(r) || unicode.IsSpace(r) || r == '\u2800' ||
			unicode.In(r, unicode.Mn, unicode.Me, unicode.Other_Default_Ignorable_Code_Point) {
			continue
		}
		b.WriteRune(lookAlike(r))
	}
	return b.String()
}

// lookAlike is the ASCII character that r looks like, or r.
func lookAlike(r rune) rune {
	switch {
	case r <= unicode.MaxASCII:
		return r
	case r >= 0xff01 && r <= 0xff5e: // full-width forms
		return r - 0xfee0
	case r >= 0x1d400 && r <= 0x1d6a3: // mathematical alphabets, 26 capitals and 26 small ones each
		return 'a' + (r-0x1d400)%26
	case r >= 0x1d7ce && r <= 0x1d7ff: // mathematical digits
		return '0' + (r-0x1d7ce)%10
	case r >= 0x24d0 && r <= 0x24e9: // circled; the capitals fold to these
		return 'a' + r - 0x24d0
	case r >= 0x1f1e6 && r <= 0x1f1ff: // regional indicators
		return 'a' + r - 0x1f1e6
	case unicode.Is(unicode.Pd, r) || r == '\u2212': // dashes and the minus sign
		return '-'
	}
	return drawnAlike(r)
}

// drawnAlike knows Cyrillic, Greek, Armenian, Roman-numeral, small-capital and
// letter-like forms, by code point, since nobody could proof-read them as drawn.
func drawnAlike(r rune) rune {
	for _, row := range [...]struct {
		ascii rune
		like  string
	}{
		{'a', "\u0430\u0251\u03b1\u1d00\u00aa"},
		{'b', "\u0432\u044c\u03b2\u0299"},
		{'c', "\u0441\u03f2\u1d04\u217d\u2102\u212d"},
		{'d', "\u0501\u217e\u1d05\u2146"},
		{'e', "\u0435\u03b5\u04bd\u1d07\u212e\u212f\u2130\u2147"},
		{'f', "\u0192\u03dd\ua730\u2131"},
		{'g', "\u0261\u050d\u0581\u0262\u210a"},
		{'h', "\u04bb\u043d\u03b7\u0570\u029c\u210b\u210c\u210d\u210e"},
		{'i', "\u0456\u0131\u03b9\u2170\u026a"},
		{'j', "\u0458\u03f3"},
		{'k', "\u043a\u03ba\u04a1\u049b\u1d0b"},
		{'l', "\u04cf\u217c\u029f"},
		{'m', "\u043c\u03bc\u00b5\u217f\u1d0d\u1e3f\u1e41\u2133"},
		{'n', "\u0578\u0274"},
		{'o', "\u043e\u03bf\u0585\u1d0f\u00ba\u2134"},
		{'p', "\u0440\u03c1\u1d18\u2119"},
		{'q', "\u051b\u0566"},
		{'r', "\u0433\u0280\u211b\u211c\u211d"},
		{'s', "\u0455\u017f\ua731"},
		{'t', "\u0442\u03c4\u1d1b"},
		{'u', "\u03c5\u057d\u1d1c"},
		{'v', "\u0475\u03bd\u2174"},
		{'w', "\u051d\u0461\u03c9"},
		{'x', "\u0445\u03c7\u2179"},
		{'y', "\u0443\u04af\u03b3\u028f"},
		{'z', "\u03b6\u1d22"},
	} {
		if strings.ContainsRune(row.like, r) {
			return row.ascii
		}
	}
	return r
}
