package strictjson

import "strings"

// space passes blanks and, where they are accepted, comments, which it blanks.
func (s *scanner) space() bool {
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; {
		case blank(c):
			s.pos++
		case c == '/' && strings.HasPrefix(s.src[s.pos:], "//"), c == '/' && strings.HasPrefix(s.src[s.pos:], "/*"):
			if !s.comment() {
				return false
			}
		default:
			return true
		}
	}
	return true
}

// comment passes one comment. A line comment ends where every reader and every
// editor sees the line end, so a lone carriage return or a Unicode line
// separator in one is refused: what follows it would look like part of the
// document and not be.
func (s *scanner) comment() bool {
	from, rest := s.pos, s.src[s.pos:]
	if !s.comments {
		return s.fail(from, "comments are not accepted here", "")
	}
	length := len(rest)
	if rest[1] == '*' {
		n := strings.Index(rest[2:], "*/")
		if n < 0 {
			return s.fail(from, "this comment has no closing */", "")
		}
		length = n + 4
	} else if n := strings.IndexByte(rest, '\n'); n >= 0 {
		length = n
	}
	if line := strings.TrimSuffix(rest[:length], "\r"); rest[1] == '/' && strings.ContainsAny(line, "\r\u2028\u2029") {
		return s.fail(from+strings.IndexAny(line, "\r\u2028\u2029"), "a // comment may hold no line break but the one that ends it",
			"save "+s.subject+" with LF or CR LF line ends")
	}
	s.erase(from, from+length)
	s.pos += length
	return true
}

// trailingComma accepts, where people write, a comma before a closing bracket.
func (s *scanner) trailingComma(at int, bracket byte) bool {
	if !s.comments {
		return s.fail(at, "a comma may not stand before "+string(rune(bracket)), "remove the comma")
	}
	s.erase(at, at+1)
	return true
}

// erase blanks a stretch of the text and keeps its line ends, so that offsets
// stay what they are.
func (s *scanner) erase(from, to int) {
	if s.blanked == nil {
		s.blanked = []byte(s.src)
	}
	for i := from; i < to; i++ {
		if !blank(s.blanked[i]) {
			s.blanked[i] = ' '
		}
	}
}
