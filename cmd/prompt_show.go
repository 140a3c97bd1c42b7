package cmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/texts"
)

func newPromptShowCmd(a *app) *cobra.Command {
	o := promptShowOptions{app: a}
	return &cobra.Command{
		Use:   "show <name>",
		Short: "Show one prompt template",
		Long: `Show a prompt template as it stands, with the places for its arguments as
written; frontend:component is a project's command frontend/component.md, and a
skill is shown where no prompt has the name. Of a server's own prompt, /mcp:server:prompt, its description and
arguments are shown as last seen; its text is the server's, which "usher prompt
expand" asks for. Nothing is started.

EXIT STATUS
  0  shown
  2  there is no such prompt, its server may not run now, or the command was not understood`,
		Example: `  # what does /review say?
  usher prompt show review

  # what does a server's prompt take?
  usher prompt show /mcp:notes:summarise`,
		Args:              takes(1, 1),
		ValidArgsFunction: a.completePrompt,
		RunE:              a.show(o.run),
	}
}

type promptShowOptions struct{ *app }

func (o *promptShowOptions) run(_ context.Context, args []string) (output.View, error) {
	w, err := o.wording()
	if err != nil {
		return nil, err
	}
	name := strings.TrimPrefix(args[0], "/")
	if p, ok := serverPromptOf(name); ok {
		return p.show(w)
	}
	if why, half := halfNamed(name); half {
		return nil, fault.New(fault.Usage, why, "usher prompt list")
	}
	p, ok := w.said.Prompt(name)
	if !ok {
		return nil, w.unknownPrompt(name)
	}
	if off, is := w.off(); is {
		o.note(off.Message+standsAt(off), sentences(off.Hint)...)
	}
	o.remark(w.about(p))
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
