package audit

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// writer puts a line together. It is written by hand: the gate links no encoder for it,
// and every byte of it counts for the hash.
type writer struct{ b []byte }

// text adds a member that is not empty.
func (w *writer) text(key, value string) {
	if value != "" {
		w.b = append(w.b, `,"`+key+`":`...)
		w.quote(value)
	}
}

func (w *writer) first(key, value string) {
	w.b = append(w.b, `{"`+key+`":`...)
	w.quote(value)
}

func (w *writer) number(key string, n int64) {
	if n != 0 {
		w.b = append(w.b, `,"`+key+`":`+strconv.FormatInt(n, 10)...)
	}
}

// list adds a list of objects that is not empty; item begins each with first.
func (w *writer) list(key string, n int, item func(i int)) {
	for i := range n {
		if w.b = append(w.b, ','); i == 0 {
			w.b = append(w.b, `"`+key+`":[`...)
		}
		item(i)
		w.b = append(w.b, '}')
	}
	if n > 0 {
		w.b = append(w.b, ']')
	}
}

const hex = "0123456789abcdef"

// quote writes a text with everything escaped that cannot be seen or that a terminal
// would act on, and what is no UTF-8 replaced. A long one is cut, and ends in ….
func (w *writer) quote(s string) {
	w.b = append(w.b, '"')
	n, room := 0, len(w.b)+maxBytes
	for _, c := range s {
		if n++; n > maxText || len(w.b) > room {
			w.b = append(w.b, "…"...)
			break
		}
		switch {
		case c == '"' || c == '\\':
			w.b = append(w.b, '\\', byte(c))
		case unicode.IsPrint(c):
			w.b = utf8.AppendRune(w.b, c)
		case c > 0xffff:
			c -= 0x10000
			w.unit(0xd800 + c>>10)
			w.unit(0xdc00 + c&0x3ff)
		default:
			w.unit(c)
		}
	}
	w.b = append(w.b, '"')
}

func (w *writer) unit(c rune) {
	w.b = append(w.b, '\\', 'u', hex[c>>12&15], hex[c>>8&15], hex[c>>4&15], hex[c&15])
}
