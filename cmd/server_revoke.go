package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"usher/pkg/output"
	"usher/pkg/trust"
)

func newServerRevokeCmd(a *app) *cobra.Command {
	o := serverRevokeOptions{app: a}
	return &cobra.Command{
		Use:   "revoke <id>",
		Short: "Take a server's approval back",
		Long: `Take back every approval of a server. It does not run until it is approved
again; its marks stay. Revoking only tightens, so anybody may do it.

Writes the ledger of decisions in the state folder.

EXIT STATUS
  0  revoked, or there was nothing to revoke
  1  the ledger could not be changed
  2  the command was not understood`,
		Example: `  # stop trusting what acme runs
  usher server revoke acme`,
		Args:              takes(1, 1),
		ValidArgsFunction: found(func(_ context.Context, args []string) ([]string, error) { return a.firstWord(args) }),
		RunE:              a.show(o.run),
	}
}

type serverRevokeOptions struct{ *app }

func (o *serverRevokeOptions) run(ctx context.Context, args []string) (output.View, error) {
	at, err := o.places()
	if err != nil {
		return nil, err
	}
	id, err := serverID(args[0])
	if err != nil {
		return nil, err
	}
	v := said{Done: "unchanged", Server: string(id), Line: fmt.Sprintf("%s has no approval", id)}
	err = trust.ChangeLedger(ctx, at.State, func(g *trust.Ledger) error {
		if g.Revoke(id) {
			v.Done, v.Line = "revoked", fmt.Sprintf("%s does not run until it is approved again", id)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return v, nil
}
