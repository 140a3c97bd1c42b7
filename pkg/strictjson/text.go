package strictjson

import (
	"strconv"
	"strings"
)

const backslashHint = `write \\ (the backslash twice) for each backslash of a Windows path, as in "C:\\Users"`

// text scans one string. A wrong escape or half a surrogate pair is noted and
// passed over, so that what follows is still checked.
func (s *scanner) text() bool {
	from, told := s.pos, false
	for i := from + 1; i < len(s.src); {
		switch c := s.src[i]; {
		case c == '"':
			s.pos = i + 1
			return true
		case c == '\\':
			width, fault := s.escape(i)
			if fault != "" && !told {
				told = true
				s.note(i, "syntax", fault, backslashHint)
			}
			i += width
		case c == '\n' || c == '\r':
			return s.unclosed(from, i)
		case c < ' ':
			if !told {
				told = true
				s.note(i, "syntax", "a text may not hold "+control(c), "write "+escaped(c))
			}
			i++
		default:
			i++
		}
	}
	return s.unclosed(from, len(s.src))
}

// unclosed is a string that runs into the end of its line.
func (s *scanner) unclosed(from, to int) bool {
	if to == len(s.src) {
		return s.fail(from, s.subject+" ends inside this text", partHint)
	}
	hint := `close it with "; a line break in a text is written \n`
	if strings.Contains(s.src[from:to], `\"`) {
		hint = `\" does not close a text; ` + backslashHint
	}
	return s.fail(from, `this text has no closing " on its line`, hint)
}

// escape looks at the escape at offset i: its width, and what is wrong with it.
func (s *scanner) escape(i int) (width int, fault string) {
	if i+1 == len(s.src) {
		return 1, ""
	}
	c := s.src[i+1]
	switch {
	case strings.IndexByte(`"\/bfnrt`, c) >= 0:
		return 2, ""
	case c != 'u' && c > ' ' && c < 0x7f:
		return 2, `\` + string(rune(c)) + " is not an escape that JSON knows"
	case c != 'u':
		return 1, "a backslash must begin an escape"
	}
	unit, ok := s.unit(i)
	if !ok {
		return 2, `\u needs four hexadecimal digits`
	}
	if unit < 0xd800 || unit > 0xdfff {
		return 6, ""
	}
	if low, ok := s.unit(i + 6); ok && unit < 0xdc00 && low >= 0xdc00 && low <= 0xdfff {
		return 12, ""
	}
	if !s.overfull() {
		s.note(i, "lone-surrogate", s.src[i:i+6]+" is half of a character", `write the character itself, or both halves (\ud83d\ude00)`)
	}
	return 6, ""
}

// unit is the value of the four digits of a \u escape at offset i.
func (s *scanner) unit(i int) (value uint64, ok bool) {
	if len(s.src)-i < 6 || s.src[i] != '\\' || s.src[i+1] != 'u' {
		return 0, false
	}
	value, err := strconv.ParseUint(s.src[i+2:i+6], 16, 16)
	return value, err == nil && s.src[i+2] != '+'
}

func control(c byte) string {
	if c == '\t' {
		return "a tab"
	}
	return "the control character 0x" + hex(c)
}

func escaped(c byte) string {
	if c == '\t' {
		return `\t`
	}
	return `\u00` + hex(c)
}
