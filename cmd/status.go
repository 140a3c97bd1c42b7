package cmd

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"usher/pkg/control"
	"usher/pkg/fault"
	"usher/pkg/output"
)

func newStatusCmd(a *app) *cobra.Command {
	o := statusOptions{app: a}
	return &cobra.Command{
		Use:   "status",
		Short: "Show the gateways that run",
		Long: `Show every gateway (usher serve) that runs with this state folder: its process, since
when, the project folder, how it speaks to assistants and to which, the servers it
started with their state, how many tools it offers, what it leaves out and why.

A server of a gateway is one of:

  ready     it runs
  starting  it is being started, or asked for its tools
  ended     it is started when it is next needed
  waiting   it failed, and is not started before the time that is shown
  failed    it failed too often, and is started again by usher server restart

It asks the gateways and starts nothing. Sockets that ended gateways left behind are
taken away.

EXIT STATUS
  0  shown, also where none runs
  1  a gateway does not answer
  2  the places are not usable, or the command was not understood`,
		Example: `  # what runs?
  usher status

  # for a script
  usher status -o json`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
}

type statusOptions struct{ *app }

func (o *statusOptions) run(ctx context.Context, _ []string) (output.View, error) {
	at, err := o.places()
	if err != nil {
		return nil, err
	}
	found, problems := control.Find(ctx, at.State)
	v := statusView{Gateways: []control.Status{}, Problems: append([]fault.Problem{}, problems...)}
	for _, r := range found {
		v.Gateways = append(v.Gateways, r.Status)
	}
	return v, ctx.Err()
}

type statusView struct {
	Gateways []control.Status `json:"gateways"`
	Problems []fault.Problem  `json:"problems"`
}

func (v statusView) JSON() any { return v }

func (v statusView) Text(w *output.Printer) {
	if len(v.Gateways) == 0 {
		w.Line("no gateway runs")
	}
	for _, g := range v.Gateways {
		gatewayText(w, g)
	}
	w.Problems(v.Problems)
}

// Exit is 1 where a gateway did not answer.
func (v statusView) Exit() int {
	if len(v.Problems) > 0 {
		return fault.Failed.Exit()
	}
	return 0
}

func gatewayText(w *output.Printer, g control.Status) {
	kind := "an endpoint"
	if g.Interactive {
		kind = "interactive"
	}
	w.Line(fmt.Sprintf("gateway %d, %s, on %s, since %s", g.PID, kind, g.Front, moment(g.Since)))
	who := "nobody yet"
	if len(g.Clients) > 0 {
		who = strings.Join(g.Clients, ", ")
	}
	w.Line("  speaks to: " + who)
	w.Line("  project folder: " + orDash(g.Project))
	w.Line("  tools offered: " + strconv.Itoa(g.Tools))
	if len(g.Servers) == 0 {
		w.Line("  no server was needed yet")
	} else {
		serversText(w, g.Servers)
	}
	w.Problems(g.LeftOut)
}

func serversText(w *output.Printer, servers []control.Server) {
	rows := make([][]string, 0, len(servers))
	for _, s := range servers {
		tools := "-"
		if s.State == "ready" {
			tools = strconv.Itoa(s.Tools)
		}
		rows = append(rows, []string{s.ID, s.State, tools, strconv.Itoa(s.Calls)})
	}
	w.Table([]string{"ID", "STATE", "TOOLS", "ASKED FOR"}, rows)
	for _, s := range servers {
		line := s.ID + ": " + s.Last
		if s.Last == "" {
			continue
		}
		w.Line(line)
		switch s.State {
		case "waiting":
			w.Line("  not started before " + moment(s.Next) + "; sooner: usher server restart " + s.ID)
		case "failed":
			w.Line("  once the cause is mended: usher server restart " + s.ID)
		}
	}
}

// moment is a time as a person reads it here.
func moment(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05") }
