package strictjson

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// text passes a text and gives what stands between its quotes.
func (s *Skimmer) text() (inner []byte, escaped, ok bool) {
	s.pos++
	from := s.pos
	for s.plain(); s.pos < len(s.b); s.plain() {
		switch c := s.b[s.pos]; {
		case c == '"':
			s.pos++
			return s.b[from : s.pos-1], escaped, true
		case c == '\\':
			escaped = true
			if !s.escape() {
				return nil, true, false
			}
		case c < ' ':
			return nil, escaped, false
		case c < 0x80:
			s.pos++
		case !s.runes():
			return nil, escaped, false
		}
	}
	return nil, escaped, false
}

// plain passes what needs no look, many bytes a step: neither a quote nor a backslash,
// no control and nothing outside of ASCII.
func (s *Skimmer) plain() {
	i := s.pos
	if i+8 <= len(s.b) { // where one escape follows the other, no more is looked at
		if at := odd(binary.LittleEndian.Uint64(s.b[i:])); at != 0 {
			s.pos = i + bits.TrailingZeros64(at)/8
			return
		}
	}
	for ; i+32 <= len(s.b); i += 32 {
		b := s.b[i : i+32 : i+32]
		w, x := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])
		y, z := binary.LittleEndian.Uint64(b[16:]), binary.LittleEndian.Uint64(b[24:])
		if odd(w)|odd(x)|odd(y)|odd(z) != 0 {
			break
		}
	}
	for ; i+8 <= len(s.b); i += 8 {
		if at := odd(binary.LittleEndian.Uint64(s.b[i:])); at != 0 {
			i += bits.TrailingZeros64(at) / 8
			break
		}
	}
	s.pos = i
}

// odd marks the high bit of each byte that needs a look. A byte that is taken away
// from borrows from those above it alone, so the lowest that is marked is one.
func odd(w uint64) uint64 {
	const low, high = 0x0101010101010101, 0x8080808080808080
	return (w | (w - low*' ') | ((w ^ low*'"') - low) | ((w ^ low*'\\') - low)) & high
}

// escape passes one escape, or the two of a surrogate pair.
func (s *Skimmer) escape() bool {
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
	switch {
	case !ok || unit >= 0xdc00 && unit < 0xe000:
		return false
	case unit < 0xd800 || unit >= 0xe000:
		return true
	case s.next() != '\\':
		return false
	}
	s.pos++
	unit, ok = s.unit()
	return ok && unit >= 0xdc00 && unit < 0xe000
}

// unit passes the u and the four digits of an escape.
func (s *Skimmer) unit() (unit rune, ok bool) {
	if s.next() != 'u' || len(s.b)-s.pos < 5 {
		return 0, false
	}
	for _, c := range s.b[s.pos+1 : s.pos+5] {
		switch {
		case c >= '0' && c <= '9':
			unit = unit<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			unit = unit<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	s.pos += 5
	return unit, true
}

// runes passes characters outside of ASCII.
func (s *Skimmer) runes() bool {
	for s.pos < len(s.b) && s.b[s.pos] >= utf8.RuneSelf {
		r, size := utf8.DecodeRune(s.b[s.pos:])
		if r == utf8.RuneError && size <= 1 {
			return false
		}
		s.pos += size
	}
	return true
}
