package strictjson

// object passes an object, and takes its members where they are wanted.
func (s *Skimmer) object(depth int, want *Parts, inside []string) bool {
	if depth > s.depth {
		return false
	}
	base := len(s.keys)
	var seen map[string]bool
	s.pos++
	if s.blanks(); s.next() == '}' {
		s.pos++
		return true
	}
	for {
		if !s.part(base, &seen, depth, want, inside) {
			return false
		}
		if s.blanks(); s.next() == ',' {
			s.pos++
			continue
		}
		s.keys = s.keys[:base]
		return s.closes('}')
	}
}

// part passes a key and its value, and takes them, and the members of the value, where
// they are wanted.
func (s *Skimmer) part(base int, seen *map[string]bool, depth int, want *Parts, inside []string) bool {
	s.blanks()
	at := s.pos
	key, ok := s.key()
	if !ok || !s.fresh(base, key, seen) {
		return false
	}
	if depth == 2 && string(key) == s.Watch {
		s.Watched = true
	}
	if s.blanks(); s.next() != ':' {
		return false
	}
	s.pos++
	s.blanks()
	if want == nil {
		return s.value(depth)
	}
	start := s.pos
	var own Parts
	if len(inside) > 0 && s.next() == '{' && string(key) == inside[0] {
		own = make(Parts, 0, fewParts)
		ok = s.object(depth+1, &own, inside[1:])
	} else {
		ok = s.value(depth)
	}
	*want = append(*want, Part{Key: key, At: at, Start: start, Stop: s.pos, Inside: own})
	return ok
}

func (s *Skimmer) array(depth int) bool {
	if depth > s.depth {
		return false
	}
	s.pos++
	if s.blanks(); s.next() == ']' {
		s.pos++
		return true
	}
	for {
		if s.blanks(); !s.value(depth) {
			return false
		}
		if s.blanks(); s.next() != ',' {
			return s.closes(']')
		}
		s.pos++
	}
}

func (s *Skimmer) closes(bracket byte) bool {
	s.pos++
	return s.pos <= len(s.b) && s.b[s.pos-1] == bracket
}

// value passes one value.
func (s *Skimmer) value(depth int) bool {
	switch s.next() {
	case '{':
		return s.object(depth+1, nil, nil)
	case '[':
		return s.array(depth + 1)
	case '"':
		_, _, ok := s.text()
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
