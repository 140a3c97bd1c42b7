package cmd

import "github.com/spf13/cobra"

func newServerCmd(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:   "server <command>",
		Short: "Add, change, list, approve and mark MCP servers",
		Long: `Work with the MCP servers that mcp.json defines.

A server of your own runs only after its launch is approved: the command, its
arguments, working directory, environment names and reach, by digest. A change
of any of them voids the approval and every mark of the server but denials.

EXIT STATUS
  2  no command was given, or it was not understood`,
		Example: `  # what is defined, and what is missing
  usher server list`,
	},
		newServerAddCmd(a),
		newServerApproveCmd(a),
		newServerCheckCmd(a),
		newServerDisableCmd(a),
		newServerEditCmd(a),
		newServerEnableCmd(a),
		newServerExportCmd(a),
		newServerImportCmd(a),
		newServerListCmd(a),
		newServerMarkCmd(a),
		newServerPresetsCmd(a),
		newServerRemoveCmd(a),
		newServerRestartCmd(a),
		newServerRevokeCmd(a),
		newServerShowCmd(a),
		newServerToolsCmd(a),
	)
}
