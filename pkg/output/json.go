package output

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"usher/pkg/clean"
)

// encode writes v as one JSON document and a line break, with the values kept
// and everything a terminal might act on escaped as JSON (SPEC F6).
func encode(v any, indent bool) ([]byte, error) {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	if indent {
		e.SetIndent("", "  ")
	}
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("answer cannot be written as json: %w", err)
	}
	return escape(buf.Bytes()), nil
}

// escape rewrites the characters encoding/json leaves as they are though they
// are not visible: DEL, C1 controls, bidirectional, zero-width and private ones.
// Outside of strings JSON is ASCII, so no look at the structure is needed. Bytes
// that are not UTF-8 have no JSON form and become U+FFFD.
func escape(doc []byte) []byte {
	out := make([]byte, 0, len(doc)+16)
	for len(doc) > 0 {
		r, w := utf8.DecodeRune(doc)
		switch {
		case r == utf8.RuneError && w == 1:
			out = utf8.AppendRune(out, utf8.RuneError)
		case r < 0x7f || clean.Visible(r):
			out = append(out, doc[:w]...)
		case r > 0xffff:
			r -= 0x10000
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		doc = doc[w:]
	}
	return out
}
