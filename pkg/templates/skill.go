package templates

import (
	"strings"

	"usher/pkg/fault"
	"usher/pkg/names"
)

// Skill is a text that an assistant loads when a task calls for it (SPEC X3).
type Skill struct {
	Name        names.TextName // its folder's name
	Description string         // one line
	Body        string         // the text after the header: its exact bytes
	Layer, File string
}

// AsPrompt is the skill as what /name stands for: its text letter for letter, in
// which nothing is a place for arguments (SPEC X5).
func (s Skill) AsPrompt() Prompt {
	return Prompt{Name: s.Name, Description: s.Description, Body: s.Body, Literal: true, Layer: s.Layer, File: s.File}
}

// ParseSkill reads the bytes of skills/folderName/SKILL.md.
func ParseSkill(folderName string, data []byte, layer, path string) (Skill, []fault.Problem, bool) {
	r := &reader{file: path, entry: cut(folderName)}
	name, err := names.ParseTextName(folderName)
	if err != nil {
		r.note(fault.Problem{Rule: "text/bad-name", Message: "the folder name " + quote(folderName) + " is not a skill's: " + err.Error()})
	}
	text, sound := r.text(data)
	if !sound || err != nil {
		return Skill{}, r.found, false
	}
	head, body := r.split(text)
	known := []string{"description", "name"}
	values := r.values(r.fields(head, known...), known...)
	if strings.TrimSpace(values[0]) == "" {
		r.note(fault.Problem{Rule: "text/no-description", Message: "the skill has no description"})
		return Skill{}, r.found, false
	}
	return Skill{Name: name, Description: values[0], Body: body, Layer: layer, File: path}, r.found, true
}
