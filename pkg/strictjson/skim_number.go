package strictjson

func (s *Skimmer) word(w string) bool {
	if len(s.b)-s.pos < len(w) || string(s.b[s.pos:s.pos+len(w)]) != w {
		return false
	}
	s.pos += len(w)
	return true
}

// number passes a number as JSON writes it.
func (s *Skimmer) number() bool {
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

func (s *Skimmer) digits() bool {
	from := s.pos
	for c := s.next(); c >= '0' && c <= '9'; c = s.next() {
		s.pos++
	}
	return s.pos > from
}
