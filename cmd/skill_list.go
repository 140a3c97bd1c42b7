package cmd

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/texts"
)

func newSkillListCmd(a *app) *cobra.Command {
	o := skillListOptions{app: a}
	return &cobra.Command{
		Use:   "list",
		Short: "List skills",
		Long: `List every skill with its description, its size in bytes, whether an assistant is
told of it, its layer and file, what is shadowed and by what, what was dropped and
why, and what waits for a folder to be trusted.

The catalogue that an assistant is sent has a limit. A skill past it is not
announced: the assistant does not know of it, but you can name it, and /NAME and
"usher skill show" give its text.

EXIT STATUS
  0  listed, problems included
  2  the places are not usable, or the command was not understood`,
		Example: `  # what would an assistant know of?
  usher skill list`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
}

type skillListOptions struct{ *app }

func (o *skillListOptions) run(context.Context, []string) (output.View, error) {
	w, err := o.wording()
	if err != nil {
		return nil, err
	}
	_, off := w.off()
	v := skillListView{
		Enabled: !off, Skills: []skillRow{}, Waiting: append([]string{}, w.said.WaitingSkills...),
		CatalogueTokens: texts.Tokens(w.said.Catalogue()), Problems: o.textProblems(w, "skill"), look: w.look,
	}
	for _, s := range w.said.Skills {
		row := skillRowOf(s)
		row.Announced, row.off = row.Announced && !off, off
		v.Skills = append(v.Skills, row)
	}
	if off {
		v.CatalogueTokens = 0
	}
	return v, nil
}

func skillRowOf(s texts.Skill) skillRow {
	return skillRow{
		Name: string(s.Name), Description: s.Description, Announced: s.Announced, Bytes: len(s.Body), Tokens: texts.Tokens(s.Body),
		Layer: s.Layer, File: s.File, ShadowedBy: s.ShadowedBy,
	}
}

type skillRow struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Announced   bool   `json:"announced"` // it has a line in the catalogue
	Bytes       int    `json:"bytes"`     // of its text, without the header
	Tokens      int    `json:"tokens"`    // roughly
	Layer       string `json:"layer"`
	File        string `json:"file"`
	ShadowedBy  string `json:"shadowedBy,omitempty"`

	off bool // policy has no text sent
}

// state is what comes of the skill.
func (r skillRow) state() string {
	switch {
	case r.ShadowedBy != "":
		return "shadowed by " + r.ShadowedBy
	case r.off:
		return "off"
	case r.Announced:
		return "announced"
	}
	return "not announced"
}

type skillListView struct {
	Enabled         bool            `json:"enabled"` // policy texts.enabled
	Skills          []skillRow      `json:"skills"`
	Waiting         []string        `json:"waiting"`
	CatalogueTokens int             `json:"catalogueTokens"` // roughly, with each message
	Problems        []fault.Problem `json:"problems"`

	look string // the command that shows the folder whose skills wait
}

func (v skillListView) JSON() any { return v }

func (v skillListView) Text(w *output.Printer) {
	if len(v.Skills) == 0 {
		w.Line("no skills are loaded")
	} else {
		rows := make([][]string, 0, len(v.Skills))
		for _, s := range v.Skills {
			rows = append(rows, []string{s.Name, s.state(), strconv.Itoa(s.Bytes), s.Description, s.Layer, s.File})
		}
		w.Table([]string{"SKILL", "STATE", "BYTES", "DESCRIPTION", "LAYER", "FILE"}, rows)
		w.Line(fmt.Sprintf("the catalogue costs about %d tokens with each message", v.CatalogueTokens))
	}
	if v.Enabled && slices.ContainsFunc(v.Skills, func(s skillRow) bool { return !s.Announced && s.ShadowedBy == "" }) {
		w.Line(fmt.Sprintf("not announced: the catalogue has %d characters; shorten descriptions, or remove skills", texts.MaxCatalogue))
	}
	for _, name := range v.Waiting {
		w.Line(name + " waits until its folder is trusted: " + v.look)
	}
	w.Problems(v.Problems)
}
