package templates

import (
	"iter"
	"strings"
)

// pieces is the expanded text, part by part: slices of the body and of the
// arguments.
func (p Prompt) pieces(args *arguments) iter.Seq[string] {
	return func(yield func(string) bool) {
		body, open := p.Body, true // open: no place for arguments so far
		for {
			h, ok := p.nextHole(body)
			if !ok {
				break
			}
			if !yield(body[:h.at]) || !yield(h.text(args)) {
				return
			}
			open = open && h.word == escape
			body = body[h.at+h.width:]
		}
		if !open || args.rest == "" {
			yield(body)
			return
		}
		end, whole := withoutBreaks(body), len(body) == len(p.Body)
		if end == "" && whole {
			yield(args.rest) // nothing to stand apart from
			return
		}
		_ = yield(end) && yield("\n\n") && yield(args.rest)
	}
}

// withoutBreaks is s without the line breaks at its end.
func withoutBreaks(s string) string {
	for strings.HasSuffix(s, "\n") {
		s = strings.TrimSuffix(s[:len(s)-1], "\r")
	}
	return s
}

// hole is what a text has that is not to be taken as it stands.
type hole struct{ at, width, word int }

// A hole's word is 1 to 9, or one of these.
const (
	everything = 0
	escape     = -1

	argumentsWord = "ARGUMENTS"
)

// nextHole is nextHole of what is a template; a literal text has none.
func (p Prompt) nextHole(s string) (hole, bool) {
	if p.Literal {
		return hole{}, false
	}
	return nextHole(s)
}

// nextHole finds the first hole of s: a placeholder, or a $ after a backslash.
func nextHole(s string) (hole, bool) {
	for from := 0; ; {
		i := strings.IndexByte(s[from:], '$')
		if i < 0 {
			return hole{}, false
		}
		i += from
		switch after := s[i+1:]; {
		case i > 0 && s[i-1] == '\\':
			return hole{i - 1, 2, escape}, true
		case after != "" && after[0] >= '1' && after[0] <= '9':
			return hole{i, 2, int(after[0] - '0')}, true
		case strings.HasPrefix(after, argumentsWord):
			return hole{i, 1 + len(argumentsWord), everything}, true
		}
		from = i + 1
	}
}

// text is what stands in a hole's place.
func (h hole) text(args *arguments) string {
	switch h.word {
	case escape:
		return "$"
	case everything:
		return args.rest
	}
	return args.word(h.word)
}
