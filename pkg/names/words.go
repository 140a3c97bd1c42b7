package names

import (
	"fmt"
	"strings"
)

// SplitLine splits a command line into words (SPEC S9): blanks separate, single
// and double quotes group, a backslash is an ordinary character so that Windows
// paths survive. An open quote is an error. Nothing is expanded.
func SplitLine(s string) ([]string, error) {
	var words []string
	var word strings.Builder
	in, quote := false, byte(0)
	for i := 0; i < len(s); i++ { // by bytes: a file name need not be UTF-8
		c := s[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			} else {
				word.WriteByte(c)
			}
		case c == '"' || c == '\'':
			quote, in = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if in {
				words = append(words, word.String())
				word.Reset()
				in = false
			}
		default:
			word.WriteByte(c)
			in = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c is never closed", quote)
	}
	if in {
		words = append(words, word.String())
	}
	return words, nil
}
