package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/output"
)

func newSkillNewCmd(a *app) *cobra.Command {
	o := skillNewOptions{app: a}
	cmd := &cobra.Command{
		Use:   "new <name>",
		Short: "Write a first skill",
		Long: `Write skills/NAME/SKILL.md in the assistant folder: a header with the description
that an assistant is told, and a text. It works as it is and is meant to be changed.

With --project DIR it is the folder's, .usher/skills/NAME/SKILL.md, and the folder
counts as changed until you trust it again. Nothing that exists is overwritten.

EXIT STATUS
  0  written
  1  there is such a file, or it could not be written
  2  refused, or the command was not understood; nothing was written`,
		Example: `  # for yourself
  usher skill new release-notes

  # for everybody who works in this folder
  usher skill new release-notes --project .`,
		Args:              takes(1, 1),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	run := a.show(o.run)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.inProject = cmd.Flags().Changed("project")
		return run(cmd, args)
	}
	return cmd
}

type skillNewOptions struct {
	*app
	inProject bool
}

// firstSkill is what skill new writes.
const firstSkill = `---
description: Use when the task is … (one line; it is all that the assistant knows before it loads this)
---
1. Say what to look at first.
2. Say what to do, and with which tools. Each call still goes through the gate.
3. Say how to tell that it is done.
`

func (o *skillNewOptions) run(ctx context.Context, args []string) (output.View, error) {
	name, err := newTextName("skill", args[0])
	if err != nil {
		return nil, err
	}
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	at, err := o.textAt(g, o.inProject, skillsFolder, string(name), skillFile)
	if err != nil {
		return nil, err
	}
	if err := at.write(ctx, g, firstSkill, "edit it, or give another name: usher skill new NAME"); err != nil {
		return nil, err
	}
	v := newTextView{Kind: "skill", Name: string(name), Layer: at.layer(), File: at.file, Notes: o.changes(at)}
	w := o.wordingOf(g, false)
	for _, s := range w.said.Skills {
		if s.Name == name && s.File == at.file && s.ShadowedBy != "" {
			v.Notes = append(v.Notes, o.hidden("skill", s.ShadowedBy))
		}
	}
	v.Notes = append(v.Notes, o.offNotes(w)...)
	v.Next = []string{"write its description and text, then: " + o.again("usher skill list")}
	if o.inProject {
		v.Next = []string{"write its description and text, then: " + o.trustLine("show", at.project)}
	}
	return v, nil
}
