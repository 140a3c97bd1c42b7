package hooks

import (
	"strings"

	"usher/pkg/names"
)

// shellSign is the first thing in a command line that a shell would not take as
// part of a word, in words; "" when splitting at blanks and quotes gives what a
// shell would. A backslash of a Windows path is no sign (SPEC S9).
func shellSign(s string) string {
	quote, begin := byte(0), true
	for i := 0; i < len(s); i++ {
		c := s[i]
		escapes := c == '\\' && i+1 < len(s) && strings.IndexByte(" \t\n\"'", s[i+1]) >= 0
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == '\'':
		case quote == '"':
			if c == '$' || c == '`' || escapes && s[i+1] == '"' {
				return signName(c)
			}
		case c == '"' || c == '\'':
			quote = c
		case strings.IndexByte("$`|&;<>()*?\n", c) >= 0 || escapes || begin && (c == '~' || c == '#'):
			return signName(c)
		}
		begin = quote == 0 && (c == ' ' || c == '\t' || c == '\r')
	}
	if quote != 0 {
		return "a quote " + string(quote) + " that is never closed"
	}
	first, _, _ := strings.Cut(strings.TrimLeft(s, " \t\r"), " ")
	if name, _, ok := strings.Cut(first, "="); ok {
		if _, err := names.ParseEnvName(name); err == nil {
			return "a variable before the program"
		}
	}
	return ""
}

func signName(c byte) string {
	switch c {
	case '\n':
		return "a line end"
	case '\\':
		return `a \ before a blank or a quote`
	case '~', '#':
		return string(c) + " at the start of a word"
	}
	return string(c)
}
