package cmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/output"
	"usher/pkg/texts"
)

func newPromptShowCmd(a *app) *cobra.Command {
	o := promptShowOptions{app: a}
	return &cobra.Command{
		Use:   "show <name>",
		Short: "Show one prompt template",
		Long: `Show a prompt template as it stands, with the places for its arguments as
written.

EXIT STATUS
  0  shown
  2  there is no such prompt, or the command was not understood`,
		Example: `  # what does /review say?
  usher prompt show review`,
		Args:              takes(1, 1),
		ValidArgsFunction: a.completePrompt,
		RunE:              a.show(o.run),
	}
}

type promptShowOptions struct{ *app }

func (o *promptShowOptions) run(_ context.Context, args []string) (output.View, error) {
	ps, err := o.prompts()
	if err != nil {
		return nil, err
	}
	name := strings.TrimPrefix(args[0], "/")
	p, ok := ps.Find(name)
	if !ok {
		return nil, ps.unknown(name)
	}
	return promptView{promptRowOf(texts.Prompt{Prompt: p}), p.Body}, nil
}

type promptView struct {
	promptRow
	Body string `json:"body"`
}

func (v promptView) JSON() any { return v }

func (v promptView) Text(w *output.Printer) {
	w.Line(v.File)
	w.Text(v.Body)
}
