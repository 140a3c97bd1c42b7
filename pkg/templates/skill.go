package templates

import (
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
