package strictjson

import "strings"

// walker steps over the children of a sound container.
type walker struct {
	text string
	pos  int
}

// inside is a walker at the first child.
func (v *Value) inside() walker { return walker{text: v.doc.text, pos: v.start + 1} }

// next moves to the next child's first byte; false at the end of the container.
func (w *walker) next() bool {
	w.blanks()
	if w.text[w.pos] == ',' {
		w.pos++
		w.blanks()
	}
	return w.text[w.pos] != '}' && w.text[w.pos] != ']'
}

// key passes a key and its colon: where the key stands, and what it is.
func (w *walker) key() (at int, key string) {
	at = w.pos
	w.quoted()
	key = unquote(w.text[at:w.pos])
	w.blanks()
	w.pos++
	w.blanks()
	return at, key
}

// value passes a value.
func (w *walker) value() (from, to int) {
	from = w.pos
	switch w.text[w.pos] {
	case '"':
		w.quoted()
	case '{', '[':
		w.container()
	default:
		w.pos += len(w.text[w.pos:])
		if n := strings.IndexAny(w.text[from:], ",]} \t\r\n"); n >= 0 {
			w.pos = from + n
		}
	}
	return from, w.pos
}

func (w *walker) container() {
	for depth := 0; ; w.pos++ {
		switch w.text[w.pos] {
		case '"':
			w.quoted()
			w.pos--
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				w.pos++
				return
			}
		}
	}
}

func (w *walker) quoted() {
	for w.pos++; w.text[w.pos] != '"'; w.pos++ {
		if w.text[w.pos] == '\\' {
			w.pos++
		}
	}
	w.pos++
}

func (w *walker) blanks() {
	for w.pos < len(w.text) && blank(w.text[w.pos]) {
		w.pos++
	}
}

func blank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
