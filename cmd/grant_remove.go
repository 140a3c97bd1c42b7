package cmd

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/trust"
)

func newGrantRemoveCmd(a *app) *cobra.Command {
	o := grantRemoveOptions{app: a}
	cmd := &cobra.Command{
		Use:   "remove <id> <tool>",
		Short: "Forget a decision about a tool",
		Long: `Forget what was decided about one tool of a server, or about '*'; it asks then.

Forgetting an allow only tightens and is free. Forgetting an ask or a deny
loosens: it takes --digest (where the server is defined), needs policy
approve.unattended, and is refused where an assistant's variables are in the
environment.

Writes the ledger of decisions in the state folder.

EXIT STATUS
  0  forgotten
  1  nothing is decided about the tool
  2  the digest is another launch's, or the command was not understood
  3  a person is needed`,
		Example: `  # ask again for lookup
  usher grant remove acme lookup`,
		Args:              takes(2, 2),
		ValidArgsFunction: found(func(_ context.Context, args []string) ([]string, error) { return a.firstWord(args) }),
		RunE:              a.show(o.run),
	}
	cmd.Flags().StringVar(&o.digest, "digest", "", "the `DIGEST` of the server's launch")
	return cmd
}

type grantRemoveOptions struct {
	*app
	digest string
}

func (o *grantRemoveOptions) run(ctx context.Context, args []string) (output.View, error) {
	id, err := serverID(args[0])
	if err != nil {
		return nil, err
	}
	if err := checkTool(id, args[1]); err != nil {
		return nil, err
	}
	at, s, err := o.decided()
	if err != nil {
		return nil, err
	}
	line := "usher grant remove " + args[0] + " " + engine.QuoteArg(args[1])
	err = trust.ChangeLedger(ctx, at.State, func(g *trust.Ledger) error {
		gone := g.RemoveMark(id, args[1])
		if len(gone) == 0 {
			return fault.New(fault.Failed, fmt.Sprintf("nothing is decided about %s of %s", names.NewTool(id, args[1]).Name(), id), "usher grant list")
		}
		if slices.ContainsFunc(gone, tightens) {
			return o.loosen(s, id, line)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return said{Done: "removed", Server: string(id), Tool: args[1], Line: fmt.Sprintf("%s of %s: nothing decided, so it asks", args[1], id)}, nil
}

// tightens reports a mark whose removal loosens: an ask or a deny (SPEC A5).
func tightens(d trust.Decision) bool { return d.Decision == trust.Ask || d.Decision == trust.Deny }

// loosen admits the removal of an ask or a deny. Of a server that is not there
// no launch can be named.
func (o *grantRemoveOptions) loosen(s *engine.Standing, id names.ServerID, line string) error {
	if sv, ok := s.Set.Find(id); ok {
		if l := s.Set.Launch(sv); l.Why == "" {
			return o.byDigest(s, o.digest, l.Key.Digest, line)
		}
	}
	if err := o.noAssistant(line); err != nil {
		return err
	}
	return unattended(s, line)
}
