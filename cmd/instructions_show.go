package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/texts"
)

func newInstructionsShowCmd(a *app) *cobra.Command {
	o := instructionsShowOptions{app: a}
	return &cobra.Command{
		Use:   "show",
		Short: "Show the standing instructions that are sent",
		Long: `Show each file of standing instructions: its layer, how many characters it has, how
many of them are sent, roughly how many tokens each message pays for it, and the text
that is sent. The first 6000 characters of each file count; that it is cut is said.
The machine's come first, then yours, then a trusted project's.

"usher context" prints them in the words that they are sent in.

EXIT STATUS
  0  shown, problems included
  2  the places are not usable, or the command was not understood`,
		Example: `  # what does each message carry?
  usher instructions show`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
}

type instructionsShowOptions struct{ *app }

func (o *instructionsShowOptions) run(context.Context, []string) (output.View, error) {
	w, err := o.wording()
	if err != nil {
		return nil, err
	}
	_, off := w.off()
	v := instructionsView{Enabled: !off, Files: []instructionsRow{}, Waiting: append([]string{}, w.said.WaitingInstructions...), Problems: o.textProblems(w, "instructions"), look: w.look}
	for _, in := range w.said.Instructions {
		row := instructionsRow{
			Layer: in.Layer, File: in.File, Characters: in.Characters, Cut: in.Cut, Sent: min(in.Characters, texts.MaxInstructions),
			Tokens: texts.Tokens(in.Text), Text: in.Text,
		}
		v.Files = append(v.Files, row)
		v.Tokens += row.Tokens
	}
	if off {
		v.Tokens = 0
	}
	return v, nil
}

type instructionsRow struct {
	Layer      string `json:"layer"`
	File       string `json:"file"`
	Characters int    `json:"characters"`
	Sent       int    `json:"sent"` // of them
	Cut        bool   `json:"cut"`
	Tokens     int    `json:"tokens"` // roughly, with each message
	Text       string `json:"text"`   // what is sent
}

type instructionsView struct {
	Enabled  bool              `json:"enabled"` // policy texts.enabled
	Files    []instructionsRow `json:"files"`
	Tokens   int               `json:"tokens"` // roughly, with each message
	Waiting  []string          `json:"waiting"`
	Problems []fault.Problem   `json:"problems"`

	look string // the command that shows the folder whose instructions wait
}

func (v instructionsView) JSON() any { return v }

func (v instructionsView) Text(w *output.Printer) {
	if len(v.Files) == 0 {
		w.Line("no instructions are sent")
	}
	for _, f := range v.Files {
		size := fmt.Sprintf("%d characters", f.Characters)
		if f.Cut {
			size += fmt.Sprintf(", cut: only the first %d are sent", f.Sent)
		}
		w.Heading(fmt.Sprintf("%s (%s): %s, about %d tokens with each message", f.File, f.Layer, size, f.Tokens))
		w.Text(f.Text)
	}
	if len(v.Files) > 1 {
		w.Line(fmt.Sprintf("together about %d tokens with each message", v.Tokens))
	}
	for _, name := range v.Waiting {
		w.Line(name + " waits until its folder is trusted: " + v.look)
	}
	w.Problems(v.Problems)
}
