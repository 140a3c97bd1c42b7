package cmd

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"usher/pkg/control"
	"usher/pkg/fault"
	"usher/pkg/output"
)

func newServeReloadCmd(a *app) *cobra.Command {
	o := serveReloadOptions{app: a}
	return &cobra.Command{
		Use:   "reload",
		Short: "Have running gateways read everything again",
		Long: `Have every gateway that runs with this assistant folder read everything again, end the
servers that may not run any more or are defined otherwise, and tell its assistants
to ask for the lists again. A server that was ended starts when it is next needed.

A gateway reads what you decided, your hooks and your servers again on each call, so
this is for assistants that should see a new list at once. It loosens nothing.

EXIT STATUS
  0  reloaded, or no gateway runs
  1  a gateway does not answer, or could not read
  2  the places are not usable, or the command was not understood`,
		Example: `  # after a change of mcp.json or of a policy
  usher serve reload`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
}

type serveReloadOptions struct{ *app }

func (o *serveReloadOptions) run(ctx context.Context, _ []string) (output.View, error) {
	at, err := o.places()
	if err != nil {
		return nil, err
	}
	found, problems := control.Find(ctx, at.State)
	v := reloadView{Gateways: []reloadedRow{}, Problems: append([]fault.Problem{}, problems...)}
	for _, r := range found {
		if r.Home != at.Home {
			continue
		}
		done, err := r.Reload(ctx)
		row := reloadedRow{PID: r.PID, Ended: append([]string{}, done.Ended...)}
		if err != nil {
			row.Error = err.Error()
		}
		v.Gateways, v.Problems = append(v.Gateways, row), append(v.Problems, done.Problems...)
	}
	return v, nil
}

type reloadedRow struct {
	PID   int      `json:"pid"`
	Ended []string `json:"ended"`
	Error string   `json:"error,omitempty"`
}

type reloadView struct {
	Gateways []reloadedRow   `json:"gateways"`
	Problems []fault.Problem `json:"problems"`
}

func (v reloadView) JSON() any { return v }

func (v reloadView) Text(w *output.Printer) {
	if len(v.Gateways) == 0 {
		w.Line("no gateway runs here, so there is nothing to reload")
	}
	for _, r := range v.Gateways {
		line := "gateway " + strconv.Itoa(r.PID)
		switch {
		case r.Error != "":
			line += ": " + r.Error
		case len(r.Ended) == 0:
			line += " read everything again; no server had to end"
		default:
			line += " read everything again and ended " + list(r.Ended)
		}
		w.Line(line)
	}
	w.Problems(v.Problems)
}

// Exit is 1 where a gateway did not do it.
func (v reloadView) Exit() int {
	for _, r := range v.Gateways {
		if r.Error != "" {
			return fault.Failed.Exit()
		}
	}
	for _, p := range v.Problems {
		if p.Rule == "gateway/silent" {
			return fault.Failed.Exit()
		}
	}
	return 0
}
