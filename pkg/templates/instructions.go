package templates

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"usher/pkg/fault"
)

// Instructions are a text that is sent with every message (SPEC X2).
type Instructions struct {
	Text        string // the file's first characters; line breaks are \n alone
	Characters  int    // how many the file has, a line break counting as one
	Cut         bool   // Text is not all of it
	Layer, File string
}

// ParseInstructions reads the bytes of a file of instructions, all of which is
// text: it has no header. Text has at most max characters, code points without a
// BOM, and ends a letter sooner where the last would lose its marks. A problem of
// severity error makes it unusable; text/cut says where it ends, and text/hidden
// and text/empty warn.
func ParseInstructions(data []byte, max int, layer, path string) (in Instructions, found []fault.Problem, usable bool) {
	r := &reader{file: path, entry: "instructions"}
	text, sound := r.text(data)
	if !sound {
		return Instructions{}, r.found, false
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	in = Instructions{Text: text, Characters: utf8.RuneCountInString(text), Layer: layer, File: path}
	if in.Characters > max {
		in.Text, in.Cut = text[:end(text, max)], true
		last := in.Text[strings.LastIndexByte(in.Text, '\n')+1:]
		r.note(fault.Problem{Line: strings.Count(in.Text, "\n") + 1, Column: utf8.RuneCountInString(last) + 1,
			Rule: "text/cut", Severity: fault.SeverityWarning,
			Message: "the file has " + strconv.Itoa(in.Characters) + " characters, and only the first " +
				strconv.Itoa(utf8.RuneCountInString(in.Text)) + " are sent",
			Hint: "shorten it, or move what is not for every message into a skill"})
	}
	r.hidden(in.Text, in.Text)
	if strings.TrimSpace(text) == "" {
		r.note(fault.Problem{Rule: "text/empty", Severity: fault.SeverityNote, Message: "the file holds no text, so nothing of it is sent"})
	}
	return in, r.found, true
}

// end is the offset after the first max characters, or before the letter that
// would stand there without its marks.
func end(text string, max int) int {
	at := 0
	for range max {
		_, width := utf8.DecodeRuneInString(text[at:])
		at += width
	}
	const most = 32 // marks of one letter
	back := at
	for range most {
		next, _ := utf8.DecodeRuneInString(text[back:])
		before, width := utf8.DecodeLastRuneInString(text[:back])
		if !unicode.IsMark(next) && next != joiner && before != joiner && !skinTone(next) && !(flagHalf(next) && flagHalves(text[:back])%2 == 1) {
			return back
		}
		back -= width
	}
	return at
}

// skinTone is a character that colours the picture before it.
func skinTone(c rune) bool { return c >= 0x1f3fb && c <= 0x1f3ff }

// flagHalf is one of the two letters that make a flag; flagHalves is how many stand
// at the end of a text, as far as matters.
func flagHalf(c rune) bool { return c >= 0x1f1e6 && c <= 0x1f1ff }

func flagHalves(s string) int {
	const most = 64 // more in a row are no flags
	n := 0
	for n < most {
		c, width := utf8.DecodeLastRuneInString(s)
		if !flagHalf(c) {
			break
		}
		s = s[:len(s)-width]
		n++
	}
	return n
}
