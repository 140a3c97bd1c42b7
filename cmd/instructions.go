package cmd

import "github.com/spf13/cobra"

func newInstructionsCmd(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:   "instructions <command>",
		Short: "Show and edit standing instructions",
		Long: `Work with standing instructions: instructions.md in the assistant folder, and in a
project folder that you trusted. They are sent with every message, as guidance. They
never change what a tool may do.

EXIT STATUS
  2  no command was given, or it was not understood`,
		Example: `  # what is sent with every message
  usher instructions show`,
	},
		newInstructionsEditCmd(a),
		newInstructionsShowCmd(a),
	)
}
