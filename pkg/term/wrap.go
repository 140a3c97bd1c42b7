package term

import (
	"strings"
	"unicode/utf8"
)

// wrapQuoted breaks the form of clean.Quote into lines of at most width
// columns, never inside an escape or a count of blanks. A broken line ends in ↩
// and the next begins with ↪, so that blanks at the break are seen.
func wrapQuoted(s string, width int) []string {
	var lines []string
	var line strings.Builder
	used := 0
	for s != "" {
		token := s[:tokenLen(s)]
		s = s[len(token):]
		n := utf8.RuneCountInString(token)
		if last := s == ""; used+n > width || !last && used+n == width {
			lines = append(lines, line.String()+"↩")
			line.Reset()
			line.WriteString("↪")
			used = 1
		}
		line.WriteString(token)
		used += n
	}
	return append(lines, line.String())
}

// tokenLen is the length in bytes of the first thing in a quoted text that
// must stay together.
func tokenLen(s string) int {
	_, size := utf8.DecodeRuneInString(s)
	end := size
	switch {
	case strings.HasPrefix(s, `\u{`):
		end = strings.IndexByte(s, '}') + 1
	case strings.HasPrefix(s, `\x`):
		end = len(`\x00`)
	case strings.HasPrefix(s, `\`):
		end = len(`\n`)
	case strings.HasPrefix(s, " ⟨"):
		end = strings.Index(s, "⟩ ") + len("⟩ ")
	}
	return min(max(end, size), len(s))
}

// wrapWords breaks a text of usher's own at blanks into lines of at most width
// characters; a longer word is broken.
func wrapWords(s string, width int) []string {
	var lines []string
	var line []rune
	for i, word := range strings.Split(s, " ") {
		next := []rune(word)
		if i > 0 && len(line)+1+len(next) > width {
			lines = append(lines, strings.TrimRight(string(line), " "))
			line = nil
		} else if i > 0 {
			line = append(line, ' ')
		}
		for line = append(line, next...); len(line) > width; line = line[width:] {
			lines = append(lines, string(line[:width]))
		}
	}
	return append(lines, strings.TrimRight(string(line), " "))
}
