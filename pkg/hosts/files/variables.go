package files

import (
	"strings"
)

type pieceKind uint8

const (
	pieceText  pieceKind = iota
	pieceRef             // text is usher's own form, ${env:NAME}
	pieceAsked           // text is the name of what a person is asked for
)

// piece is a run of literal text or one variable.
type piece struct {
	kind pieceKind
	text string
}

// The faults of variables, worded without the text around them, which may be a
// secret.
const (
	refForms   = "usher knows ${env:NAME}, ${secret:NAME} and ${workspace}"
	neverEnded = "holds a variable that is never closed"
)

// pieces splits a text at its variables, in whatever form the client writes
// them; why says what is wrong with one. shell also takes $NAME for one.
func (e *entry) pieces(s string, shell bool) (out []piece, why, hint string) {
	for s != "" {
		at, open := e.nextVariable(s, shell)
		if at < 0 {
			return append(out, piece{pieceText, s}), "", ""
		}
		if at > 0 {
			out = append(out, piece{pieceText, s[:at]})
		}
		s = s[at+len(open):]
		if open == "$" {
			n := nameLength(s)
			out, s = append(out, piece{pieceRef, "${env:" + s[:n] + "}"}), s[n:]
			continue
		}
		end := "}"
		if open == "${{" {
			end = "}}"
		}
		body, rest, closed := strings.Cut(s, end)
		if !closed {
			return nil, neverEnded, "close it, or take it out"
		}
		p, why, hint := e.variable(open, body)
		if why != "" {
			return nil, why, hint
		}
		out, s = append(out, p), rest
	}
	return out, "", ""
}

// nextVariable is where the next variable begins, and with what.
func (e *entry) nextVariable(s string, shell bool) (at int, open string) {
	for i := 0; i < len(s); i++ {
		rest := s[i:]
		switch {
		case s[i] != '$' && s[i] != '{':
		case strings.HasPrefix(rest, "${{"):
			return i, "${{"
		case strings.HasPrefix(rest, "${"):
			return i, "${"
		case e.im.client == OpenCode && (strings.HasPrefix(rest, "{env:") || strings.HasPrefix(rest, "{file:")):
			return i, "{"
		case shell && e.im.client == Crush && strings.HasPrefix(rest, "$("):
			return i, "$("
		case shell && s[i] == '$' && nameLength(rest[1:]) > 0:
			return i, "$"
		}
	}
	return -1, ""
}

func nameLength(s string) int {
	n := 0
	for n < len(s) && (s[n] == '_' || s[n] >= 'a' && s[n] <= 'z' || s[n] >= 'A' && s[n] <= 'Z' || n > 0 && s[n] >= '0' && s[n] <= '9') {
		n++
	}
	return n
}
