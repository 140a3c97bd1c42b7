package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/policy"
)

func newPolicySetCmd(a *app) *cobra.Command {
	o := policySetOptions{app: a}
	cmd := &cobra.Command{
		Use:   "set <key> [<value>...]",
		Short: "Set a policy key in your own policy",
		Long: `Set one key in your own policy.json: true or false, one of a few words, or all the
patterns of a list, which take the place of those that stand there; no pattern is
the empty list. Comments and everything else in the file stay.

A value that tightens needs nobody. One that loosens, because it forbids or asks
less than what holds now, is for a person: a card asks you. Without a terminal it
needs policy approve.unattended. To an assistant it is refused either way. A key
that the machine locks cannot be set; of a list, yours counts beside the machine's.

With --machine it is the machine's policy: a default for everybody, or with --lock
what holds whatever their own says. Nothing is asked then.

Writes policy.json in the assistant folder, or in the machine's.

EXIT STATUS
  0  set, or it was so already
  1  the policy cannot be used or written
  2  there is no such key, it is locked, the answer was no, or the command was not
     understood
  3  a person is needed`,
		Example: `  # never, whatever is marked
  usher policy set tools.deny 'shell__*' '*delete*'

  # no server but these
  usher policy set servers.allow /usr/bin/node 'https://mcp.example/*'`,
		Args:              takes(1, -1),
		ValidArgsFunction: found(policyKey),
		RunE:              a.show(o.run),
	}
	cmd.Flags().BoolVar(&o.lock, "lock", false, "with --machine: nobody's own value counts beside it")
	return cmd
}

type policySetOptions struct {
	*app
	lock bool
}

func (o *policySetOptions) run(ctx context.Context, args []string) (output.View, error) {
	line := "usher policy set"
	if o.lock && !o.flags.machine {
		return nil, fault.New(fault.Usage, "--lock goes with --machine: your own policy has nobody below it", "usher policy set --help")
	}
	for _, word := range args {
		line += " " + engine.QuoteArg(word)
	}
	return policyChange{app: o.app, key: args[0], done: "set", line: line, edit: func(old []byte) ([]byte, error) {
		next, err := policy.Set(old, args[0], args[1:]...)
		if err == nil && o.lock {
			next, err = policy.Lock(next, args[0])
		}
		return next, err
	}}.run(ctx)
}
