package templates

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"usher/pkg/fault"
)

// field is one key of a header.
type field struct {
	key          string
	line, column int
	text         string
	severity     fault.Severity // of remark
	remark       string         // what whoever wrote the file should know, or ""
	hint         string
}

// values gives the texts of the known keys, in their order. Every other key does
// nothing and is reported (SPEC X1); of a key that stands twice the first
// counts.
func (r *reader) values(fields []field, known ...string) []string {
	texts, seen, ignored := make([]string, len(known)), make([]int, len(known)), 0
	for _, f := range fields {
		i := slices.Index(known, f.key)
		if i < 0 {
			ignored++
			r.ignored(f, ignored, known)
			continue
		}
		switch seen[i]++; seen[i] {
		case 1:
			texts[i] = r.value(f)
		case 2: // once: a header may hold hundreds
			r.header(f, fault.SeverityWarning, f.key+" stands twice; the first one counts", "remove the others")
		}
	}
	if more := ignored - mostIgnored; more > 0 {
		r.note(fault.Problem{Line: 1, Column: 1, Rule: "text/ignored-key", Severity: fault.SeverityWarning,
			Message: strconv.Itoa(more) + " more keys of the header do nothing"})
	}
	return texts
}

// mostIgnored keys are named one by one.
const mostIgnored = 20

func (r *reader) ignored(f field, nth int, known []string) {
	if nth > mostIgnored {
		return
	}
	hint := "a prompt's header may say " + strings.Join(known, " and ")
	for _, k := range known {
		if plain(k) == plain(f.key) {
			hint = "write " + k
		}
	}
	r.note(fault.Problem{Line: f.line, Column: f.column, Rule: "text/ignored-key", Severity: fault.SeverityWarning,
		Message: "the key " + quote(f.key) + " does nothing here", Hint: hint})
}

// plain is a key without what people vary: case, hyphens and underscores.
func plain(key string) string {
	return strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(cut(key)))
}

// value is a field's text on one line. One that could steer a terminal is
// dropped: a description stands in lists and may be sent to an assistant.
func (r *reader) value(f field) string {
	if f.remark != "" {
		r.header(f, f.severity, f.remark, f.hint)
	}
	text := strings.Join(strings.Fields(f.text), " ")
	for _, c := range text {
		if unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) {
			r.header(f, fault.SeverityWarning, f.key+" holds the control character "+fmt.Sprintf("%U", c)+" and is dropped", "remove the character")
			return ""
		}
	}
	return text
}

func (r *reader) header(f field, s fault.Severity, message, hint string) {
	r.note(fault.Problem{Line: f.line, Column: f.column, Rule: "text/header", Severity: s, Message: message, Hint: hint})
}
