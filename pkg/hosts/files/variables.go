package files

import (
	"strings"

	"usher/pkg/names"
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

// variable reads what stands inside one.
func (e *entry) variable(open, body string) (p piece, why, hint string) {
	word, rest, colon := strings.Cut(body, ":")
	switch {
	case open == "$(":
		return p, "holds $(…), which runs a shell, and usher runs none", refForms
	case open == "${{":
		kind, name, _ := strings.Cut(strings.TrimSpace(body), ".")
		if kind == "secrets" || kind == "inputs" {
			return piece{pieceAsked, name}, "", ""
		}
		return p, "holds a ${{ … }} that is not known", refForms
	case open == "{" && word == "file":
		return p, "holds {file:…}, and usher reads no file there", "store its text: usher secret set ID/NAME"
	case body == "workspace", word == "workspaceFolder", word == "workspaceRoot":
		return piece{pieceRef, "${workspace}"}, "", ""
	case body == "userHome":
		return piece{pieceRef, "${env:HOME}"}, "", ""
	case colon && word == "input":
		return piece{pieceAsked, rest}, "", ""
	case colon && word == "secret":
		if _, err := names.ParseSecretName(rest); err != nil {
			return p, "holds a ${secret:…} with a name that is none", refForms
		}
		return piece{pieceRef, "${secret:" + rest + "}"}, "", ""
	case colon && word == "env":
		return environment(rest)
	}
	return environment(body)
}

// environment reads NAME or NAME:-default.
func environment(s string) (p piece, why, hint string) {
	name, fallback, has := strings.Cut(s, ":-")
	switch _, err := names.ParseEnvName(name); {
	case err != nil:
		return p, "holds a variable that is not known", refForms
	case strings.Contains(fallback, "${"):
		return p, "holds a variable inside another", refForms
	case has:
		return piece{pieceRef, "${env:" + name + ":-" + fallback + "}"}, "", ""
	}
	return piece{pieceRef, "${env:" + name + "}"}, "", ""
}

// shellNames says whether the client takes $NAME for a variable.
func (e *entry) shellNames() bool { return e.im.client == Gemini || e.im.client == Crush }

// dollarName is NAME of $NAME or of Bearer $NAME, "" for anything else: no app
// means that text itself, and it must never be sent.
func dollarName(s string) (before, name string) {
	before, name, found := strings.Cut(s, "$")
	scheme := strings.TrimSpace(before)
	if !found || strings.ContainsAny(scheme, " :") || len(name) < 2 || nameLength(name) != len(name) || strings.ToUpper(name) != name {
		return "", ""
	}
	if before != "" && !strings.HasSuffix(before, " ") {
		return "", ""
	}
	return before, name
}
