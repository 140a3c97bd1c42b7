package strictjson

import (
	"strconv"
	"strings"
)

// whole is the exact value of a JSON number if it is a whole number of 64 bits.
func whole(number string) (int64, bool) {
	sign := ""
	if number[0] == '-' {
		sign, number = "-", number[1:]
	}
	mantissa, power := number, 0
	if i := strings.IndexAny(number, "eE"); i >= 0 {
		mantissa = number[:i]
		n, err := strconv.Atoi(number[i+1:])
		if err != nil { // beyond any number of digits a document may hold
			return 0, strings.Trim(mantissa, "0.") == ""
		}
		power = n
	}
	integer, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(integer+fraction, "0")
	power -= len(fraction)
	trimmed := strings.TrimRight(digits, "0")
	power += len(digits) - len(trimmed)
	switch {
	case trimmed == "":
		return 0, true
	case power < 0 || power > 18 || len(trimmed) > 19:
		return 0, false
	}
	n, err := strconv.ParseInt(sign+trimmed+strings.Repeat("0", power), 10, 64)
	if err != nil {
		return 0, false
	}
	return n, true
}

// number scans a number. A wrong one is noted and passed over, so that what
// follows is still checked.
func (s *scanner) number() {
	at := s.pos
	for s.pos < len(s.src) && wordByte(s.src[s.pos]) {
		s.pos++
	}
	if what, hint := numberFault(s.src[at:s.pos]); what != "" {
		s.note(at, "syntax", what, hint)
	}
}

// numberFault says what is wrong with a number, or "".
func numberFault(n string) (what, hint string) {
	rest := strings.TrimPrefix(n, "-")
	integer := span(rest)
	switch {
	case rest == "":
		return "a minus sign stands here without a number", ""
	case strings.HasPrefix(rest, "Infinity") || strings.HasPrefix(rest, "NaN"):
		return "NaN and Infinity are not JSON numbers", numberHint
	case integer == 0:
		return "a number must begin with a digit", quoteHint
	case rest[0] == '0' && len(rest) > 1 && (rest[1] == 'x' || rest[1] == 'X'):
		return "a number must be decimal", "write 255, not 0xff"
	case rest[0] == '0' && integer > 1:
		return "a number may not begin with 0", quoteHint
	}
	rest = rest[integer:]
	if strings.HasPrefix(rest, ".") {
		n := span(rest[1:])
		if n == 0 {
			return "a decimal point needs a digit after it", ""
		}
		rest = rest[1+n:]
	}
	if rest != "" && (rest[0] == 'e' || rest[0] == 'E') {
		rest = rest[1:]
		if rest != "" && (rest[0] == '+' || rest[0] == '-') {
			rest = rest[1:]
		}
		n := span(rest)
		if n == 0 {
			return "an exponent needs a digit", quoteHint
		}
		rest = rest[n:]
	}
	if rest != "" {
		return "this is not a number", quoteHint
	}
	return "", ""
}

const (
	quoteHint  = "if a text is meant, put it in double quotes"
	numberHint = "give a number, or leave the key out"
)

// span is how many digits s begins with.
func span(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// wordByte reports a byte that a number or an unquoted word goes on with.
func wordByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' ||
		c == '+' || c == '-' || c == '.' || c == '_' || c == '$'
}
