package cmd

import (
	"github.com/spf13/cobra"
)

func newHostCmd(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:   "host <command>",
		Short: "Write usher into other assistants, and out again",
		Long: `Write usher into another assistant: its hooks, so that each of its tool calls is
decided here, and the gateway as its MCP server called usher. See what stands where,
prove that it works, and take it out again to the byte.

EXIT STATUS
  2  no command was given, or it was not understood`,
		Example: `  # which assistants are here, and is usher in them?
  usher host list

  # put it into Claude Code
  usher host connect claude`,
	},
		newHostCheckCmd(a),
		newHostConnectCmd(a),
		newHostDisconnectCmd(a),
		newHostListCmd(a),
	)
}
