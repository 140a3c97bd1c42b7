package texts

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"usher/pkg/fault"
)

// MaxCatalogue is how many characters the lines of the catalogue of skills have
// together (SPEC 18).
const MaxCatalogue = 8000

// announce gives skills their lines in the catalogue, by precedence. One whose
// line does not fit into what is left is named; those after it may still fit. It
// can be loaded all the same (SPEC X3).
func (l *loader) announce() {
	left := MaxCatalogue
	for i := range l.set.Skills {
		k := &l.set.Skills[i]
		if k.ShadowedBy != "" {
			continue
		}
		n := utf8.RuneCountInString(k.line())
		if n <= left {
			k.Announced = true
			left -= n
			continue
		}
		l.note(fault.Problem{
			File: k.File, Entry: string(k.Name), Rule: "text/not-announced", Severity: fault.SeverityWarning,
			Message: "the skill is not announced: the catalogue has room for " + strconv.Itoa(MaxCatalogue) + " characters, " +
				strconv.Itoa(left) + " of them are left, and its line has " + strconv.Itoa(n) + "; it can be loaded by its name",
			Hint: "shorten descriptions, or remove skills that are not used",
		})
	}
}

// line is the skill in the catalogue.
func (k Skill) line() string { return "- " + string(k.Name) + ": " + k.Description + "\n" }

// Catalogue is the lines about skills that an assistant is sent, "- name:
// description" for each that is announced, by precedence and then by name; "" for
// none.
func (s *Set) Catalogue() string {
	var b strings.Builder
	for _, k := range s.Skills {
		if k.Announced {
			b.WriteString(k.line())
		}
	}
	return b.String()
}
