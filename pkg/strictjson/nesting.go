package strictjson

import "strconv"

func (s *scanner) object() bool {
	if !s.enter(false) {
		return false
	}
	for first, comma := true, -1; ; first = false {
		closed, ok := s.closed('}', comma)
		if !ok || closed {
			return ok
		}
		if s.src[s.pos] != '"' {
			return s.badKey(first)
		}
		at := s.pos
		if !s.text() {
			return false
		}
		s.addKey(unquote(s.src[at:s.pos]), at)
		after := s.pos
		if !s.space() {
			return false
		}
		if s.pos == len(s.src) {
			return s.unfinished()
		}
		if s.src[s.pos] != ':' {
			return s.noColon(after)
		}
		s.pos++
		if !s.space() || !s.value("a value after the colon") {
			return false
		}
		if comma, ok = s.comma('}'); !ok {
			return false
		}
		s.open[len(s.open)-1].key = ""
	}
}

func (s *scanner) list() bool {
	if !s.enter(true) {
		return false
	}
	for comma := -1; ; s.open[len(s.open)-1].index++ {
		closed, ok := s.closed(']', comma)
		if !ok || closed {
			return ok
		}
		if !s.value("a value") {
			return false
		}
		if comma, ok = s.comma(']'); !ok {
			return false
		}
	}
}

// enter opens a container, as long as it is not too deep (SPEC 18).
func (s *scanner) enter(list bool) bool {
	if len(s.open) == s.maxDepth {
		s.note(s.pos, "too-deep", s.subject+" goes deeper than "+strconv.Itoa(s.maxDepth)+" levels here", "")
		return false
	}
	s.open = append(s.open, step{at: s.pos, base: len(s.keys), list: list})
	s.pos++
	return true
}

// closed passes blanks and, if it is there, the container's closing bracket,
// also after a trailing comma.
func (s *scanner) closed(bracket byte, comma int) (closed, ok bool) {
	if !s.space() {
		return false, false
	}
	if s.pos == len(s.src) {
		return false, s.unfinished()
	}
	if s.src[s.pos] != bracket {
		return false, true
	}
	if comma >= 0 && !s.trailingComma(comma, bracket) {
		return false, false
	}
	s.leave()
	return true, true
}

func (s *scanner) leave() {
	s.pos++
	last := len(s.open) - 1
	s.keys = s.keys[:s.open[last].base]
	s.open = s.open[:last]
}

// comma passes what follows a value: a comma, whose offset it gives, or blanks
// up to the closing bracket.
func (s *scanner) comma(bracket byte) (at int, ok bool) {
	after := s.pos
	if !s.space() {
		return 0, false
	}
	if s.pos == len(s.src) {
		return 0, s.unfinished()
	}
	switch s.src[s.pos] {
	case ',':
		s.pos++
		return s.pos - 1, true
	case bracket:
		return -1, true
	}
	return 0, s.noComma(after, bracket)
}
