package templates

import (
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/names"
)

// Skill is a text that an assistant loads when a task calls for it (SPEC X3).
type Skill struct {
	Name        names.TextName // its folder's name
	Description string         // one line, never ""
	Body        string         // the text after the header: its exact bytes
	Layer, File string
}

// AsPrompt is the skill as what /name stands for: its text letter for letter, in
// which nothing is a place for arguments (SPEC X5).
func (s Skill) AsPrompt() Prompt {
	return Prompt{Name: s.Name, Description: s.Description, Body: s.Body, Literal: true, Layer: s.Layer, File: s.File}
}

// ParseSkill reads the bytes of skills/folderName/SKILL.md. layer and path go into
// the Skill and the problems. Of severity error are, besides a prompt's:
// text/no-header and text/unclosed-header, text/no-description, text/name-mismatch,
// and text/header for a key that stands twice, a value that is no text or holds
// what a person does not see, and anchors or aliases. With one of them the skill is
// dropped, and they alone are told. Every other key does nothing and is reported
// as text/ignored-key (SPEC X1).
func ParseSkill(folderName string, data []byte, layer, path string) (s Skill, found []fault.Problem, usable bool) {
	r := &reader{file: path, entry: cut(folderName), skill: true}
	name := r.folder(folderName)
	text, sound := r.text(data)
	if !sound {
		return Skill{}, r.reasons(), false
	}
	head, body, ok := r.skillHeader(text)
	if !ok {
		return Skill{}, r.reasons(), false
	}
	description := r.described(folderName, head)
	r.hidden(text, body)
	if strings.TrimSpace(body) == "" {
		r.note(fault.Problem{Rule: "text/empty", Severity: fault.SeverityWarning,
			Message: "the skill holds no text", Hint: "write what to do below the header"})
	}
	if r.failed() {
		return Skill{}, r.reasons(), false
	}
	return Skill{Name: name, Description: description, Body: body, Layer: layer, File: path}, r.found, true
}

// reasons are why a skill is dropped, and nothing of what would matter in one that
// is not.
func (r *reader) reasons() []fault.Problem {
	var out []fault.Problem
	for _, p := range r.found {
		if p.Severity == fault.SeverityError {
			p.Message += ", so the skill is dropped"
			out = append(out, p)
		}
	}
	return out
}

// folder takes the skill's name from its folder's.
func (r *reader) folder(folderName string) names.TextName {
	name, err := names.ParseTextName(folderName)
	if err == nil {
		return name
	}
	p := fault.Problem{Rule: "text/bad-name", Message: "the folder name " + quote(folderName) + " is not a skill's: " + err.Error()}
	if better := suggest(folderName); better != "" {
		p.Hint = "rename it, for example to " + better
	}
	r.note(p)
	return ""
}

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
