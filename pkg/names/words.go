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
	in, quote := false, rune(0)
	for _, r := range s {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			} else {
				word.WriteRune(r)
			}
		case r == '"' || r == '\'':
			quote, in = r, true
		case r == ' ' || r == '\t' || r == '\n' || r == '\r':
			if in {
				words = append(words, word.String())
				word.Reset()
				in = false
			}
		default:
			word.WriteRune(r)
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
