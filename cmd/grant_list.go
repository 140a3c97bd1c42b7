package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/engine"
	"usher/pkg/output"
	"usher/pkg/trust"
)

func newGrantListCmd(a *app) *cobra.Command {
	o := grantListOptions{app: a}
	return &cobra.Command{
		Use:   "list",
		Short: "List every decision about tools",
		Long: `List every decision about tools, and whether it holds now: a decision for a
launch that has changed since holds no more, a deny always does.

EXIT STATUS
  0  listed
  1  the ledger cannot be read
  2  the places are not usable, or the command was not understood`,
		Example: `  # as a table
  usher grant list`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
}

type grantListOptions struct{ *app }

func (o *grantListOptions) run(context.Context, []string) (output.View, error) {
	_, s, err := o.standing()
	switch {
	case err != nil:
		return nil, err
	case s.LedgerErr != nil:
		return nil, s.LedgerErr
	}
	v := grantListView{Grants: []grantRow{}}
	for _, d := range s.Ledger.Decisions() {
		if d.Kind != trust.Mark {
			continue
		}
		v.Grants = append(v.Grants, grantRow{
			Server: string(d.Server), Tool: d.Tool, Decision: d.Decision, ReadOnly: d.ReadOnly,
			Layer: d.Layer, Digest: string(d.Digest), Holds: holds(s, d),
		})
	}
	return v, nil
}

// holds says in words whether a mark counts now.
func holds(s *engine.Standing, d trust.Decision) string {
	if d.Decision == trust.Deny {
		return "yes"
	}
	sv, ok := s.Set.Find(d.Server)
	if !ok {
		return "no: the server is not defined"
	}
	if l := s.Set.Launch(sv); l.Key.Digest != d.Digest || l.Key.Layer != d.Layer {
		return "no: the launch has changed"
	}
	if d.Tool == trust.Star && (d.Decision == trust.Allow || d.Decision == "") {
		return "no: no tool was known when it was given"
	}
	return "yes"
}

type grantRow struct {
	Server   string `json:"server"`
	Tool     string `json:"tool"`
	Decision string `json:"decision"`
	ReadOnly bool   `json:"readOnly"`
	Layer    string `json:"layer,omitempty"`
	Digest   string `json:"digest,omitempty"`
	Holds    string `json:"holds"`
}

type grantListView struct {
	Grants []grantRow `json:"grants"`
}

func (v grantListView) JSON() any { return v }

func (v grantListView) Text(w *output.Printer) {
	if len(v.Grants) == 0 {
		w.Line("nothing is decided: every tool asks")
		return
	}
	rows := make([][]string, 0, len(v.Grants))
	for _, g := range v.Grants {
		decision := g.Decision
		if decision == "" {
			decision = "unset"
		}
		if g.ReadOnly {
			decision += ", read-only"
		}
		rows = append(rows, []string{g.Server, g.Tool, decision, g.Holds})
	}
	w.Table([]string{"SERVER", "TOOL", "DECISION", "HOLDS"}, rows)
}
