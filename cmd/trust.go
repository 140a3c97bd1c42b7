package cmd

import "github.com/spf13/cobra"

func newTrustCmd(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:   "trust <command>",
		Short: "Decide which project folders count",
		Long: `Decide which project folders count, by the bytes of their definition files.

A project can bring servers, hooks and texts of its own. Nothing of it is
started, run, sent or expanded unless you trusted the folder exactly as it is
now: a new, changed or deleted file takes the trust away until you look again.

EXIT STATUS
  2  no command was given, or it was not understood`,
		Example: `  # what would this folder do?
  usher trust show`,
	},
		newTrustDiffCmd(a),
		newTrustGrantCmd(a),
		newTrustListCmd(a),
		newTrustRevokeCmd(a),
		newTrustShowCmd(a),
		newTrustVerifyCmd(a),
	)
}
