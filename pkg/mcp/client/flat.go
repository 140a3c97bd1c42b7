package client

// flat reads JSON strictly and builds nothing of it (SPEC Q1): keys are unique, text
// is sound UTF-8 without half a surrogate, the depth is bounded. What it accepts,
// strictjson does too, and the other way round: TestFlatAgrees. It says no more than
// no; the words for it are strictjson's.
type flat struct {
	b    []byte
	pos  int
	keys [][]byte // of the objects that are open

	members []member // of the outermost object
	lineEnd bool     // one stands between what was read
	typed   bool     // a value of one of them has a resultType
}

const (
	manyKeys   = 24 // here an object's keys are looked up instead of compared
	fewKeys    = 16 // need no room of their own
	fewMembers = 6
)

// member is a member of an object: where its key begins, and its value from start to
// end.
type member struct {
	key             []byte
	at, start, stop int
}

// object are the members of b, one JSON object and nothing else.
func object(b []byte) (members []member, ok bool) {
	s := flat{members: make([]member, 0, fewMembers)}
	ok = s.read(b)
	return s.members, ok
}

// read takes the members of the one object that b is.
func (s *flat) read(b []byte) bool {
	if s.keys == nil {
		s.keys = make([][]byte, 0, fewKeys)
	}
	*s = flat{b: b, keys: s.keys[:0], members: s.members[:0]}
	s.blanks()
	if s.next() != '{' || !s.object(1) {
		return false
	}
	s.blanks()
	return s.pos == len(s.b)
}

func (s *flat) next() byte {
	if s.pos < len(s.b) {
		return s.b[s.pos]
	}
	return 0
}

func (s *flat) blanks() {
	for s.pos < len(s.b) {
		switch s.b[s.pos] {
		case ' ', '\t':
			s.pos++
		case '\n', '\r':
			s.pos++
			s.lineEnd = true
		default:
			return
		}
	}
}

// value passes one value.
func (s *flat) value(depth int) bool {
	switch c := s.next(); {
	case c == '{':
		return s.object(depth + 1)
	case c == '[':
		return s.array(depth + 1)
	case c == '"':
		_, _, ok := s.text()
		return ok
	case c == 't':
		return s.word("true")
	case c == 'f':
		return s.word("false")
	case c == 'n':
		return s.word("null")
	}
	return s.number()
}

func (s *flat) word(w string) bool {
	if len(s.b)-s.pos < len(w) || string(s.b[s.pos:s.pos+len(w)]) != w {
		return false
	}
	s.pos += len(w)
	return true
}

func (s *flat) array(depth int) bool {
	if depth > maxDepth {
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
		switch s.blanks(); s.next() {
		case ',':
			s.pos++
		case ']':
			s.pos++
			return true
		default:
			return false
		}
	}
}

// object passes an object.
func (s *flat) object(depth int) bool {
	if depth > maxDepth {
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
		s.blanks()
		m := member{at: s.pos}
		var ok bool
		if m.key, ok = s.key(); !ok || !s.fresh(base, m.key, &seen) {
			return false
		}
		if depth == 2 && string(m.key) == "resultType" {
			s.typed = true
		}
		if s.blanks(); s.next() != ':' {
			return false
		}
		s.pos++
		s.blanks()
		m.start = s.pos
		if !s.value(depth) {
			return false
		}
		if m.stop = s.pos; depth == 1 {
			s.members = append(s.members, m)
		}
		switch s.blanks(); s.next() {
		case ',':
			s.pos++
		case '}':
			s.pos++
			s.keys = s.keys[:base]
			return true
		default:
			return false
		}
	}
}
