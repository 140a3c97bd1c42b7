package gateway

// scanner reads a message strictly, once, and builds nothing of it (SPEC Q1): keys are
// unique in every object, text is sound UTF-8 without half a surrogate, the depth is
// bounded. What it sees is what is forwarded, for the bytes are the same. It accepts
// what strictjson accepts and nothing else (TestScanAgrees), and says no more than no;
// the words for it are strictjson's.
type scanner struct {
	b    []byte
	pos  int
	keys [][]byte // of the objects that are open
}

const (
	// maxDepth is SPEC 18's for what a message carries, and one for the envelope.
	maxDepth = 65

	// manyKeys is where an object's keys are looked up instead of compared.
	manyKeys = 24
)

// member is a member of an object: its key as it is spelled, where that begins, its
// value from start to stop, and the members of that where they were wanted.
type member struct {
	key             []byte
	at, start, stop int
	inside          []member
}

// wanted are the keys whose objects are read member by member, outermost first.
type wanted []string

// scan gives the members of b, one JSON object and nothing else.
func scan(b []byte, inside ...string) (members []member, ok bool) {
	s := scanner{b: b, keys: make([][]byte, 0, 16)}
	members = make([]member, 0, 6)
	if s.blanks(); s.next() != '{' || !s.object(1, &members, inside) {
		return nil, false
	}
	s.blanks()
	return members, s.pos == len(b)
}

// find is the value of a key, its bytes as they stand; nil where there is none.
func find(b []byte, members []member, key string) []byte {
	if m := pick(members, key); m != nil {
		return b[m.start:m.stop]
	}
	return nil
}

func pick(members []member, key string) *member {
	for i := range members {
		if string(members[i].key) == key {
			return &members[i]
		}
	}
	return nil
}

func (s *scanner) next() byte {
	if s.pos < len(s.b) {
		return s.b[s.pos]
	}
	return 0
}

func (s *scanner) blanks() {
	for s.pos < len(s.b) {
		switch s.b[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return
		}
	}
}

// object passes an object, and takes its members where they are wanted.
func (s *scanner) object(depth int, want *[]member, inside wanted) bool {
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
		m, ok := s.member(base, &seen, depth, want != nil, inside)
		if !ok {
			return false
		}
		if want != nil {
			*want = append(*want, m)
		}
		if s.blanks(); s.next() == ',' {
			s.pos++
			continue
		}
		s.keys = s.keys[:base]
		return s.closes('}')
	}
}

// member passes a key and its value, and takes the members of that where they are wanted.
func (s *scanner) member(base int, seen *map[string]bool, depth int, taken bool, inside wanted) (m member, ok bool) {
	s.blanks()
	m.at = s.pos
	if m.key, ok = s.key(); !ok || !s.fresh(base, m.key, seen) {
		return m, false
	}
	if s.blanks(); s.next() != ':' {
		return m, false
	}
	s.pos++
	s.blanks()
	m.start = s.pos
	if taken && len(inside) > 0 && s.next() == '{' && string(m.key) == inside[0] {
		m.inside = make([]member, 0, 4)
		ok = s.object(depth+1, &m.inside, inside[1:])
	} else {
		ok = s.value(depth)
	}
	m.stop = s.pos
	return m, ok
}

func (s *scanner) array(depth int) bool {
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
		if s.blanks(); s.next() != ',' {
			return s.closes(']')
		}
		s.pos++
	}
}

func (s *scanner) closes(bracket byte) bool {
	s.pos++
	return s.pos <= len(s.b) && s.b[s.pos-1] == bracket
}
