package hooks

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// label begins the line that says which hook added what follows.
const label = "[Hook output:"

// Unforged puts a backslash before every line that looks like the label, so that
// neither a server nor a hook can pass its words off as another hook's (SPEC H6). A
// line ends where anybody who reads the text could see its end, and what cannot be
// seen before the label does not hide it.
func Unforged(text string) string {
	var b strings.Builder
	for text != "" {
		end := len(text)
		if i := strings.IndexFunc(text, endsLine); i >= 0 {
			_, n := utf8.DecodeRuneInString(text[i:])
			end = i + n
		}
		if labelled(text[:end]) {
			b.WriteByte('\\')
		}
		b.WriteString(text[:end])
		text = text[end:]
	}
	return b.String()
}

func endsLine(r rune) bool {
	switch r {
	case '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029':
		return true
	}
	return false
}

func labelled(line string) bool {
	seen := strings.TrimLeftFunc(line, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsGraphic(r) || unicode.Is(unicode.M, r)
	})
	const room = 4 * len(label) // a letter may be written in more bytes
	return strings.HasPrefix(strings.ToLower(seen[:min(len(seen), room)]), strings.ToLower(label))
}
