package templates

import (
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/names"
)

const (
	// MaxFile is the largest prompt file, in bytes (SPEC 18).
	MaxFile = 1 << 20
	// MaxHeader is the largest header, in bytes between its --- lines; a longer
	// one is text.
	MaxHeader = 4 << 10
)

// Prompt is a text that /name stands for (SPEC X4).
type Prompt struct {
	Name         names.TextName
	Description  string // one line, "" without one
	ArgumentHint string // one line such as <part> [fast], "" without one
	Body         string // the text after the header: its exact bytes, a BOM apart
	Literal      bool   // Body has no places for arguments: a skill's text
	Layer, File  string
}

// ParsePrompt reads the bytes of prompts/fileName. layer and path go into the
// Prompt and the problems. Problems of severity error make the prompt unusable
// (then the Prompt is empty): text/bad-name, text/too-large, text/utf8. With
// any other, the whole text is there: text/unclosed-header (what looks like a
// header and is not closed is text), text/ignored-key (a key that does
// nothing), text/header (a header read in another way than written, or a value
// that was dropped), text/hidden (characters that a person does not see),
// text/empty.
func ParsePrompt(fileName string, data []byte, layer, path string) (p Prompt, found []fault.Problem, usable bool) {
	r := &reader{file: path}
	name, named := r.name(fileName, fileName)
	return r.prompt(name, named, data, layer)
}

// ParseCommand reads the bytes of a command, below a folder of commands that may
// hold folders: frontend/component.md is frontend:component (SPEC X4). Every part
// of its path is a name of its own, so that no two files have one name. All else
// is as with a prompt.
func ParseCommand(below string, data []byte, layer, path string) (p Prompt, found []fault.Problem, usable bool) {
	r := &reader{file: path}
	name, named := r.command(below)
	return r.prompt(name, named, data, layer)
}

func (r *reader) prompt(name names.TextName, named bool, data []byte, layer string) (p Prompt, found []fault.Problem, usable bool) {
	text, sound := r.text(data)
	if !sound {
		return Prompt{}, r.found, false
	}
	head, body := r.split(text)
	known := []string{"description", "argument-hint"}
	values := r.values(r.fields(head, known...), known...)
	r.hidden(text, body)
	if strings.TrimSpace(body) == "" {
		r.note(fault.Problem{Rule: "text/empty", Severity: fault.SeverityWarning,
			Message: "the prompt holds no text", Hint: "write the message below the header"})
	}
	if !named {
		return Prompt{}, r.found, false
	}
	return Prompt{
		Name: name, Description: values[0], ArgumentHint: values[1], Body: body,
		Layer: layer, File: r.file,
	}, r.found, true
}

// reader collects what is wrong with one file.
type reader struct {
	file, entry string
	skill       bool // what makes a header say less than it could drops the file
	found       []fault.Problem
}

// failed reports that the file cannot be used.
func (r *reader) failed() bool {
	return slices.ContainsFunc(r.found, func(p fault.Problem) bool { return p.Severity == fault.SeverityError })
}

func (r *reader) note(p fault.Problem) {
	p.File, p.Entry = r.file, r.entry
	r.found = append(r.found, p)
}
