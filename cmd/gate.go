package cmd

import "github.com/spf13/cobra"

func newGateCmd(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:   "gate <command>",
		Short: "Explain and test what run-gate decides",
		Long: `Look at the gate's decisions without making one: nothing is called, nothing is
written, and unless you say so no hook is run. Both commands decide with the code
of run-gate.

EXIT STATUS
  2  no command was given, or it was not understood`,
		Example: `  # why is this call asked about?
  usher gate explain acme__lookup`,
	},
		newGateExplainCmd(a),
		newGateTestCmd(a),
	)
}
