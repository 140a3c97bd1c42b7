package strictjson

// Skim reads one JSON message strictly, in one pass, and builds nothing of it (SPEC Q1,
// RFC 8259): the members of the one object that b is, and their bytes where they stand,
// so that what was looked at is what is passed on. Those of the objects at the path
// inside, outermost first, are given too: Skim(b, 0, "params", "_meta"). ok is false, and
// it says no more, where Decode, allowed null and as many levels, refuses b: a key given
// twice in one object, however it is spelled, text that is not UTF-8, half a surrogate
// pair, too deep, wrong syntax, something behind the end. A BOM it refuses too. It
// compares keys byte for byte; one that differs in case is Parts.Folded's to find. How
// long b may be its caller says.
func Skim(b []byte, maxDepth int, inside ...string) (parts Parts, ok bool) {
	s := Skimmer{MaxDepth: maxDepth, keys: make([][]byte, 0, fewKeys), Parts: make(Parts, 0, fewParts)}
	ok = s.Read(b, inside...)
	return s.Parts, ok
}

// Skimmer is Skim for who reads many messages, another depth, or a list. It must not be
// shared between goroutines.
type Skimmer struct {
	// MaxDepth are the levels of objects and lists, the message's own counted; 0: 64,
	// at most 1000.
	MaxDepth int

	// Watch is a key; Watched says that the last message has it in the object that one
	// of its members is.
	Watch   string
	Watched bool

	// Parts are the members of the last message, in their order. The next Read writes
	// over them.
	Parts Parts

	b     []byte
	pos   int
	depth int      // MaxDepth, bounded
	keys  [][]byte // of the objects that are open
}

const (
	fewKeys  = 16 // need no room of their own
	fewParts = 4
	manyKeys = 24 // here an object's keys are looked up instead of compared
)

// Read is Skim. After false the Parts are what was read, the faulty one among them.
func (s *Skimmer) Read(b []byte, inside ...string) bool {
	s.begin(b)
	s.Parts = s.Parts[:0]
	if s.next() != '{' || !s.object(1, &s.Parts, inside) {
		return false
	}
	s.blanks()
	return s.pos == len(s.b)
}

// List are the values of b, one JSON list and nothing else, read as strictly; each is a
// part of b. Behind most values it reads one more and leaves the rest unread: more than
// most are given then, and ok.
func (s *Skimmer) List(b []byte, most int) (items [][]byte, ok bool) {
	if s.begin(b); s.next() != '[' {
		return nil, false
	}
	s.pos++
	if s.blanks(); s.next() == ']' {
		s.pos++
		s.blanks()
		return nil, s.pos == len(s.b)
	}
	for {
		s.blanks()
		from := s.pos
		if !s.value(1) {
			return nil, false
		}
		if items = append(items, b[from:s.pos]); len(items) > most {
			return items, true
		}
		if s.blanks(); s.next() != ',' {
			break
		}
		s.pos++
	}
	if !s.closes(']') {
		return nil, false
	}
	s.blanks()
	return items, s.pos == len(s.b)
}

func (s *Skimmer) begin(b []byte) {
	s.b, s.pos, s.keys, s.Watched = b, 0, s.keys[:0], false
	s.depth = min(orDefault(s.MaxDepth, defaultDepth), deepest)
	s.blanks()
}

func (s *Skimmer) next() byte {
	if s.pos < len(s.b) {
		return s.b[s.pos]
	}
	return 0
}

func (s *Skimmer) blanks() {
	for s.pos < len(s.b) && s.b[s.pos] <= ' ' && blank(s.b[s.pos]) {
		s.pos++
	}
}
