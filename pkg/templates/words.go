package templates

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// blanks separate the words of an argument.
const blanks = " \t\r\n"

// arguments is what follows a name; its first nine words are found when one of
// them is asked for.
type arguments struct {
	rest  string
	words [9]string
	split bool
}

// word is $1 to $9; "" for one that is not there.
func (a *arguments) word(n int) string {
	if !a.split {
		a.split = true
		left := a.rest
		for i := range a.words {
			a.words[i], left = nextWord(strings.TrimLeft(left, blanks))
		}
	}
	return a.words[n-1]
}

// Words are the words of a text as $1 to $9 take them: blanks separate, quotes
// group, an open quote is a character like any other (SPEC X5).
func Words(s string) []string {
	var out []string
	for s = strings.TrimLeft(s, blanks); s != ""; s = strings.TrimLeft(s, blanks) {
		var word string
		word, s = nextWord(s)
		out = append(out, word)
	}
	return out
}

// nextWord is the word that s begins with, and what follows it. Blanks separate;
// quotes group and are taken off, but for one that is never closed and for the
// apostrophe of don't, which are characters like any other (SPEC X5). A word
// without quotes inside is not copied.
func nextWord(s string) (word, rest string) {
	var w joined
	from := 0 // what is before it is in w
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case ' ', '\t', '\r', '\n':
			w.add(s[from:i])
			return w.String(), s[i:]
		case '"', '\'':
			if c == '\'' && endsInLetter(s[:i]) {
				continue
			}
			n := strings.IndexByte(s[i+1:], c)
			if n < 0 {
				continue
			}
			w.add(s[from:i])
			w.add(s[i+1 : i+1+n])
			i += n + 1
			from = i + 1
		}
	}
	w.add(s[from:])
	return w.String(), ""
}

func endsInLetter(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)
}

// joined is texts in a row; one alone is not copied.
type joined struct {
	one  string
	more strings.Builder
}

func (j *joined) add(s string) {
	switch {
	case s == "":
	case j.more.Len() > 0:
		j.more.WriteString(s)
	case j.one == "":
		j.one = s
	default:
		j.more.WriteString(j.one)
		j.more.WriteString(s)
	}
}

func (j *joined) String() string {
	if j.more.Len() > 0 {
		return j.more.String()
	}
	return j.one
}
