package cmd

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"usher/pkg/output"
	"usher/pkg/trust"
)

func newGrantListCmd(a *app) *cobra.Command {
	o := grantListOptions{app: a}
	return &cobra.Command{
		Use:   "list",
		Short: "List every decision about tools",
		Long: `List every decision about tools, and whether it holds now: a decision for a
launch that has changed since holds no more, a deny always does. What stands here
is what you said; policy and hooks can only be stricter.

EXIT STATUS
  0  listed
  1  the ledger cannot be read
  2  the places are not usable, or the command was not understood`,
		Example: `  # as a table
  usher grant list

  # with digests, for a script
  usher grant list -o json`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
}

type grantListOptions struct{ *app }

func (o *grantListOptions) run(context.Context, []string) (output.View, error) {
	g, err := o.ground()
	switch {
	case err != nil:
		return nil, err
	case g.LedgerErr != nil:
		return nil, g.LedgerErr
	}
	v := grantListView{Grants: []grantRow{}}
	for _, d := range g.Ledger.Decisions() {
		if d.Kind != trust.Mark {
			continue
		}
		why := g.asleep(d)
		v.Grants = append(v.Grants, grantRow{
			Server: string(d.Server), Tool: d.Tool, Decision: orUnset(d.Decision), ReadOnly: d.ReadOnly,
			Layer: d.Layer, Folder: d.Folder, Digest: string(d.Digest), Holds: why == "", Because: why,
		})
	}
	return v, nil
}

// asleep is why a mark does not count now; "" for one that does.
func (g ground) asleep(d trust.Decision) string {
	if d.Decision == trust.Deny {
		return ""
	}
	sv, ok := g.Set.Find(d.Server)
	if !ok {
		return "the server is not defined"
	}
	l := g.Set.Launch(sv)
	switch {
	case l.Why != "":
		return "the server cannot be started: " + l.Why
	case l.Key.Layer != d.Layer || l.Key.Folder != d.Folder:
		return "it is for another server of that id"
	case l.Key.Digest != d.Digest:
		return "the launch has changed"
	case d.Tool == trust.Star && d.Decision != trust.Ask && !g.covers(d):
		return "no tool was known when it was given"
	case d.Asleep:
		return "the tool has changed since; mark it again to wake it"
	}
	return ""
}

// covers reports whether a '*' allow covers any tool.
func (g ground) covers(star trust.Decision) bool {
	return slices.ContainsFunc(g.Ledger.Decisions(), func(d trust.Decision) bool {
		return d.Kind == trust.Covered && d.Server == star.Server && d.Digest == star.Digest
	})
}

type grantRow struct {
	Server   string `json:"server"`
	Tool     string `json:"tool"`
	Decision string `json:"decision"` // allow, ask, deny or unset
	ReadOnly bool   `json:"readOnly"`
	Layer    string `json:"layer"`
	Folder   string `json:"folder"`
	Digest   string `json:"digest"`
	Holds    bool   `json:"holds"`
	Because  string `json:"because"` // why it does not hold
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
		decision, holds := g.Decision, "yes"
		if g.ReadOnly {
			decision += ", read-only"
		}
		if !g.Holds {
			holds = "no: " + g.Because
		}
		rows = append(rows, []string{g.Server, g.Tool, decision, holds})
	}
	w.Table([]string{"SERVER", "TOOL", "DECISION", "HOLDS"}, rows)
}
