package templates

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"usher/pkg/fault"
)

// hidden is the first character of s that a person does not see and that could
// steer a terminal or speak to an assistant alone: a control, bidirectional,
// invisible or private one. Blanks and line breaks are seen; so is what joins the
// parts of one picture or letter. at is its offset, -1 for none.
func hidden(s string) (c rune, at int) {
	before := rune(0)
	for i := 0; i < len(s); {
		if b := s[i]; b >= ' ' && b <= '~' || b == '\n' || b == '\t' { // nearly all of nearly every text
			before = rune(b)
			i++
			continue
		}
		c, width := utf8.DecodeRuneInString(s[i:])
		after := s[i+width:]
		if unseen(c) && !(c == '\r' && strings.HasPrefix(after, "\n")) && !joins(before, c, after) {
			return c, i
		}
		before = c
		i += width
	}
	return 0, -1
}

// unseen reports a character without a shape of its own.
func unseen(c rune) bool {
	return unicode.In(c, unicode.C, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
	asText    = '\ufe0e'
	asPicture = '\ufe0f'
	keycap    = "\u20e3"
)

// joins reports a character that makes one picture or letter of its neighbours,
// and stands where it can.
func joins(before, c rune, after string) bool {
	switch c {
	case asText, asPicture:
		return before > unicode.MaxASCII && !unseen(before) || strings.HasPrefix(after, keycap)
	case joiner, nonJoiner:
		next, _ := utf8.DecodeRuneInString(after)
		return (before > unicode.MaxASCII && !unseen(before) || before == asPicture) && next > unicode.MaxASCII && !unseen(next)
	}
	return false
}

// hidden tells of what an assistant reads and a person does not see in body, the
// end of text (SPEC F4).
func (r *reader) hidden(text, body string) {
	c, at := hidden(body)
	if at < 0 {
		return
	}
	more := ""
	if _, again := hidden(body[at+utf8.RuneLen(c):]); again >= 0 {
		more = " and more of the kind"
	}
	before := text[:len(text)-len(body)+at]
	r.note(fault.Problem{
		Line: strings.Count(before, "\n") + 1, Column: utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1,
		Rule: "text/hidden", Severity: fault.SeverityWarning,
		Message: "the text holds " + named(c) + more + ", which a person does not see and an assistant reads",
		Hint:    "remove it unless you know why it is there",
	})
}

func named(c rune) string {
	what := "the invisible character "
	switch {
	case unicode.IsControl(c):
		what = "the control character "
	case unicode.Is(unicode.Bidi_Control, c):
		what = "the bidirectional control "
	}
	return what + fmt.Sprintf("%U", c)
}
