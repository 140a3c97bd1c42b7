package hooks

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"usher/pkg/clean"
	"usher/pkg/strictjson"
)

// jsonWriter lays a file out as a person would: one member a line, two blanks a
// level, a list of texts on one line. What cannot be seen is escaped.
type jsonWriter struct {
	b     strings.Builder
	depth int
	some  bool // something stands on this level already
}

func (w *jsonWriter) line(s string) {
	switch {
	case w.b.Len() == 0:
		w.b.WriteString("{")
		w.depth = 1
	case w.some:
		w.b.WriteByte(',')
	}
	w.b.WriteString("\n" + strings.Repeat("  ", w.depth) + s)
	w.some = true
}

func (w *jsonWriter) open(key string, bracket byte) {
	if key != "" {
		key += ": "
	}
	w.line(key + string(bracket))
	w.depth++
	w.some = false
}

func (w *jsonWriter) close(bracket byte) {
	w.depth--
	if w.some {
		w.b.WriteString("\n" + strings.Repeat("  ", w.depth))
	}
	w.b.WriteByte(bracket)
	w.some = true
}

func (w *jsonWriter) raw(key, value string) { w.line(`"` + key + `": ` + value) }

func (w *jsonWriter) text(key, value string) { w.raw(key, visibleText(value)) }

func (w *jsonWriter) texts(key string, values []string) {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = visibleText(v)
	}
	w.raw(key, "["+strings.Join(all, ", ")+"]")
}

func (w *jsonWriter) end() []byte { return []byte(w.b.String() + "\n}\n") }

// visibleText is s as a JSON string that shows all it holds.
func visibleText(s string) string {
	var b strings.Builder
	for _, r := range string(appendText(nil, s)) {
		switch hi, lo := utf16.EncodeRune(r); {
		case clean.Visible(r):
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\u%04x\u%04x`, hi, lo)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// commentLine is where the first comment of a file begins; no place without one.
func commentLine(data []byte) strictjson.Place {
	inText := false
	for i := 0; i+1 < len(data); i++ {
		switch {
		case inText && data[i] == '\\':
			i++
		case data[i] == '"':
			inText = !inText
		case !inText && data[i] == '/' && (data[i+1] == '/' || data[i+1] == '*'):
			return strictjson.PlaceOf(data, i)
		}
	}
	return strictjson.Place{}
}
