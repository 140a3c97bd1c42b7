package client

// maxClaims ids of one flawed line are looked for.
const maxClaims = 100

// claimed are the ids that a line which is no sound message seems to answer: of
// its object, or of each object of a batch. The request fails at once instead of
// waiting for its time, and a repeated key or a bad byte cannot pick which of two
// readings counts. What has a method answers nothing: its id is the server's own.
// Nothing here recurses, whatever the line holds.
func claimed(line []byte) []int64 {
	s := scan{line: line}
	top := 1
	for s.pos < len(line) && len(s.ids) < maxClaims {
		if s.asks && top == 1 {
			return nil
		}
		switch c := line[s.pos]; c {
		case '"':
			s.text(top)
			continue
		case '{', '[':
			if s.depth == 0 && c == '[' {
				top = 2
			}
			s.depth++
		case '}', ']':
			s.depth--
		}
		s.pos++
	}
	return s.ids
}

type scan struct {
	line  []byte
	pos   int
	depth int
	ids   []int64
	asks  bool // a method stands there
}

// text passes a text, and where it is the key "id" of an object at the given
// depth, takes the number after it.
func (s *scan) text(top int) {
	from := s.pos
	for s.pos++; s.pos < len(s.line) && s.line[s.pos] != '"'; s.pos++ {
		if s.line[s.pos] == '\\' {
			s.pos++
		}
	}
	s.pos++
	if s.depth != top || s.pos > len(s.line) {
		return
	}
	key := string(s.line[from:min(s.pos, from+len(`"method"`)+1)])
	at := s.blanks(s.pos)
	if key != `"id"` && key != `"method"` || at == len(s.line) || s.line[at] != ':' {
		return
	}
	if key == `"method"` {
		s.asks = true
		return
	}
	at = s.blanks(at + 1)
	to := at
	for to < len(s.line) && s.line[to] >= '0' && s.line[to] <= '9' {
		to++
	}
	if to < len(s.line) && (s.line[to] == '.' || s.line[to] == 'e' || s.line[to] == 'E') {
		return
	}
	if id, ok := number(string(s.line[at:to])); ok {
		s.ids = append(s.ids, id)
	}
}

func (s *scan) blanks(at int) int {
	for at < len(s.line) && (s.line[at] == ' ' || s.line[at] == '\t') {
		at++
	}
	return at
}
