package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/clean"
	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/sandbox"
	"usher/pkg/trust"
)

func newServerListCmd(a *app) *cobra.Command {
	o := serverListOptions{app: a}
	return &cobra.Command{
		Use:   "list",
		Short: "List servers with their state",
		Long: `List every server of mcp.json with its layer, status and what it runs, and every
entry that was dropped or shadowed, with the reason. Nothing is started.

EXIT STATUS
  0  listed, problems included
  2  the places are not usable, or the command was not understood`,
		Example: `  # as a table
  usher server list

  # the digests, for a script
  usher server list -o json`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
}

type serverListOptions struct{ *app }

func (o *serverListOptions) run(context.Context, []string) (output.View, error) {
	_, s, err := o.standing()
	if err != nil {
		return nil, err
	}
	v := serverListView{Servers: []serverRow{}, Problems: append([]fault.Problem{}, s.Problems...)}
	if s.LedgerErr != nil {
		v.Problems = append(v.Problems, fault.Problem{Rule: "ledger/unreadable", Message: s.LedgerErr.Error()})
	}
	for _, sv := range s.Set.Servers {
		v.Servers = append(v.Servers, rowOf(s, sv))
	}
	for _, d := range s.Set.Dropped {
		v.Servers = append(v.Servers, serverRow{ID: d.ID, Layer: d.Layer, Status: "dropped", LastError: d.Problem.Message})
	}
	return v, nil
}

func rowOf(s *engine.Standing, sv effective.Server) serverRow {
	l := s.Set.Launch(sv)
	r := serverRow{
		ID: string(sv.ID), Layer: sv.Layer, Runs: sv.Runs(), Reach: []string{}, LastError: l.Why,
		Digest: string(l.Key.Digest), ShadowedBy: sv.ShadowedBy,
		Approved: sv.Layer == trust.Machine || s.LedgerErr == nil && s.Ledger.Approved(l.Key),
	}
	if sv.Local() {
		r.Reach = sandbox.Describe(sv.Reach)
	}
	switch {
	case sv.ShadowedBy != "":
		r.Status = "shadowed"
	case sv.Disabled:
		r.Status = "disabled"
	case l.Why != "":
		r.Status = "unavailable"
	case !r.Approved:
		r.Status = "needs approval"
	default:
		r.Status = "not probed"
	}
	return r
}

// serverRow is one server of the list (SPEC S11, 20). Tools is null until the
// server was asked.
type serverRow struct {
	ID         string   `json:"id"`
	Layer      string   `json:"layer"`
	Status     string   `json:"status"`
	Approved   bool     `json:"approved"`
	Tools      *int     `json:"tools"`
	LastError  string   `json:"lastError,omitempty"`
	Runs       string   `json:"runs"`
	Reach      []string `json:"reach"`
	Digest     string   `json:"digest,omitempty"`
	ShadowedBy string   `json:"shadowedBy,omitempty"`
}

type serverListView struct {
	Servers  []serverRow     `json:"servers"`
	Problems []fault.Problem `json:"problems"`
}

func (v serverListView) JSON() any { return v }

func (v serverListView) Text(w *output.Printer) {
	if len(v.Servers) == 0 {
		w.Line("no servers are defined")
	} else {
		rows := make([][]string, 0, len(v.Servers))
		for _, r := range v.Servers {
			status := r.Status
			if r.LastError != "" {
				status += ": " + r.LastError
			}
			rows = append(rows, []string{orDash(r.ID), r.Layer, status, r.Runs})
		}
		w.Table([]string{"ID", "LAYER", "STATUS", "RUNS"}, rows)
	}
	for _, r := range v.Servers {
		if r.Status == "needs approval" {
			w.Line("to approve " + r.ID + ": usher server approve " + r.ID + " --digest " + r.Digest)
		}
	}
	w.Problems(v.Problems)
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return clean.Line(s)
}
