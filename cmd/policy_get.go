package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/output"
	"usher/pkg/policy"
)

func newPolicyGetCmd(a *app) *cobra.Command {
	o := policyGetOptions{app: a}
	return &cobra.Command{
		Use:   "get <key>",
		Short: "Show what one policy key says",
		Long: `Show one key of the policy as "usher policy list" does: the value that holds,
whose it is, and where it stands.

EXIT STATUS
  0  shown
  1  the policy cannot be used
  2  there is no such key, or the command was not understood`,
		Example: `  # which tools are refused, and by whom?
  usher policy get tools.deny`,
		Args: takes(1, 1),
		ValidArgsFunction: found(func(ctx context.Context, args []string) ([]string, error) {
			if len(args) > 0 {
				return nil, nil
			}
			return policyKey(ctx, args)
		}),
		RunE: a.show(o.run),
	}
}

type policyGetOptions struct{ *app }

func (o *policyGetOptions) run(_ context.Context, args []string) (output.View, error) {
	if err := policy.Known(args[0]); err != nil {
		return nil, err
	}
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	if err := g.policyUsable(); err != nil {
		return nil, err
	}
	return g.policyList(args[0]), nil
}
