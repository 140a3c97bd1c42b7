package gateway

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// text passes a text, from its first quote to behind its last.
func (s *scanner) text() (escaped, ok bool) {
	s.pos++
	for s.plain(); s.pos < len(s.b); s.plain() {
		switch c := s.b[s.pos]; {
		case c == '"':
			s.pos++
			return escaped, true
		case c == '\\':
			escaped = true
			if !s.escape() {
				return true, false
			}
		case c < ' ':
			return escaped, false
		case c < utf8.RuneSelf:
			s.pos++
		default:
			r, size := utf8.DecodeRune(s.b[s.pos:])
			if r == utf8.RuneError && size <= 1 {
				return escaped, false
			}
			s.pos += size
		}
	}
	return escaped, false
}

// plain passes what needs no look, eight bytes a step: no quote, no backslash, no
// control character, nothing outside of ASCII. The lowest marked byte is one of these
// for certain, because a subtraction borrows upwards only.
func (s *scanner) plain() {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	i := s.pos
	for ; i+8 <= len(s.b); i += 8 {
		w := binary.LittleEndian.Uint64(s.b[i:])
		marked := (w | (w - ones*' ') | ((w ^ ones*'"') - ones) | ((w ^ ones*'\\') - ones)) & tops
		if marked != 0 {
			i += bits.TrailingZeros64(marked) / 8
			break
		}
	}
	s.pos = i
}

// escape passes one escape, or both of a surrogate pair.
func (s *scanner) escape() bool {
	s.pos++
	switch s.next() {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.pos++
		return true
	case 'u':
	default:
		return false
	}
	unit, ok := s.unit()
	if !ok || unit < 0xd800 || unit > 0xdfff {
		return ok
	}
	if unit > 0xdbff || s.next() != '\\' {
		return false
	}
	s.pos++
	unit, ok = s.unit()
	return ok && unit >= 0xdc00 && unit <= 0xdfff
}

// unit passes the u and the four digits of an escape.
func (s *scanner) unit() (unit int, ok bool) {
	if len(s.b)-s.pos < 5 || s.b[s.pos] != 'u' {
		return 0, false
	}
	for _, c := range s.b[s.pos+1 : s.pos+5] {
		switch {
		case c >= '0' && c <= '9':
			unit = unit<<4 | int(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			unit = unit<<4 | int(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	s.pos += 5
	return unit, true
}
