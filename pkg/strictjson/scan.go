package strictjson

import "strconv"

// scanner checks a document against the grammar in one pass and words what is
// wrong. A method that returns a bool gives false after a fault that hides the
// structure: nothing more can be said then.
type scanner struct {
	notes
	src       string
	pos, end  int    // end is where the whole document's value ends
	blanked   []byte // src with comments and trailing commas blanked; nil while there are none
	comments  bool
	allowNull bool
	maxDepth  int
	most      int        // Options.MaxValues
	values    int        // seen so far
	open      []step     // the containers around pos
	keys      []keyPlace // the keys of the open objects, innermost last
}

// step is where the scan stands in an open container.
type step struct {
	at    int // offset of the bracket
	base  int // where the object's keys begin in scanner.keys
	index int
	key   string // of the member being read; "" in a list
	list  bool
	seen  map[string]int // key to offset, for objects too large to compare one by one
}

type keyPlace struct {
	key string
	at  int
}

// document scans the whole text and gives the offset of its value.
func (s *scanner) document() (from int, ok bool) {
	if !s.space() {
		return 0, false
	}
	if s.pos == len(s.src) {
		what := s.subject + " is empty"
		if s.pos > 0 {
			what = s.subject + " holds no value"
		}
		s.note(s.pos, "empty", what, "an object without members is {}")
		return 0, false
	}
	from = s.pos
	if !s.value("a value") {
		return 0, false
	}
	s.end = s.pos
	if !s.space() {
		return 0, false
	}
	if s.pos < len(s.src) {
		return 0, s.trailing()
	}
	return from, true
}

// value scans one value; what names it for the message that it is missing.
func (s *scanner) value(what string) bool {
	if s.pos == len(s.src) {
		return s.unfinished()
	}
	if s.values++; s.most > 0 && s.values > s.most {
		s.note(s.pos, "too-many", s.subject+" holds more than "+strconv.Itoa(s.most)+" values", "")
		return false
	}
	switch c := s.src[s.pos]; {
	case c == '"':
		return s.text()
	case c == '{':
		return s.object()
	case c == '[':
		return s.list()
	case c == '-' || c >= '0' && c <= '9':
		s.number()
		return true
	}
	return s.word(what)
}
