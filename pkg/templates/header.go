package templates

import (
	"slices"
	"strconv"
	"strings"

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
	shapeless    bool // the value is a list or a map, and no text
	linked       bool // YAML's anchors or aliases are in the value
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
		switch seen[i]++; {
		case seen[i] == 1:
			texts[i] = r.value(f)
		case seen[i] > 2: // told once: a header may hold hundreds
		case r.skill:
			r.header(f, fault.SeverityError, f.key+" stands twice", "remove one of them")
		default:
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
	if r.skill && f.linked && !r.failed() {
		r.header(f, fault.SeverityError, "the key "+quote(f.key)+" uses YAML's anchors or aliases, which do nothing here", "write plain texts")
	}
	if nth > mostIgnored {
		return
	}
	hint, severity := "a prompt's header may say "+strings.Join(known, " and "), fault.SeverityWarning
	if r.skill {
		hint = "a skill's header may say " + strings.Join(known, " and ")
		if slices.Contains(descriptive(), f.key) {
			severity = fault.SeverityNote
		}
	}
	for _, k := range known {
		if plain(k) == plain(f.key) {
			hint = "write " + k
		}
	}
	r.note(fault.Problem{Line: f.line, Column: f.column, Rule: "text/ignored-key", Severity: severity,
		Message: "the key " + quote(f.key) + " does nothing here", Hint: hint})
}

// descriptive are keys that other assistants' skills carry and that promise
// nothing: no tool, model, hook or rule of loading.
func descriptive() []string {
	return []string{"license", "metadata", "version", "author", "compatibility", "homepage", "tags", "title"}
}

// plain is a key without what people vary: case, hyphens and underscores.
func plain(key string) string {
	return strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(cut(key)))
}

// value is a field's text on one line. One that could steer a terminal, or says
// what a person does not see, is dropped: a description stands in lists and is
// sent to assistants.
func (r *reader) value(f field) string {
	dropped, and := fault.SeverityWarning, " and is dropped"
	if r.skill {
		dropped, and = fault.SeverityError, "" // with the skill
	}
	switch {
	case f.shapeless:
		r.header(f, dropped, f.key+" is not a text"+and, f.hint)
	case f.remark != "":
		r.header(f, f.severity, f.remark, f.hint)
	}
	text := strings.Join(strings.Fields(f.text), " ")
	if c, at := hidden(text); at >= 0 {
		r.header(f, dropped, f.key+" holds "+named(c)+and, "remove the character")
		return ""
	}
	return text
}

func (r *reader) header(f field, s fault.Severity, message, hint string) {
	r.note(fault.Problem{Line: f.line, Column: f.column, Rule: "text/header", Severity: s, Message: message, Hint: hint})
}
