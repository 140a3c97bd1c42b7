package mcp

import (
	"strings"
	"unicode/utf8"

	"usher/pkg/redact"
)

const stars = "***"

// Cover is a text with what looks like a secret in it as ***, and all else as it is:
// a token of a known make, what follows Bearer and the like, the password of a URL. It
// is for texts that a person must be able to read, such as scripts; Secretish, which
// leans to yes, would cover them whole.
func Cover(text string) string {
	var b strings.Builder
	scheme := false
	for text != "" {
		n := strings.IndexFunc(text, betweenWords)
		if scheme {
			n = strings.IndexAny(text, " \t\r\n\"'`")
		}
		if n < 0 {
			n = len(text)
		}
		word := text[:n]
		switch {
		case n == 0:
			_, n = utf8.DecodeRuneInString(text)
			b.WriteString(text[:n])
			scheme = scheme && (text[0] == ' ' || text[0] == '\t')
		case knownToken(word), scheme && credential(word):
			b.WriteString(stars)
			scheme = false
		default:
			b.WriteString(word)
			scheme = authScheme(word)
		}
		text = text[n:]
	}
	return coverPasswords(b.String())
}

// credential is what may follow a scheme: no word of prose, and no ${…}.
func credential(word string) bool {
	return len(word) >= 8 && !strings.Contains(word, "${") && (strings.ToLower(word) != word || strings.ContainsAny(word, "0123456789"))
}

func coverPasswords(text string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "://")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		b.WriteString("://")
		end := strings.IndexAny(rest, "/?# \t\r\n\"'`")
		if end < 0 {
			end = len(rest)
		}
		text = rest
		at := strings.LastIndexByte(rest[:end], '@')
		if name, _, has := strings.Cut(rest[:max(at, 0)], ":"); at > 0 && has {
			b.WriteString(name + ":" + stars)
			text = rest[at:]
		}
	}
}

// CoverEntry is Cover for a text that stands under a name in a definition file: all of
// it where the name says that it is a secret, or is a variable's or a header's and the
// text looks like one (SPEC S6).
func CoverEntry(name, text string) string {
	hidden := Show(name, redact.New(text)).Hidden
	if hidden && (secretName(name) || named(name)) {
		return stars
	}
	return Cover(text)
}

// named reports the name of a variable, which is written in capitals, or of a header.
func named(name string) bool {
	return name != "" && (strings.ToUpper(name) == name || strings.Contains(name, "-") || strings.EqualFold(name, "authorization"))
}
