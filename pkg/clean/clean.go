package clean

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line is s on one line: every character that is not plainly visible becomes an
// escape, \n, \t and \r among them; bytes that are not UTF-8 become \xNN.
func Line(s string) string { return escape(s, false) }

// Text is s with its line breaks and tabs kept (\r\n becomes \n) and everything
// else as in Line.
func Text(s string) string { return escape(strings.ReplaceAll(s, "\r\n", "\n"), true) }

// Quote is Line between double quotes, with non-ASCII characters escaped too and
// runs of three or more blanks counted: for what a person approves (SPEC Q8).
func Quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); {
		if n := blanks(s[i:]); n > 2 {
			b.WriteString(" ⟨" + strconv.Itoa(n) + " blanks⟩ ")
			i += n
			continue
		}
		r, w := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && w == 1:
			hexByte(&b, s[i])
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r > unicode.MaxASCII || !Visible(r):
			escapeRune(&b, r)
		default:
			b.WriteRune(r)
		}
		i += w
	}
	b.WriteByte('"')
	return b.String()
}

func blanks(s string) int {
	n := 0
	for n < len(s) && s[n] == ' ' {
		n++
	}
	return n
}

// Visible reports whether a character is safe to show and to have in a command:
// printable, not a control, format (bidirectional, zero-width, tag), private,
// surrogate, or odd space character. The ordinary space is visible.
func Visible(r rune) bool {
	if !unicode.IsPrint(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
		return false
	}
	switch r {
	// Printable by their class, blank in fact: braille blank, object replacement,
	// null notehead, the Egyptian full and half blanks, the Khitan filler.
	case 0x2800, 0xfffc, 0x1d159, 0x13441, 0x13442, 0x16fe4:
		return false
	}
	return true
}

// Hidden is the first character of s that is not Visible, or a byte that is not
// UTF-8, escaped; "" when there is none.
func Hidden(s string) string {
	for i, r := range s {
		if r == utf8.RuneError {
			if _, w := utf8.DecodeRuneInString(s[i:]); w == 1 {
				return escape(s[i:i+1], false)
			}
		}
		if !Visible(r) {
			return escape(string(r), false)
		}
	}
	return ""
}

func escape(s string, multiline bool) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for i := 0; i < len(s); {
		r, w := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && w == 1:
			hexByte(&b, s[i])
		case multiline && (r == '\n' || r == '\t'):
			b.WriteRune(r)
		case Visible(r):
			b.WriteRune(r)
		default:
			escapeRune(&b, r)
		}
		i += w
	}
	return b.String()
}

func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

func hexByte(b *strings.Builder, c byte) {
	const digits = "0123456789abcdef"
	b.WriteString(`\x`)
	b.WriteByte(digits[c>>4])
	b.WriteByte(digits[c&15])
}

func escapeRune(b *strings.Builder, r rune) {
	switch r {
	case '\n':
		b.WriteString(`\n`)
	case '\r':
		b.WriteString(`\r`)
	case '\t':
		b.WriteString(`\t`)
	default:
		if r < 0x80 {
			hexByte(b, byte(r))
			return
		}
		b.WriteString(`\u{` + strconv.FormatInt(int64(r), 16) + `}`)
	}
}

// Cut is the first max code points of s and whether anything was cut. A byte
// that is not UTF-8 counts as one; of max 0 or less nothing is left.
func Cut(s string, max int) (string, bool) {
	n := 0
	for i := range s {
		if n >= max {
			return s[:i], true
		}
		n++
	}
	return s, false
}
