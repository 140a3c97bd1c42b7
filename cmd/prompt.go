package cmd

import (
	"github.com/spf13/cobra"

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

// prompts are the templates that hold here and now.
func (a *app) prompts() (texts.Prompts, ground, error) {
	g, err := a.ground()
	if err != nil {
		return texts.Prompts{}, g, err
	}
	in := texts.Input{Machine: g.at.Machine, Home: g.at.Home, Project: g.Project.Folder, State: g.Project.State}
	if in.Project.Path == "" && !a.flags.noProject {
		// A folder nobody decided about gives no prompt; that one waits is worth saying.
		in.Project, in.State = a.undecided(g), trust.NotTrusted
	}
	return texts.Load(in), g, nil
}

// undecided is the folder that a showing command would find (SPEC L5).
func (a *app) undecided(g ground) trust.Folder {
	path := trust.FindLayout(g.at.WorkDir, a.Getenv("HOME"))
	if path == "" {
		return trust.Folder{}
	}
	return trust.ReadFolder(path, nil)
}

// promptNames completes names of prompts.
func (a *app) promptNames() []string {
	ps, _, err := a.prompts()
	if err != nil {
		return nil
	}
	var names []string
	for _, p := range ps.All {
		if p.ShadowedBy == "" {
			names = append(names, string(p.Name))
		}
	}
	return names
}
