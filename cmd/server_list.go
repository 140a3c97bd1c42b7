package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/output"
)

func newServerListCmd(a *app) *cobra.Command {
	o := serverListOptions{app: a}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List servers with their state",
		Long: `List every server of mcp.json with its layer, status and what it runs, and every
entry that was dropped or shadowed, with the reason. Servers that may run are
started or reached, asked for their tools and left again, all at the same time and
each for at most ten seconds; --no-probe starts nothing and asks nobody. A server that
a gateway of the same project folder has started (usher status) is as that gateway says,
which is told, and not started a second time.

A status is one of:

  ready           it answers; its tools are counted
  starting        a gateway is starting it
  not probed      may run; nobody asked it anything yet
  needs approval  nobody approved what it would run
  needs trust     it is of a project folder that is not trusted now
  unavailable     it cannot be started, does not answer, or a policy refuses it
  needs sign-in   a remote server that wants a sign-in, or another token
  disabled        its entry says so
  shadowed        a stronger layer has a server of that id
  dropped         its entry is wrong and does not load

For a server that needs approval, and with -v for each, it also shows what the
server could reach and the digest of its launch, which approvals and marks name. Servers
that fail are kept in the log too (usher log --server ID).

EXIT STATUS
  0  listed, problems included
  2  the places are not usable, or the command was not understood
  130  interrupted; nothing is listed`,
		Example: `  # as a table
  usher server list

  # with reach and digest of each
  usher server list -v

  # for a script, at once
  usher server list --no-probe -o json`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
	cmd.Flags().BoolVar(&o.noProbe, "no-probe", false, "start nothing, ask nobody")
	return cmd
}

type serverListOptions struct {
	*app
	noProbe bool
}

func (o *serverListOptions) run(ctx context.Context, _ []string) (output.View, error) {
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	v := serverListView{
		Servers: []serverRow{}, Problems: append(g.concerning("hooks"), o.projectNotes(g)...),
		place: g.at.Home, refusing: len(g.Blocks) > 0, every: o.flags.verbose,
	}
	look := o.looks(g, false) // the trials of sandboxes are left to the probe
	for _, sv := range g.Set.Servers {
		r := g.serverRow(sv)
		r.Reach = look(sv).texts()
		v.Servers = append(v.Servers, r)
	}
	if !o.noProbe && g.LedgerErr == nil {
		v.Problems = append(v.Problems, o.asRunning(ctx, g, v.Servers)...)
		problems, err := o.probe(ctx, g, v.Servers)
		if err != nil {
			return nil, err
		}
		v.Problems = append(v.Problems, problems...)
	}
	for _, d := range g.Set.Dropped {
		v.Servers = append(v.Servers, serverRow{ID: d.ID, Layer: d.Layer, Status: "dropped", Reach: []string{}, LastError: d.Problem.Message})
	}
	return v, nil
}
