package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/policy"
)

func newPolicyCmd(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:   "policy <command>",
		Short: "Say what may happen at all",
		Long: `Keep the policy: what may happen on this computer, whatever else you decide. It
stands in policy.json of the machine's folder and of your own. No variable, no flag
and no project changes it. How usher looks is "usher settings".

EXIT STATUS
  2  no command was given, or it was not understood`,
		Example: `  # what holds, and who says so
  usher policy list`,
	},
		newPolicyGetCmd(a),
		newPolicyListCmd(a),
		newPolicySetCmd(a),
		newPolicyUnsetCmd(a),
	)
}

// policyKey completes a key, and after it what the key may be.
func policyKey(_ context.Context, args []string) ([]string, error) {
	if len(args) == 0 {
		return policy.Keys(), nil
	}
	return policy.Words(args[0]), nil
}
