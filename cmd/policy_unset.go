package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/policy"
)

func newPolicyUnsetCmd(a *app) *cobra.Command {
	o := policyUnsetOptions{app: a}
	return &cobra.Command{
		Use:   "unset <key>",
		Short: "Take a key out of your own policy",
		Long: `Take one key out of your own policy.json, so that the machine's value or the
default holds. Where that loosens, it is for a person, as with "usher policy set".
With --machine it is the machine's policy.json; what it locks stays locked.

Writes policy.json in the assistant folder.

EXIT STATUS
  0  taken out
  1  your file does not set the key, or the policy cannot be used or written
  2  there is no such key, the answer was no, or the command was not understood
  3  a person is needed`,
		Example: `  # leave it to the machine
  usher policy unset tools.ask`,
		Args: takes(1, 1),
		ValidArgsFunction: found(func(_ context.Context, args []string) ([]string, error) {
			if len(args) > 0 {
				return nil, nil
			}
			return policy.Keys(), nil
		}),
		RunE: a.show(o.run),
	}
}

type policyUnsetOptions struct{ *app }

func (o *policyUnsetOptions) run(ctx context.Context, args []string) (output.View, error) {
	key := args[0]
	return policyChange{app: o.app, key: key, done: "unset", line: "usher policy unset " + key, edit: func(old []byte) ([]byte, error) {
		if err := policy.Known(key); err != nil {
			return nil, err
		}
		if !policy.Sets(old, key) {
			return nil, fault.New(fault.Failed, fmt.Sprintf("%s policy does not set %s", map[bool]string{false: "your own", true: "the machine's"}[o.flags.machine], key), o.again("usher policy get "+key))
		}
		return policy.Unset(old, key)
	}}.run(ctx)
}
