package client

import (
	"bytes"
	"slices"
)

// span is a place in a text, from start to before stop; the zero span is none.
type span struct{ start, stop int }

// tokenIn is where the params of a request hold their progress token: in _meta, at its
// top level place only. without is the span whose removal leaves no token. An answer
// of another kind than a text or a number is no token.
func tokenIn(params []byte) (token, without span, ok bool) {
	members, ok := object(params)
	if !ok {
		return span{}, span{}, false
	}
	at := slices.IndexFunc(members, func(m member) bool { return m.key == "_meta" })
	if at < 0 {
		return span{}, span{}, true
	}
	meta := members[at]
	inner, isObject := object(params[meta.start:meta.stop])
	i := slices.IndexFunc(inner, func(m member) bool { return m.key == "progressToken" })
	if !isObject || i < 0 || !isToken(params[meta.start+inner[i].start]) {
		return span{}, span{}, true
	}
	cut := span{inner[i].at, inner[i].stop}
	switch {
	case i+1 < len(inner):
		cut.stop = inner[i+1].at
	case i > 0:
		cut.start = inner[i-1].stop
	}
	return span{meta.start + inner[i].start, meta.start + inner[i].stop}, span{meta.start + cut.start, meta.start + cut.stop}, true
}

func isToken(first byte) bool { return first == '"' || first == '-' || first >= '0' && first <= '9' }

// progressOf is where the params of notifications/progress hold the token.
func progressOf(params []byte) (token span, ok bool) {
	members, ok := object(params)
	for _, m := range members {
		if m.key == "progressToken" {
			return span{m.start, m.stop}, ok
		}
	}
	return span{}, false
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
