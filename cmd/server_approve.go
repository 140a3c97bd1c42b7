package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/trust"
)

func newServerApproveCmd(a *app) *cobra.Command {
	o := serverApproveOptions{app: a}
	cmd := &cobra.Command{
		Use:   "approve <id>",
		Short: "Approve what a server launches",
		Long: `Approve one server as it would be launched now. A card shows what will run and
asks you; an approval ends when the launch changes.

A script names the launch that it means with --digest, as "usher server list -v"
shows it; another one is refused. That needs policy approve.unattended. Both are
refused to an assistant: approving is for a person. A server that policy
servers.allow or servers.deny keeps from starting is not approved.

Writes the ledger of decisions in the state folder.

EXIT STATUS
  0  approved, or it needs no approval
  1  there is no such server, it cannot be started, or the policy or the ledger
     cannot be used
  2  the answer was no, the digest is another launch's, a policy refuses the server,
     or the command was not understood
  3  a person is needed`,
		Example: `  # read the card and answer
  usher server approve acme

  # in a script, after reading "usher server list -v"
  usher server approve acme --digest sha256:…`,
		Args:              takes(1, 1),
		ValidArgsFunction: found(a.completeServer),
		RunE:              a.show(o.run),
	}
	cmd.Flags().StringVar(&o.digest, "digest", "", "the `DIGEST` of the launch that is meant")
	freely(cmd, "digest")
	return cmd
}

type serverApproveOptions struct {
	*app
	digest string
}

func (o *serverApproveOptions) run(ctx context.Context, args []string) (output.View, error) {
	g, err := o.firm()
	if err != nil {
		return nil, err
	}
	sv, err := g.server(args[0])
	if err != nil {
		return nil, err
	}
	if _, never := g.Set.Refusal(sv); never {
		_, why := g.State(sv, g.Set.Launch(sv))
		return nil, fault.New(fault.Refused, fmt.Sprintf("%s is not approved: %s (%s): %s", sv.ID, why.By, why.File, why.Says), sentences(why.Hint)...)
	}
	if sv.Layer == trust.Machine {
		return said{Done: "unchanged", Server: string(sv.ID),
			Message: fmt.Sprintf("%s is this computer's own server (%s) and needs no approval", sv.ID, sv.Where())}, nil
	}
	l, err := g.launch(sv)
	if err != nil {
		return nil, err
	}
	err = o.decide(ctx, g, sv, l.Key.Digest, o.digest, "usher server approve "+string(sv.ID),
		question{title: "Approve what this server launches?", ask: "May it run?"})
	if err != nil {
		return nil, err
	}
	err = trust.ChangeLedger(ctx, g.at.State, func(t *trust.Ledger) error {
		t.Approve(l.Key)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return said{Done: "approved", Server: string(sv.ID), Digest: string(l.Key.Digest), Message: approvedWords(sv)}, nil
}

// approvedWords says what may run; a disabled server does not, approved or not.
func approvedWords(sv effective.Server) string {
	words := fmt.Sprintf("%s may run: %s", sv.ID, sv.Runs())
	if sv.Disabled {
		words = fmt.Sprintf("%s is approved, but disabled: it does not run until \"disabled\" is taken out at %s", sv.ID, sv.Where())
	}
	return words
}
