package texts

import (
	"cmp"
	"slices"

	"usher/pkg/fault"
	"usher/pkg/templates"
	"usher/pkg/trust"
)

// MaxInstructions is how many characters of each file of instructions are sent
// (SPEC X2, 18).
const MaxInstructions = 6000

// instructions takes one file; label is its name in its layer.
func (l *loader) instructions(layer, label, at string, data []byte) {
	in, problems, usable := templates.ParseInstructions(data, MaxInstructions, layer, at)
	l.note(problems...)
	if usable {
		l.set.Instructions = append(l.set.Instructions, Instructions{Instructions: in, Label: label})
	}
}

// order puts the instructions in their own order, which no policy changes: the
// machine's, yours, then the project's by layout (SPEC X2).
func (l *loader) order() {
	layers := []string{trust.Machine, trust.Yours, trust.Project}
	slices.SortStableFunc(l.set.Instructions, func(a, b Instructions) int {
		return cmp.Compare(slices.Index(layers, a.Layer), slices.Index(layers, b.Layer))
	})
}

// behind tells of a skill that a prompt of the same name stands before: /name is
// the prompt, and the skill is loaded by its name alone (SPEC X5).
func (l *loader) behind() {
	for _, k := range l.set.Skills {
		for _, p := range l.set.Prompts {
			if p.Name == k.Name && p.ShadowedBy == "" && k.ShadowedBy == "" {
				l.note(fault.Problem{
					File: k.File, Entry: string(k.Name), Rule: "text/behind-prompt", Severity: fault.SeverityNote,
					Message: "/" + string(k.Name) + " is the prompt in " + p.File + "; the skill of that name can be loaded, and has no /name",
					Hint:    "rename one of the two",
				})
			}
		}
	}
}
