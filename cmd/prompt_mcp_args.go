package cmd

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/templates"
)

// maxPromptArguments bytes of arguments go to a server with one prompt.
const maxPromptArguments = 1 << 20

// typed is the prompt as a person types it again, with its arguments where they
// are short.
func (p serverPrompt) typed() string {
	const longest = 500
	text := "/mcp:" + string(p.server) + ":" + p.name
	switch rest := p.whole(); {
	case rest == "":
	case len(rest) > longest:
		text += " …"
	default:
		text += " " + rest
	}
	return text
}

// whole is everything after the name; words that a shell parted are joined by one
// blank (SPEC X5).
func (p serverPrompt) whole() string {
	if p.parted {
		return strings.Join(p.words, " ")
	}
	return p.rest
}

// arguments are the words under the names that the server declares: NAME=VALUE, or
// a value alone for the next name that no word gives. Of a prompt that takes one
// argument everything after its name is the value. No message repeats a word: it
// may be a value.
func (p serverPrompt) arguments(of mcp.Prompt) (map[string]string, error) {
	takes := of.Hint()
	if takes == "" {
		takes = "nothing"
	}
	wrong := func(why string) (map[string]string, error) {
		return nil, fault.New(fault.Usage, fmt.Sprintf("the prompt %q takes %s: %s", of.Name, takes, why),
			strings.TrimSpace("usher prompt expand '/mcp:"+string(p.server)+":"+of.Name+" "+example(of))+"'")
	}
	if whole := p.whole(); !utf8.ValidString(whole) || len(whole) > maxPromptArguments {
		return wrong(fmt.Sprintf("what follows its name is not UTF-8, or more than %d KiB", maxPromptArguments>>10))
	}
	out, why := p.named(of)
	if why != "" {
		return wrong(why)
	}
	for _, a := range of.Arguments {
		if _, given := out[a.Name]; a.Required && !given {
			return wrong(a.Name + " is not given")
		}
	}
	return out, nil
}

// named parts the words into arguments; why says what is wrong with them.
func (p serverPrompt) named(of mcp.Prompt) (out map[string]string, why string) {
	out = map[string]string{}
	if whole := p.whole(); len(of.Arguments) == 1 && !strings.HasPrefix(whole, of.Arguments[0].Name+"=") {
		if whole != "" {
			out[of.Arguments[0].Name] = whole
		}
		return out, ""
	}
	words := p.words
	if !p.parted {
		words = templates.Words(p.rest)
	}
	var alone []string
	for _, w := range words {
		name, value, names := strings.Cut(w, "=")
		_, declared := of.Argument(name)
		_, twice := out[name]
		switch {
		case names && declared && twice:
			return nil, name + " is given twice"
		case names && declared:
			out[name] = value
		case names && name != "":
			return nil, "a word names an argument that it does not have; a value that holds = is written NAME=VALUE"
		default:
			alone = append(alone, w)
		}
	}
	for _, a := range of.Arguments {
		if _, given := out[a.Name]; !given && len(alone) > 0 {
			out[a.Name], alone = alone[0], alone[1:]
		}
	}
	if len(alone) > 0 {
		return nil, "there are more words than that; quotes group"
	}
	return out, ""
}

// example is how the arguments of a prompt are written.
func example(of mcp.Prompt) string {
	var words []string
	for _, a := range of.Arguments {
		if a.Required || len(of.Arguments) == 1 {
			words = append(words, a.Name+"=…")
		}
	}
	return strings.Join(words, " ")
}
