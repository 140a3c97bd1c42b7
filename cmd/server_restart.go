package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"usher/pkg/output"
)

func newServerRestartCmd(a *app) *cobra.Command {
	o := serverRestartOptions{app: a}
	return &cobra.Command{
		Use:   "restart <id>",
		Short: "Start a server anew, or start, check and stop it",
		Long: `Start a server anew in every gateway that runs (usher status), with its failures
forgotten, and report what came of it. Where no gateway runs: start it, shake hands,
take its list of tools and stop it again. A remote server is reached anew. A server
that is disabled, not approved or of a folder that is not trusted stays that way.

Writes the kept list of tools and, where it fails, the log (usher log).

EXIT STATUS
  0  it works
  1  the server failed
  2  it may not be started, or the command was not understood`,
		Example: `  # does it work again?
  usher server restart notes`,
		Args:              takes(1, 1),
		ValidArgsFunction: found(a.completeServer),
		RunE:              a.show(o.run),
	}
}

type serverRestartOptions struct{ *app }

func (o *serverRestartOptions) run(ctx context.Context, args []string) (output.View, error) {
	g, err := o.firm()
	if err != nil {
		return nil, err
	}
	sv, err := g.server(args[0])
	if err != nil {
		return nil, err
	}
	launch, err := g.launch(sv)
	if err != nil {
		return nil, err
	}
	if v, any, err := o.inGateways(ctx, g, sv, launch.Key.Digest); any {
		return orNone(v, err)
	}
	m, err := o.list(ctx, g, sv, launch, "restart")
	if err != nil {
		return nil, err
	}
	changed, err := o.learn(ctx, g, launch.Key, m)
	if err != nil {
		return nil, err
	}
	v := said{Done: "checked", Server: string(sv.ID), Digest: string(launch.Key.Digest),
		Message: fmt.Sprintf("%s works: %s", sv.ID, count(len(m.Tools), "tool", "tools"))}
	if len(changed) > 0 {
		v.Note = "changed since you marked them: " + list(changed) + "; see usher server tools " + string(sv.ID)
	}
	return v, nil
}

// orNone is a view, or an error without one.
func orNone(v said, err error) (output.View, error) {
	if err != nil {
		return nil, err
	}
	return v, nil
}
