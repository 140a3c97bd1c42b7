package strictjson

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// note records a problem at an offset; -1 means the file as a whole.
func (s *scanner) note(at int, rule, message, hint string) {
	s.noteAt(note{at: at, ref: -1, rule: rule, message: message, hint: hint})
}

func (s *scanner) noteAt(n note) {
	if s.room(n.rule) {
		n.entry = s.path()
		s.found = append(s.found, n)
	}
}

// fail records wrong syntax after which nothing more can be said.
func (s *scanner) fail(at int, message, hint string) bool {
	s.note(at, "syntax", message, hint)
	return false
}

// unfinished is a document that ends within a container.
func (s *scanner) unfinished() bool {
	o := s.open[len(s.open)-1]
	s.noteAt(note{at: len(s.src), ref: o.at, rule: "syntax", message: s.subject + " ends before the " + s.src[o.at:o.at+1] + " at ",
		close: " is closed", hint: partHint})
	return false
}

// noComma is two values without a comma, or the wrong bracket.
func (s *scanner) noComma(after int, bracket byte) bool {
	if s.notUTF8() {
		return false
	}
	hint := ""
	switch c := s.src[s.pos]; {
	case c == '}' || c == ']':
		hint = "a " + string(rune(c)) + " stands where " + string(rune(bracket)) + " is due"
	case c == ':':
		hint = "a colon stands only after a key in an object"
	case c == '=' || c == ';':
		hint = "members and items are separated by commas"
	case s.src[after-1] == '"' && strings.HasSuffix(s.src[:after], `,"`):
		hint = `\" does not close a text; ` + backslashHint
	case c > 0x7e || c < ' ':
		return s.fail(s.pos, s.odd(), oddHint)
	}
	return s.fail(after, "expected a comma or "+string(rune(bracket))+" after this value", hint)
}

func (s *scanner) noColon(after int) bool {
	hint := `a member is "key": value`
	if s.src[s.pos] == '=' {
		hint += "; no equals sign"
	}
	return !s.notUTF8() && s.fail(after, "expected a colon after this key", hint)
}

// badKey is something else than a key where one is due.
func (s *scanner) badKey(first bool) bool {
	c := s.src[s.pos]
	switch {
	case s.notUTF8():
		return false
	case c == ',':
		return s.fail(s.pos, "there is a comma too many here", "remove it")
	case c == ']':
		return s.fail(s.pos, "expected a key or }, found ]", "")
	case wordByte(c):
		return s.fail(s.pos, "a key must stand in double quotes", "")
	case first:
		return s.unexpected(`expected a key in double quotes or }`)
	}
	return s.unexpected("expected a key in double quotes after the comma")
}

// unexpected is a character that fits nowhere; otherwise is the message where
// the character itself gives no better one.
func (s *scanner) unexpected(otherwise string) bool {
	c := s.src[s.pos]
	switch {
	case s.notUTF8():
		return false
	case c == '\'' || c == '`':
		return s.fail(s.pos, "a text must stand in double quotes, not in "+string(rune(c)), "")
	case c == '#' || c == ';':
		return s.fail(s.pos, "a comment begins with // or /*, not with "+string(rune(c)), "")
	case c > 0x7e || c < ' ':
		return s.fail(s.pos, s.odd(), oddHint)
	}
	return s.fail(s.pos, otherwise+", found "+string(rune(c)), "")
}

const partHint = "was it saved only in part?"

const oddHint = "delete it and type it again; texts stand in plain double quotes, blanks are spaces, tabs and line ends"

// odd names a character outside ASCII that has no meaning here: curly quotes
// and odd blanks come with pasted text.
func (s *scanner) odd() string {
	r, _ := utf8.DecodeRuneInString(s.src[s.pos:])
	code := codePoint(r)
	switch {
	case strings.ContainsRune("“”„‟″＂«»‘’‚‛", r):
		return "a curly quotation mark (" + code + ") stands here"
	case r == 0:
		return "a zero byte stands here"
	case !unicode.IsPrint(r):
		return "an invisible character (" + code + ") stands here"
	}
	return "a character that fits nowhere (" + code + ") stands here"
}

// codePoint is U+0041 and so on.
func codePoint(r rune) string {
	digits := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	return "U+" + strings.Repeat("0", max(0, 4-len(digits))) + digits
}

// notUTF8 reports a byte that soundText has already noted.
func (s *scanner) notUTF8() bool {
	r, w := utf8.DecodeRuneInString(s.src[s.pos:])
	return r == utf8.RuneError && w == 1
}
