package texts

import (
	"strings"
	"unicode/utf8"
)

// MaxCatalogue is how many characters the catalogue of skills has (SPEC 18).
const MaxCatalogue = 8000

// announce decides which skills have a line in the catalogue.
func (l *loader) announce() {
	left := MaxCatalogue
	for i := range l.set.Skills {
		k := &l.set.Skills[i]
		n := utf8.RuneCountInString(k.line())
		if k.ShadowedBy != "" || n > left {
			continue
		}
		k.Announced = true
		left -= n
	}
}

func (k Skill) line() string { return "- " + string(k.Name) + ": " + k.Description + "\n" }

// Catalogue is the lines about skills that an assistant is sent, one for each
// that is announced; "" for none.
func (s *Set) Catalogue() string {
	var b strings.Builder
	for _, k := range s.Skills {
		if k.Announced {
			b.WriteString(k.line())
		}
	}
	return b.String()
}
