package client

import (
	"bytes"
	"slices"

	"usher/pkg/strictjson"
)

// span is a place in a text, from start to before stop; the zero span is none.
type span struct{ start, stop int }

func isToken(first byte) bool { return first == '"' || first == '-' || first >= '0' && first <= '9' }

// progressOf is where the params of notifications/progress hold the token.
func progressOf(params []byte) (token span, ok bool) {
	members, ok := strictjson.Skim(params, maxDepth)
	m := members.Pick("progressToken")
	if m == nil {
		return span{}, false
	}
	return span{m.Start, m.Stop}, ok
}

// spliced is a text with something else in the place of a span.
func spliced(text []byte, at span, in []byte) []byte {
	return slices.Concat(text[:at.start], in, text[at.stop:])
}

// oneLine takes line ends for blanks: in sound JSON they stand between tokens only, and
// a message is one line.
func oneLine(frame []byte) {
	for _, end := range [...]byte{'\n', '\r'} {
		for at, next := 0, 0; next >= 0; at += next {
			if next = bytes.IndexByte(frame[at:], end); next >= 0 {
				frame[at+next] = ' '
			}
		}
	}
}
