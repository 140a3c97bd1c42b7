package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/output"
)

func newSkillShowCmd(a *app) *cobra.Command {
	o := skillShowOptions{app: a}
	return &cobra.Command{
		Use:   "show <name>",
		Short: "Print what an assistant loads",
		Long: `Print a skill's text as the tool app__skill_load gives it to an assistant: its file
without the header, byte for byte, with nothing added. -o json also says where it
comes from. At a terminal, characters that could steer it are shown as escapes.

No gate is asked: this is for you. "usher call app__skill_load" goes through it.

EXIT STATUS
  0  printed
  1  the policy cannot be used, or the text could not be written
  2  there is no such skill, policy sends no texts, or the command was not understood`,
		Example: `  # what would it read?
  usher skill show release-notes

  # its file, to edit it
  usher skill show release-notes -o json | jq -r .file`,
		Args:              takes(1, 1),
		ValidArgsFunction: a.completeSkill,
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), args) },
	}
}

type skillShowOptions struct{ *app }

func (o *skillShowOptions) run(ctx context.Context, args []string) error {
	w, err := o.wording()
	if err != nil {
		return err
	}
	s, err := w.skill(trimSlash(args[0]))
	if err != nil {
		return err
	}
	return o.putText(ctx, asTyped(s.Body), func(whole string) output.View { return skillView{skillRowOf(s), whole} })
}

type skillView struct {
	skillRow
	Body string `json:"body"`
}

func (v skillView) JSON() any { return v }

func (v skillView) Text(w *output.Printer) { w.Text(v.Body) }
