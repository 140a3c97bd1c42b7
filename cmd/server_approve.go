package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"usher/pkg/output"
	"usher/pkg/trust"
)

func newServerApproveCmd(a *app) *cobra.Command {
	o := serverApproveOptions{app: a}
	cmd := &cobra.Command{
		Use:   "approve <id>",
		Short: "Approve what a server launches",
		Long: `Approve one server as it would be launched now. --digest names the launch that
you mean, as "usher server list" shows it; another one is refused. Deciding by
digest needs policy approve.unattended, and is refused where an assistant's
variables are in the environment. An approval ends when the launch changes.

Writes the ledger of decisions in the state folder.

EXIT STATUS
  0  approved
  1  there is no such server, or it cannot be started
  2  the digest is another launch's, or the command was not understood
  3  a person is needed`,
		Example: `  # after reading what it runs
  usher server approve acme --digest sha256:…`,
		Args:              takes(1, 1),
		ValidArgsFunction: found(func(_ context.Context, args []string) ([]string, error) { return a.firstWord(args) }),
		RunE:              a.show(o.run),
	}
	cmd.Flags().StringVar(&o.digest, "digest", "", "the `DIGEST` of the launch that is meant")
	return cmd
}

type serverApproveOptions struct {
	*app
	digest string
}

func (o *serverApproveOptions) run(ctx context.Context, args []string) (output.View, error) {
	at, s, err := o.decided()
	if err != nil {
		return nil, err
	}
	sv, err := findServer(s, args[0])
	if err != nil {
		return nil, err
	}
	if sv.Layer == trust.Machine {
		return said{Done: "unchanged", Line: fmt.Sprintf("%s is this computer's own server and needs no approval", sv.ID)}, nil
	}
	l, err := launched(s, sv)
	if err != nil {
		return nil, err
	}
	if err := o.byDigest(s, o.digest, l.Key.Digest, "usher server approve "+string(sv.ID)); err != nil {
		return nil, err
	}
	err = trust.ChangeLedger(ctx, at.State, func(g *trust.Ledger) error {
		g.Approve(l.Key)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return said{Done: "approved", Server: string(sv.ID), Digest: string(l.Key.Digest),
		Line: fmt.Sprintf("%s may run: %s", sv.ID, sv.Runs())}, nil
}

// firstWord completes a server id as the first word and nothing after it.
func (a *app) firstWord(args []string) ([]string, error) {
	if len(args) > 0 {
		return nil, nil
	}
	return a.serverIDs(), nil
}

// said is the answer of a command that changed something: one line, and the
// same facts for a program.
type said struct {
	Done   string `json:"done"`
	Server string `json:"server,omitempty"`
	Tool   string `json:"tool,omitempty"`
	Digest string `json:"digest,omitempty"`
	Line   string `json:"-"`
	Note   string `json:"note,omitempty"`
}

func (v said) JSON() any { return v }

func (v said) Text(w *output.Printer) {
	w.Line(v.Line)
	if v.Note != "" {
		w.Line("note: " + v.Note)
	}
}
