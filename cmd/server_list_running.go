package cmd

import (
	"context"
	"fmt"
	"slices"

	"usher/pkg/control"
	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/mcp/client"
	"usher/pkg/trust"
)

// running are the gateways that run with this assistant folder.
func (a *app) running(ctx context.Context, g ground) ([]control.Running, []fault.Problem) {
	found, problems := control.Find(ctx, g.at.State)
	return slices.DeleteFunc(found, func(r control.Running) bool { return r.Home != g.at.Home }), problems
}

// has reports a gateway in which this server may run.
func (g ground) has(r control.Running, sv effective.Server) bool {
	return sv.Layer != trust.Project || r.Project == g.at.Project
}

// asRunning takes the state of servers from the gateways that run for the same project
// folder, so that none is started a second time to be looked at (SPEC V6). A server
// that no gateway runs is left to the probe.
func (o *serverListOptions) asRunning(ctx context.Context, g ground, rows []serverRow) []fault.Problem {
	gateways, problems := o.running(ctx, g)
	for i := range rows {
		for _, r := range gateways {
			at := slices.IndexFunc(r.Servers, func(s control.Server) bool { return s.ID == rows[i].ID && s.Digest == rows[i].Digest })
			if rows[i].Status == notProbed && r.Project == g.at.Project && at >= 0 {
				rows[i].as(r.Servers[at], r.PID)
			}
		}
	}
	return problems
}

// as is a row with the state that a gateway tells.
func (r *serverRow) as(s control.Server, pid int) {
	switch s.State {
	case "ready":
		r.Status, r.Tools = "ready", &s.Tools
	case "starting":
		r.Status = "starting"
	case "waiting", "failed":
		r.Status, r.LastError, r.Next = string(client.Failed), s.Last, []string{"usher server restart " + r.ID}
	default: // it starts when it is next needed: what it would do then is not known
		return
	}
	r.Gateway = pid
}

// fromGateways says whose word a state is.
func (v serverListView) fromGateways() []string {
	var out []string
	for _, r := range v.Servers {
		if r.Gateway != 0 {
			out = append(out, fmt.Sprintf("%s (gateway %d)", r.ID, r.Gateway))
		}
	}
	return out
}
