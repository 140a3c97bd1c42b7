package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/texts"
	"usher/pkg/trust"
)

func newPromptCmd(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:   "prompt <command>",
		Short: "Expand, list and show prompt templates",
		Long: `Work with prompt templates: prompts/NAME.md in the assistant folder, and in a
project folder that you trusted. They only change what an assistant is told.

EXIT STATUS
  2  no command was given, or it was not understood`,
		Example: `  # what is there
  usher prompt list`,
	},
		newPromptExpandCmd(a),
		newPromptListCmd(a),
		newPromptShowCmd(a),
	)
}

// prompts are the templates that hold here and now. Those of a project folder
// that is not trusted now are only named, as waiting (SPEC T1, X5).
type prompts struct {
	texts texts.Set
	ground
	folder string // the project folder whose prompts wait, "" for none
	look   string // the command that shows it
}

func (a *app) prompts() (prompts, error) {
	g, err := a.ground()
	if err != nil {
		return prompts{}, err
	}
	in := texts.Input{Machine: g.at.Machine, Home: g.at.Home, Project: g.Project.Folder, State: g.Project.State}
	if path := g.overlooked(); in.Project.Path == "" && path != "" {
		// A folder nobody decided about gives no prompt; that one waits is worth saying.
		in.Project, in.State = trust.ReadFolder(path, nil), trust.NotTrusted
	}
	return prompts{texts.Load(in), g, in.Project.Path, a.trustLine("show", in.Project.Path)}, nil
}

// told refuses to give a prompt out while nobody can say what policy is: it may
// be that none is to be (SPEC C4).
func (ps prompts) told() error {
	if err := ps.policyRead(); err != nil {
		return err
	}
	if ps.Policy.Usable() {
		return nil
	}
	e := fault.New(fault.Failed, "the policy cannot be used, so no prompt is expanded", "mend what is named here, then repeat the command")
	e.Problems = failing(ps.ground.Problems)
	return e
}

// names are those of every prompt that can be expanded.
func (ps prompts) names() []string {
	var names []string
	for _, p := range ps.texts.Prompts {
		if p.ShadowedBy == "" {
			names = append(names, string(p.Name))
		}
	}
	return names
}

// completePrompt offers the names with what follows them and what they are for;
// with a slash where the person typed one.
func (a *app) completePrompt(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var offered []cobra.Completion
	if ps, err := a.prompts(); err == nil && len(args) == 0 {
		slash := ""
		if len(typed) > 0 && typed[0] == '/' {
			slash = "/"
		}
		for _, p := range ps.texts.Prompts {
			if p.ShadowedBy == "" {
				about := list(sentences(p.ArgumentHint, p.Description))
				offered = append(offered, cobra.CompletionWithDesc(slash+string(p.Name), clean.Line(about)))
			}
		}
		rows, _, _ := ps.serverPrompts()
		for _, r := range rows {
			offered = append(offered, cobra.CompletionWithDesc(slash+r.Name, clean.Line(list(sentences(r.ArgumentHint, r.Description)))))
		}
	}
	return offered, cobra.ShellCompDirectiveNoFileComp
}

// interrupted is the error of a command whose context ended first.
func interrupted(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return fault.New(fault.Interrupted, "interrupted")
}
