package cmd

import (
	"context"
	"strings"

	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/term"
)

// answersTo are the answers on the command line and, at a person's terminal, those
// to the questions that are left. What is missing then, mcp.Preset names.
func (o *serverAddOptions) answersTo(ctx context.Context, p mcp.Preset) (map[string]string, error) {
	answers := map[string]string{}
	for _, text := range o.answers {
		name, value, ok := strings.Cut(text, "=")
		switch _, twice := answers[name]; {
		case !ok:
			return nil, fault.New(fault.Usage, "--answer is written NAME=TEXT", "what is asked for: usher server presets "+string(p.ID))
		case twice:
			return nil, fault.New(fault.Usage, "an answer is given twice", "give it once")
		}
		answers[name] = value
	}
	missing := unanswered(p, answers)
	if len(missing) == 0 {
		return answers, nil
	}
	if _, person := term.LookAtPerson(o.Getenv, o.Stdin); !person {
		return nil, o.needsAnswers(p, missing)
	}
	tty, err := term.OpenTTY()
	if err != nil {
		return nil, err
	}
	defer func() { _ = tty.Close() }()
	for _, in := range missing {
		line, err := tty.Line(ctx, in.Name+": "+in.Prompt+", for example "+in.Example+": ")
		if err != nil {
			return nil, err
		}
		if answers[in.Name] = line; line == "" {
			return nil, fault.New(fault.Refused, "no answer was given for "+in.Name+"; nothing was saved", "usher server presets "+string(p.ID))
		}
	}
	return answers, nil
}

func unanswered(p mcp.Preset, answers map[string]string) []mcp.PresetInput {
	var out []mcp.PresetInput
	for _, in := range p.Inputs {
		if answers[in.Name] == "" {
			out = append(out, in)
		}
	}
	return out
}

// needsAnswers says what is asked for, where nobody is there to be asked.
func (o *serverAddOptions) needsAnswers(p mcp.Preset, missing []mcp.PresetInput) error {
	line, what := "usher server add --preset "+string(p.ID), ""
	for _, in := range p.Inputs {
		line += " --answer " + in.Name + "=" + engine.QuoteArg(in.Example)
	}
	for i, in := range missing {
		if i > 0 {
			what += "; "
		}
		what += in.Name + ", " + in.Prompt
	}
	return fault.New(fault.Usage, "the preset "+string(p.ID)+" needs an answer: "+what, "for example: "+o.again(line), "what to do first: usher server presets "+string(p.ID))
}
