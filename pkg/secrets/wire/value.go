package wire

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxValue is the most bytes of one value.
const MaxValue = 64 << 10

// Unfit says why a text is no value (SPEC E2), "" where it is one: 1 to MaxValue
// bytes of UTF-8 without control characters. It never repeats the text.
func Unfit(value string) string {
	switch {
	case value == "":
		return "is empty"
	case len(value) > MaxValue:
		return "is larger than 64 KiB"
	case !utf8.ValidString(value):
		return "is not UTF-8"
	case strings.ContainsFunc(value, unicode.IsControl):
		return "holds a control character, such as a line break or a tab"
	}
	return ""
}
