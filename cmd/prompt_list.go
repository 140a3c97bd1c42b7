package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/output"
)

func newPromptListCmd(a *app) *cobra.Command {
	o := promptListOptions{app: a}
	return &cobra.Command{
		Use:   "list",
		Short: "List prompt templates",
		Long: `List every prompt template with its arguments and description, what is shadowed
and by what, what was dropped and why, and what waits for a folder to be trusted.

EXIT STATUS
  0  listed, problems included
  2  the places are not usable, or the command was not understood`,
		Example: `  # as a table
  usher prompt list`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
}

type promptListOptions struct{ *app }

func (o *promptListOptions) run(context.Context, []string) (output.View, error) {
	ps, _, err := o.prompts()
	if err != nil {
		return nil, err
	}
	v := promptListView{Prompts: []promptRow{}, Waiting: append([]string{}, ps.Waiting...), Problems: append([]fault.Problem{}, ps.Problems...)}
	for _, p := range ps.All {
		v.Prompts = append(v.Prompts, promptRow{
			Name: string(p.Name), ArgumentHint: p.ArgumentHint, Description: p.Description,
			Layer: p.Layer, File: p.File, ShadowedBy: p.ShadowedBy,
		})
	}
	return v, nil
}

type promptRow struct {
	Name         string `json:"name"`
	ArgumentHint string `json:"argumentHint,omitempty"`
	Description  string `json:"description,omitempty"`
	Layer        string `json:"layer"`
	File         string `json:"file"`
	ShadowedBy   string `json:"shadowedBy,omitempty"`
}

type promptListView struct {
	Prompts  []promptRow     `json:"prompts"`
	Waiting  []string        `json:"waiting"`
	Problems []fault.Problem `json:"problems"`
}

func (v promptListView) JSON() any { return v }

func (v promptListView) Text(w *output.Printer) {
	if len(v.Prompts) == 0 {
		w.Line("no prompts are loaded")
	} else {
		rows := make([][]string, 0, len(v.Prompts))
		for _, p := range v.Prompts {
			layer := p.Layer
			if p.ShadowedBy != "" {
				layer += ", shadowed by " + p.ShadowedBy
			}
			rows = append(rows, []string{"/" + p.Name, p.ArgumentHint, p.Description, layer})
		}
		w.Table([]string{"PROMPT", "ARGUMENTS", "DESCRIPTION", "LAYER"}, rows)
	}
	for _, name := range v.Waiting {
		w.Line("/" + name + " waits until its project folder is trusted: usher trust show")
	}
	w.Problems(v.Problems)
}
