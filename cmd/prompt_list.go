package cmd

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/texts"
)

func newPromptListCmd(a *app) *cobra.Command {
	o := promptListOptions{app: a}
	return &cobra.Command{
		Use:   "list",
		Short: "List prompt templates",
		Long: `List every prompt template with its arguments and description, its file, what is
shadowed and by what, what was dropped and why, and what waits for a folder to be
trusted. A project's command frontend/component.md is /frontend:component. A skill
that no prompt shares its name with stands for one too: usher skill list.
USES are the places for arguments that its text has: a price such as $5 is one,
and is written \$5 where it is meant. A server's prompts are listed as they were
last seen, as /mcp:server:prompt; nothing is started. What a server lists under a
name that cannot be asked for is named among the problems, with why.

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
	w, err := o.wording()
	if err != nil {
		return nil, err
	}
	v := promptListView{Prompts: []promptRow{}, Unasked: []string{}, Waiting: []string{}, Problems: o.textProblems(w, "prompt"), look: w.look}
	_, off := w.off()
	v.Enabled = !off
	for _, p := range w.said.Prompts {
		v.Prompts = append(v.Prompts, promptRowOf(p))
	}
	for _, name := range w.said.Waiting {
		if !slices.Contains(w.said.WaitingSkills, name) {
			v.Waiting = append(v.Waiting, name)
		}
	}
	rows, unasked, bad := w.serverPrompts()
	v.Prompts, v.Unasked = append(v.Prompts, rows...), append(v.Unasked, unasked...)
	v.Problems = append(v.Problems, bad...)
	return v, nil
}

func promptRowOf(p texts.Prompt) promptRow {
	return promptRow{
		Name: string(p.Name), ArgumentHint: p.ArgumentHint, Description: p.Description, Uses: append([]string{}, p.Placeholders()...),
		Layer: p.Layer, File: p.File, ShadowedBy: p.ShadowedBy,
	}
}

type promptRow struct {
	Name         string   `json:"name"`
	ArgumentHint string   `json:"argumentHint,omitempty"`
	Description  string   `json:"description,omitempty"`
	Uses         []string `json:"uses"` // of $1 to $9 and $ARGUMENTS
	Layer        string   `json:"layer"`
	File         string   `json:"file"`
	ShadowedBy   string   `json:"shadowedBy,omitempty"`
	Server       string   `json:"server,omitempty"` // whose prompt it is
}

type promptListView struct {
	Enabled  bool            `json:"enabled"` // policy texts.enabled
	Prompts  []promptRow     `json:"prompts"`
	Waiting  []string        `json:"waiting"`
	Unasked  []string        `json:"notAsked"` // servers whose prompts are not known
	Problems []fault.Problem `json:"problems"`

	look string // the command that shows the folder whose prompts wait
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
			rows = append(rows, []string{"/" + p.Name, p.ArgumentHint, strings.Join(p.Uses, " "), p.Description, layer, p.File})
		}
		w.Table([]string{"PROMPT", "ARGUMENTS", "USES", "DESCRIPTION", "LAYER", "FILE"}, rows)
	}
	for _, name := range v.Waiting {
		w.Line("/" + name + " waits until its folder is trusted: " + v.look)
	}
	if len(v.Unasked) > 0 {
		w.Line("servers whose prompts are not known yet: " + list(v.Unasked) + "; to ask one: usher server tools ID --refresh")
	}
	w.Problems(v.Problems)
}
