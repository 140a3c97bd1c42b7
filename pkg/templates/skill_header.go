package templates

import (
	"slices"
	"strings"

	"usher/pkg/fault"
)

// skillHeader is the header that a skill must have.
func (r *reader) skillHeader(text string) (head, body string, ok bool) {
	const hint = "begin the file with ---, description: WHEN TO USE IT, and ---, each on a line"
	head, body, is := open(text)
	p := fault.Problem{Line: 1, Column: 1, Rule: "text/no-header", Hint: hint}
	switch is {
	case headerText:
		return head, body, true
	case plainText:
		p.Message = "the skill does not begin with a header between --- lines"
		if strings.TrimSpace(text) == "" {
			p.Message = "the skill's file is empty"
		}
	case unclosed:
		p.Rule, p.Message, p.Hint = "text/unclosed-header", saysUnclosed, hintUnclosed
	case unkeyed:
		p.Message = saysUnkeyed
	case tooLong:
		p.Rule, p.Message, p.Hint = "text/header", saysTooLong(len(head)), "move all but the description below the header"
	}
	r.note(p)
	return "", "", false
}

// described is the description, and checks the name that the header may repeat.
func (r *reader) described(folderName, head string) string {
	known := []string{"description", "name"}
	fields := r.fields(head, known...)
	values := r.values(fields, known...)
	at := func(key string) field {
		i := slices.IndexFunc(fields, func(f field) bool { return f.key == key })
		if i < 0 {
			return field{line: 1, column: 1}
		}
		return fields[i]
	}
	if values[0] == "" && !r.failed() {
		r.undescribed(fields, at("description"))
	}
	if f := at("name"); values[1] != "" && values[1] != folderName {
		r.note(fault.Problem{Line: f.line, Column: f.column, Rule: "text/name-mismatch",
			Message: "the header says name: " + quote(values[1]) + " and the folder is " + quote(folderName),
			Hint:    "make them the same, or remove the name"})
	}
	return values[0]
}

// undescribed says that there is no description, and what was meant to be one.
func (r *reader) undescribed(fields []field, f field) {
	message, hint := "the header has no description", "say in one line when to use the skill: description: …"
	if f.key != "" {
		message = "the description is empty"
	}
	for _, other := range fields {
		if f.key == "" && plain(other.key) == "description" {
			f, hint = other, "write the key in small letters: description"
		}
	}
	r.note(fault.Problem{Line: f.line, Column: f.column, Rule: "text/no-description", Message: message, Hint: hint})
}
