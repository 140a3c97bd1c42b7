package cmd

import "github.com/spf13/cobra"

func newGrantCmd(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:   "grant <command>",
		Short: "Say what each tool may do",
		Long: `Keep your decision about each tool of each server: allow, ask or deny, and
whether it only reads. What you have not decided asks.

An allow holds for the server's launch it was given for and ends when that
changes; a deny stays. '*' is every tool of a server that has no mark of its own.

EXIT STATUS
  2  no command was given, or it was not understood`,
		Example: `  # what is decided
  usher grant list`,
	},
		newGrantListCmd(a),
		newGrantRemoveCmd(a),
		newGrantSetCmd(a),
	)
}
