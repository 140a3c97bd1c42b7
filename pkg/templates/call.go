package templates

import (
	"strings"

	"usher/pkg/names"
)

// Call is a message that begins with a slash and means something else than it
// says (SPEC X5).
type Call struct {
	Name string // by its form a prompt's; whether there is one the caller knows
	// Rest is everything after the name and the blanks that follow it, without
	// the line break that ends the message. Of a Literal, it is the message.
	Rest    string
	Literal bool // the message began with //, which stands for one slash
}

// Parse reads "/name rest" at the very start of a message, and "//". It is false
// for what is to be taken exactly as typed: a message without the slash, and one
// whose first word is not a name, such as /tmp/model.stl.
func Parse(message string) (Call, bool) {
	word, ok := strings.CutPrefix(message, "/")
	if !ok {
		return Call{}, false
	}
	if strings.HasPrefix(word, "/") {
		return Call{Rest: word, Literal: true}, true
	}
	rest := ""
	if i := strings.IndexAny(word, blanks); i >= 0 {
		word, rest = word[:i], word[i:]
	}
	if _, err := names.ParseCommandName(word); err != nil {
		return Call{}, false
	}
	rest = strings.TrimLeft(rest, blanks)
	rest = strings.TrimSuffix(strings.TrimSuffix(rest, "\n"), "\r")
	return Call{Name: word, Rest: rest}, true
}

// ExpandMessage is the message that text stands for. expanded reports that a
// prompt that find knows was put in its place; else out is text, byte for byte,
// but for the first of two slashes that begin it.
func ExpandMessage(text string, find func(name string) (Prompt, bool)) (out string, expanded bool) {
	call, ok := Parse(text)
	switch {
	case !ok:
		return text, false
	case call.Literal:
		return call.Rest, false
	}
	p, ok := find(call.Name)
	if !ok {
		return text, false
	}
	return p.Expand(call.Rest), true
}
