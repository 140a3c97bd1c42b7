package cmd

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"usher/pkg/fault"
	"usher/pkg/mcp/gateway"
	"usher/pkg/templates"
)

// maxOffered is the most that a template may become when it is sent to an assistant.
const maxOffered = 4 << 20

// Instructions is what usher context prints; nothing where policy says so or cannot be
// told (SPEC X7, X8).
func (s served) Instructions() string {
	w := s.app.sentWording(s.g)
	if w.told() != nil {
		return ""
	}
	return w.said.Context()
}

// Prompts are the templates that hold; what is shadowed or waits is not there.
func (s served) Prompts() []gateway.Prompt {
	w := s.app.sentWording(s.g)
	if w.told() != nil {
		return nil
	}
	var out []gateway.Prompt
	for _, p := range w.said.Prompts {
		if p.ShadowedBy == "" {
			out = append(out, gateway.Prompt{Name: string(p.Name), Description: p.Description, Hint: argumentsOf(p.Prompt)})
		}
	}
	return out
}

// argumentsOf is what a template's arguments are, in its own words or else by the places
// that it has for them; "" where it takes none.
func argumentsOf(p templates.Prompt) string {
	if holes := p.Placeholders(); p.ArgumentHint == "" && len(holes) > 0 {
		return "what stands for " + strings.Join(holes, " ")
	}
	return p.ArgumentHint
}

// Expand puts arguments into a template, as usher prompt expand does with its name.
func (s served) Expand(name, rest string) (string, error) {
	w := s.app.sentWording(s.g)
	if err := w.sends(); err != nil {
		return "", err
	}
	p, known := w.said.Prompt(name)
	if !known {
		return "", w.unknownPrompt(name)
	}
	if n := p.Size(rest); n > maxOffered {
		return "", fault.New(fault.Refused, fmt.Sprintf("the prompt %q with these arguments has %d bytes, and at most %d are sent", name, n, maxOffered), "give it shorter arguments")
	}
	text := p.Expand(rest)
	if !utf8.ValidString(text) {
		return "", fault.New(fault.Refused, fmt.Sprintf("the prompt %q is not UTF-8, which an assistant cannot be sent", name), "usher prompt show "+name)
	}
	return text, nil
}

// Skill is the result of app__skill_load.
func (s served) Skill(args []byte) ([]byte, error) {
	res, err := s.app.skill(s.g, args)
	return res.Raw, err
}
