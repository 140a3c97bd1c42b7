package cmd

import (
	"context"
	"slices"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/texts"
)

func newContextCmd(a *app) *cobra.Command {
	o := contextOptions{app: a}
	return &cobra.Command{
		Use:   "context",
		Short: "Print what an assistant is sent with a message",
		Long: `Print exactly what an assistant is sent with each message: the standing instructions,
in words that say that they are guidance and never change what a tool may do, and
the catalogue of skills. Nothing is printed where there is neither. What was cut,
dropped or not announced is said on stderr.

-o json also names the parts, with roughly how many tokens each one costs. Nothing is
added at the end. At a terminal, characters that could steer it are shown as escapes.

EXIT STATUS
  0  printed
  1  the policy cannot be used, or the text could not be written
  2  the places are not usable, or the command was not understood`,
		Example: `  # what goes along?
  usher context

  # what does it cost?
  usher context -o json`,
		Args: takes(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
}

type contextOptions struct{ *app }

func (o *contextOptions) run(ctx context.Context) error {
	g, err := o.ground()
	if err != nil {
		return err
	}
	w := o.sentWording(g)
	if err := w.told(); err != nil {
		return err
	}
	v := contextOf(w, o.textProblems(w, ""))
	o.remark(slices.DeleteFunc(slices.Clone(v.Problems), func(p fault.Problem) bool {
		return p.Severity == fault.SeverityNote && !o.flags.verbose
	}))
	if v.Context == "" && len(v.Problems) == 0 && o.format() == output.Text {
		o.note("nothing is sent with a message: there are no instructions and no skills", o.again("usher instructions edit"))
	}
	return o.putText(ctx, asTyped(v.Context), func(string) output.View { return v })
}

// contextOf is what is sent, and its parts. Of a part the text is not repeated:
// it stands in the whole, in this order.
func contextOf(w wording, problems []fault.Problem) contextView {
	v := contextView{Context: w.said.Context(), Parts: []contextPart{}, Problems: problems}
	v.Characters, v.Tokens = utf8.RuneCountInString(v.Context), texts.Tokens(v.Context)
	for _, in := range w.said.Instructions {
		p := contextPart{Kind: "instructions", Layer: in.Layer, File: in.File, Cut: in.Cut}
		v.Parts = append(v.Parts, p.sized(in.Text))
	}
	if text := w.said.Catalogue(); text != "" {
		p := contextPart{Kind: "skills", Names: []string{}}
		for _, s := range w.said.Skills {
			if s.Announced {
				p.Names = append(p.Names, string(s.Name))
			}
		}
		v.Parts = append(v.Parts, p.sized(text))
	}
	return v
}

// contextPart is one thing that is sent.
type contextPart struct {
	Kind       string   `json:"kind"` // instructions or skills
	Layer      string   `json:"layer,omitempty"`
	File       string   `json:"file,omitempty"`
	Names      []string `json:"names,omitempty"` // of the skills
	Characters int      `json:"characters"`
	Cut        bool     `json:"cut"`
	Tokens     int      `json:"tokens"` // roughly
}

func (p contextPart) sized(text string) contextPart {
	p.Characters, p.Tokens = utf8.RuneCountInString(text), texts.Tokens(text)
	return p
}

type contextView struct {
	Context    string          `json:"context"`
	Characters int             `json:"characters"`
	Tokens     int             `json:"tokens"` // roughly, the words around the parts included
	Parts      []contextPart   `json:"parts"`
	Problems   []fault.Problem `json:"problems"`
}

func (v contextView) JSON() any { return v }

func (v contextView) Text(w *output.Printer) { w.Text(v.Context) }
