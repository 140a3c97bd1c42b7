package cmd

import "github.com/spf13/cobra"

func newConversationCmd(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:   "conversation <command>",
		Short: "Allow a tool for one conversation",
		Long: `Keep what you allowed for one conversation only. An allowance covers exactly that
conversation, tool and launch, ends after 24 hours, and never covers a call that
a hook asked about.

EXIT STATUS
  2  no command was given, or it was not understood`,
		Example: `  # forget what was allowed in it
  usher conversation end c1`,
	},
		newConversationAllowCmd(a),
		newConversationEndCmd(a),
	)
}
