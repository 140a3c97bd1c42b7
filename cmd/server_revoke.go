package cmd

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/trust"
)

func newServerRevokeCmd(a *app) *cobra.Command {
	o := serverRevokeOptions{app: a}
	return &cobra.Command{
		Use:   "revoke <id>",
		Short: "Take a server's approval back",
		Long: `Take back every approval of a server. It does not run until it is approved
again; its marks stay. Revoking only tightens, so anybody may do it, and it works
for a server that is no longer defined.

Writes the ledger of decisions in the state folder.

EXIT STATUS
  0  revoked, or it had no approval
  1  there is no such server, or the ledger could not be changed
  2  it is this computer's own server, which needs no approval, or the command
     was not understood`,
		Example: `  # stop trusting what acme runs
  usher server revoke acme`,
		Args:              takes(1, 1),
		ValidArgsFunction: found(a.completeServer),
		RunE:              a.show(o.run),
	}
}

type serverRevokeOptions struct{ *app }

func (o *serverRevokeOptions) run(ctx context.Context, args []string) (output.View, error) {
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	id, err := g.serverID(args[0])
	if err != nil {
		return nil, err
	}
	had, err := o.revoke(ctx, g, id)
	switch {
	case err != nil:
		return nil, err
	case had && g.pinned(id):
		return said{Done: "revoked", Server: string(id), Message: fmt.Sprintf("%s is not approved by you any more, and runs all the same: %s", id, g.pinWords())}, nil
	case had:
		return said{Done: "revoked", Server: string(id), Message: fmt.Sprintf("%s does not run until it is approved again", id)}, nil
	}
	return unapproved(g, id)
}

// revoke leaves a ledger that holds no such approval as it is, not even made.
func (o *serverRevokeOptions) revoke(ctx context.Context, g ground, id names.ServerID) (had bool, err error) {
	approval := func(d trust.Decision) bool { return d.Kind == trust.Launch && d.Server == id }
	if g.LedgerErr == nil && !slices.ContainsFunc(g.Ledger.Decisions(), approval) {
		return false, nil
	}
	err = trust.ChangeLedger(ctx, g.at.State, func(t *trust.Ledger) error {
		had = t.Revoke(id)
		return nil
	})
	return had, err
}

// unapproved answers for a server that had no approval; a word that names no
// server must not sound as if one had been stopped.
func unapproved(g ground, id names.ServerID) (output.View, error) {
	sv, err := g.server(string(id))
	switch {
	case err != nil:
		return nil, err
	case sv.Layer == trust.Machine:
		return nil, fault.New(fault.Refused, fmt.Sprintf("server %q is this computer's own (%s): it needs no approval, so there is none to take back", id, sv.Where()),
			fmt.Sprintf("refuse every tool of it instead: usher grant set %s '*' --deny", id), administratorDoes(id))
	}
	if g.ApprovedByPin(sv) {
		return nil, fault.New(fault.Refused, fmt.Sprintf("server %q has no approval of yours to take back: %s", id, g.pinWords()),
			fmt.Sprintf("refuse every tool of it instead: usher grant set %s '*' --deny", id), "or have each such server wait for you: usher policy set trust.servers each")
	}
	return said{Done: "unchanged", Server: string(id), Message: fmt.Sprintf("%s has no approval", id)}, nil
}

// pinned reports a server that the machine's policy approves with its folder (SPEC T6).
func (g ground) pinned(id names.ServerID) bool {
	sv, defined := g.Set.Find(id)
	return defined && g.ApprovedByPin(sv)
}

// pinWords say who trusts the project folder in the person's place.
func (g ground) pinWords() string {
	return "the machine's policy trust.digests (" + g.Project.Pin + ") trusts its folder"
}
