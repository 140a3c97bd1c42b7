package texts

import "unicode"

// Tokens is roughly how many tokens a text costs with every message: a fourth of
// one for each ASCII character, a half for one of another alphabet, a whole one
// for a Chinese, Japanese or Korean character, two for a picture. Models differ; a
// usual text is within a third of it, and no decision rests on it (SPEC X2).
func Tokens(text string) int {
	fourths := 0
	for _, c := range text {
		switch {
		case c <= unicode.MaxASCII:
			fourths++
		case c >= 0x1f000 && c < 0x20000:
			fourths += 8
		case c >= 0x2e80:
			fourths += 4
		default:
			fourths += 2
		}
	}
	return (fourths + 3) / 4
}
