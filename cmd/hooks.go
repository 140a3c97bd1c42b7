package cmd

import "github.com/spf13/cobra"

func newHooksCmd(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:   "hooks <command>",
		Short: "List, test and check lifecycle hooks",
		Long: `Work with the hooks that hooks.json defines: your own programs, run around an
assistant's tool calls and messages. A hook can refuse or ask, never approve.

EXIT STATUS
  2  no command was given, or it was not understood`,
		Example: `  # what would run
  usher hooks list`,
	},
		newHooksAcceptCmd(a),
		newHooksCheckCmd(a),
		newHooksConvertCmd(a),
		newHooksListCmd(a),
		newHooksNewCmd(a),
		newHooksRunCmd(a),
		newHooksTestCmd(a),
	)
}
