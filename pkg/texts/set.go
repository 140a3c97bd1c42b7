package texts

import (
	"usher/pkg/fault"
	"usher/pkg/templates"
	"usher/pkg/trust"
)

// Input is where texts come from. Project counts only when State is Trusted; in
// another state what it holds is named as waiting.
type Input struct {
	Machine, Home string // the layers' folders, absolute; either may be missing
	Shared        string // a folder of skills of the user's layer, ~/.kaitoi/skills, read last; "" for none
	Project       trust.Folder
	State         trust.State
	Off           bool // policy texts.enabled is false: nothing is read (SPEC X8)
	ProjectFirst  bool // policy texts.precedence is project: skills and prompts of a project before yours (SPEC L7)
}

// Set is every text that holds here and now, by precedence: machine, yours,
// project by layout, then what is shared between assistants.
type Set struct {
	Instructions []Instructions
	Skills       []Skill
	Prompts      []Prompt
	// Waiting are the names that /name would have if the project folder were
	// trusted as it is now. WaitingSkills are the skills among them, and
	// WaitingInstructions the files that would be sent with every message.
	Waiting, WaitingSkills, WaitingInstructions []string
	Problems                                    []fault.Problem

	held []held
}

// Instructions are one file's text as it is sent with every message (SPEC X2).
type Instructions struct {
	templates.Instructions
	Label string // the file's name in its layer, such as .usher/instructions.md
}

// Skill is a skill as it stands.
type Skill struct {
	templates.Skill
	ShadowedBy string // layer of the skill that has the name, or ""
	Announced  bool   // it has a line in the catalogue; one that has none can still be loaded (SPEC X3)
}

// Prompt is a prompt or a command as it stands.
type Prompt struct {
	templates.Prompt
	ShadowedBy string // layer of the prompt that has the name, or ""
}

// Load reads the texts of every layer. It never fails: a folder or a file that
// cannot be used is a problem, and costs only itself.
func Load(in Input) Set {
	if in.Off {
		return Set{Problems: []fault.Problem{{
			Rule: "text/off", Severity: fault.SeverityNote,
			Message: "policy texts.enabled is false: no text is read, sent or expanded", Hint: "usher policy get texts.enabled",
		}}}
	}
	l := loader{in: in}
	l.load()
	return l.set
}

// Prompt gives what /name stands for: the prompt or command of that name, else
// the text of the skill of that name, letter for letter (SPEC X5). No skill stands
// in for a prompt that is there and cannot be used.
func (s *Set) Prompt(name string) (templates.Prompt, bool) {
	for _, p := range s.Prompts {
		if string(p.Name) == name && p.ShadowedBy == "" {
			return p.Prompt, true
		}
	}
	if _, lost := s.holds(aPrompt, name); lost {
		return templates.Prompt{}, false
	}
	if k, ok := s.Skill(name); ok {
		return k.AsPrompt(), true
	}
	return templates.Prompt{}, false
}

// Skill gives the skill that has the name.
func (s *Set) Skill(name string) (Skill, bool) {
	for _, k := range s.Skills {
		if string(k.Name) == name && k.ShadowedBy == "" {
			return k, true
		}
	}
	return Skill{}, false
}
