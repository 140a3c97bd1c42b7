package gateway

// value passes one value.
func (s *scanner) value(depth int) bool {
	switch c := s.next(); c {
	case '{':
		return s.object(depth+1, nil, nil)
	case '[':
		return s.array(depth + 1)
	case '"':
		_, ok := s.text()
		return ok
	case 't':
		return s.word("true")
	case 'f':
		return s.word("false")
	case 'n':
		return s.word("null")
	}
	return s.number()
}

func (s *scanner) word(w string) bool {
	if len(s.b)-s.pos < len(w) || string(s.b[s.pos:s.pos+len(w)]) != w {
		return false
	}
	s.pos += len(w)
	return true
}

// number passes a number as JSON writes it.
func (s *scanner) number() bool {
	if s.next() == '-' {
		s.pos++
	}
	if s.next() == '0' {
		s.pos++
	} else if !s.digits() {
		return false
	}
	if s.next() == '.' {
		if s.pos++; !s.digits() {
			return false
		}
	}
	if s.next()|0x20 == 'e' {
		if s.pos++; s.next() == '+' || s.next() == '-' {
			s.pos++
		}
		return s.digits()
	}
	return true
}

func (s *scanner) digits() bool {
	from := s.pos
	for c := s.next(); c >= '0' && c <= '9'; c = s.next() {
		s.pos++
	}
	return s.pos > from
}
