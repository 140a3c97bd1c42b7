package mcp

import "strings"

// Prompt is one prompt as its server describes it. Description and those of the
// arguments are foreign text that must be cleaned before it is shown (SPEC X6, Q7).
type Prompt struct {
	Name        string // [A-Za-z0-9_.-]{1,128}
	Description string
	Arguments   []PromptArgument // in the server's order
}

// PromptArgument is what a prompt takes, always a text.
type PromptArgument struct {
	Name        string // [A-Za-z0-9_.-]{1,128}
	Description string
	Required    bool
}

// PromptList is what a server lists: the prompts that can be asked for, and those
// that cannot and why.
type PromptList struct {
	Prompts    []Prompt
	NotOffered []NotOffered
}

// Prompt finds an offered prompt by its exact name.
func (l PromptList) Prompt(name string) (Prompt, bool) {
	for _, p := range l.Prompts {
		if p.Name == name {
			return p, true
		}
	}
	return Prompt{}, false
}

// Argument finds a declared argument.
func (p Prompt) Argument(name string) (PromptArgument, bool) {
	for _, a := range p.Arguments {
		if a.Name == name {
			return a, true
		}
	}
	return PromptArgument{}, false
}

// Hint is the arguments as a usage line has them: <required>, [<optional>].
func (p Prompt) Hint() string {
	var words []string
	for _, a := range p.Arguments {
		word := "<" + a.Name + ">"
		if !a.Required {
			word = "[" + word + "]"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}
