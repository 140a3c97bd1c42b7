package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/output"
)

func newSettingsGetCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "get <key>",
		Short: "Show one setting",
		Long: `Show one setting as "usher settings list" does.

EXIT STATUS
  0  shown
  2  there is no such setting, or the command was not understood`,
		Example: `  # who says how wide a table is?
  usher settings get width`,
		Args: takes(1, 1),
		ValidArgsFunction: found(func(ctx context.Context, args []string) ([]string, error) {
			if len(args) > 0 {
				return nil, nil
			}
			return settingKey(ctx, args)
		}),
	}
	cmd.RunE = a.show(func(_ context.Context, args []string) (output.View, error) {
		if err := knownSetting("get", args[0]); err != nil {
			return nil, err
		}
		return a.settings(cmd, args[0])
	})
	return cmd
}
