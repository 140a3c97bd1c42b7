package redact

import "strings"

// Mask covers every occurrence of the values in text with ***, those that
// overlap or hold one another too, so that no tail of one is left (SPEC E3).
func Mask(text string, values ...Value) string {
	var covered []bool
	for _, v := range values {
		secret := v.Reveal()
		if secret == "" {
			continue
		}
		for at := 0; ; at++ {
			i := strings.Index(text[at:], secret)
			if i < 0 {
				break
			}
			if covered == nil {
				covered = make([]bool, len(text))
			}
			at += i
			for j := range len(secret) {
				covered[at+j] = true
			}
		}
	}
	if covered == nil {
		return text
	}
	return stripe(text, covered)
}

// stripe writes *** for every run of covered bytes.
func stripe(text string, covered []bool) string {
	var b strings.Builder
	for i := range len(text) {
		switch {
		case !covered[i]:
			b.WriteByte(text[i])
		case i == 0 || !covered[i-1]:
			b.WriteString(stars)
		}
	}
	return b.String()
}
