package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/term"
	"usher/pkg/trust"
)

func newTrustRevokeCmd(a *app) *cobra.Command {
	o := trustRevokeOptions{app: a}
	return &cobra.Command{
		Use:   "revoke [<folder>]",
		Short: "Take the trust in a project folder back",
		Long: `Take the trust in a project folder back, with the approvals of its servers.
Nothing of it counts any more.

Where hooks of the folder guard calls, revoking takes a guard away: it is refused
where an assistant's variables are in the environment.

Writes the ledger of decisions in the state folder.

EXIT STATUS
  0  revoked, or it was not trusted
  1  there is no project folder here
  2  the folder is not usable, or the command was not understood
  3  a person is needed`,
		Example: `  # nothing of this folder any more
  usher trust revoke`,
		Args: takes(0, 1),
		RunE: a.show(o.run),
	}
}

type trustRevokeOptions struct{ *app }

func (o *trustRevokeOptions) run(ctx context.Context, args []string) (output.View, error) {
	path, g, err := o.decidedFolder(args)
	if err != nil {
		return nil, err
	}
	v := trusted{Done: "unchanged", Folder: path, Message: path + " is not trusted"}
	if !g.Ledger.Decided(path) {
		return v, nil
	}
	if g.Ledger.HadGuards(path) {
		if err := o.noAssistant("usher trust revoke " + quoteFolder(path)); err != nil {
			return nil, err
		}
		if why, ok := term.LookAtPerson(o.Getenv, o.Stdin); !ok && term.Controlling() {
			return nil, fault.New(fault.NeedsPerson, "hooks of this folder guard calls, so this is for a person to decide, and "+why,
				"in a terminal of your own: usher trust revoke "+quoteFolder(path))
		}
	}
	err = trust.ChangeLedger(ctx, g.at.State, func(l *trust.Ledger) error {
		l.RevokeFolder(path)
		return nil
	})
	if err != nil {
		return nil, err
	}
	v.Done, v.Message = "revoked", path+" is not trusted any more"
	return v, trust.RemoveCopy(g.at.State, path)
}

// decidedFolder is the folder a revoke means. One that is gone or renamed can
// still be revoked by its recorded path.
func (o *trustRevokeOptions) decidedFolder(args []string) (string, ground, error) {
	if len(args) > 0 {
		was := o.flags.project
		g, err := o.firm()
		if err == nil && was == "" && g.Ledger.Decided(args[0]) {
			return args[0], g, nil
		}
	}
	s, err := o.folder(args)
	if err != nil {
		return "", ground{}, err
	}
	if s.LedgerErr != nil {
		return "", ground{}, s.LedgerErr
	}
	return s.folder.Path, s.ground, nil
}
