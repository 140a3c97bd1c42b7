package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/output"
)

func newPromptShowCmd(a *app) *cobra.Command {
	o := promptShowOptions{app: a}
	return &cobra.Command{
		Use:   "show <name>",
		Short: "Show one prompt template",
		Long: `Show a prompt template as it stands, with its arguments in place as written.

EXIT STATUS
  0  shown
  2  there is no such prompt, or the command was not understood`,
		Example: `  # what does /review say?
  usher prompt show review`,
		Args: takes(1, 1),
		ValidArgsFunction: found(func(_ context.Context, args []string) ([]string, error) {
			if len(args) > 0 {
				return nil, nil
			}
			return a.promptNames(), nil
		}),
		RunE: a.show(o.run),
	}
}

type promptShowOptions struct{ *app }

func (o *promptShowOptions) run(_ context.Context, args []string) (output.View, error) {
	ps, _, err := o.prompts()
	if err != nil {
		return nil, err
	}
	p, ok := ps.Find(args[0])
	if !ok {
		return nil, unknownPrompt(ps, args[0])
	}
	return promptView{Name: string(p.Name), ArgumentHint: p.ArgumentHint, Description: p.Description, Layer: p.Layer, File: p.File, Body: p.Body}, nil
}

type promptView struct {
	Name         string `json:"name"`
	ArgumentHint string `json:"argumentHint,omitempty"`
	Description  string `json:"description,omitempty"`
	Layer        string `json:"layer"`
	File         string `json:"file"`
	Body         string `json:"body"`
}

func (v promptView) JSON() any { return v }

func (v promptView) Text(w *output.Printer) {
	w.Line(v.File)
	w.Text(v.Body)
}
