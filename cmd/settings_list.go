package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/config"
	"usher/pkg/output"
)

func newSettingsListCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List every setting with what holds",
		Long: `List every setting with the value that holds, whose it is, and where it stands. A
file with a fault counts for nothing, and the fault is named.

EXIT STATUS
  0  listed, problems included
  2  the places are not usable, or the command was not understood`,
		Example: `  # as a table
  usher settings list`,
		Args: takes(0, 0),
	}
	cmd.RunE = a.show(func(context.Context, []string) (output.View, error) { return a.settings(cmd, config.Keys()...) })
	return cmd
}
