package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/trust"
)

func newServerMarkCmd(a *app) *cobra.Command {
	o := serverMarkOptions{app: a}
	cmd := &cobra.Command{
		Use:   "mark <id> <tool> {ask | read-only | changes}",
		Short: "Mark a tool as reading or changing",
		Long: `Mark one tool of a server, or '*', every tool that has no mark of its own:

  ask        ask before each call
  read-only  it only reads: run it without a question
  changes    it changes things: ask before each call

A card shows the server and what it says of the tool, and asks you. A script names
the server's launch with --digest instead, as "usher server list -v" shows it; that
needs policy approve.unattended. Both are refused to an assistant. The mark
remembers what the tool says of itself, and sleeps when that changes: with
--tool-digest ("usher server tools --json") it is for that definition, and refused
where the server says something else by now; without, for the one that was seen
last. "usher grant remove" unsets a mark, and "usher grant set" says allow, ask and
deny apart from read-only.

Writes the ledger of decisions in the state folder.

EXIT STATUS
  0  marked
  1  there is no such server, it cannot be started, or the policy or the ledger
     cannot be used
  2  the answer was no, a digest is another one's, or the command was not
     understood
  3  a person is needed`,
		Example: `  # lookup only reads
  usher server mark acme lookup read-only --digest sha256:…`,
		Args: takes(3, 3),
		ValidArgsFunction: found(func(ctx context.Context, args []string) ([]string, error) {
			if len(args) == 2 {
				return markWords(), nil
			}
			return a.completeTool(ctx, args)
		}),
		RunE: a.show(o.run),
	}
	cmd.Flags().StringVar(&o.digest, "digest", "", "the `DIGEST` of the launch the mark is for")
	toolDigestFlag(cmd, &o.toolDigest)
	freely(cmd, "digest")
	return cmd
}

type serverMarkOptions struct {
	*app
	digest, toolDigest string
}

func markWords() []string { return []string{"ask", "read-only", "changes"} }

func (o *serverMarkOptions) run(ctx context.Context, args []string) (output.View, error) {
	allow, ask, yes, no := trust.Allow, trust.Ask, true, false
	var c trust.MarkChange
	switch args[2] {
	case "ask":
		c.Decision = &ask
	case "read-only":
		c.Decision, c.ReadOnly = &allow, &yes
	case "changes":
		c.Decision, c.ReadOnly = &ask, &no
	default:
		return nil, fault.New(fault.Usage, "a mark is ask, read-only or changes", "usher server mark --help")
	}
	m := marking{app: o.app, server: args[0], tool: args[1], change: c, digest: o.digest, toolDigest: o.toolDigest}
	m.line = "usher server mark " + args[0] + " " + engine.QuoteArg(args[1]) + " " + args[2]
	return m.run(ctx)
}
