package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/output"
	"usher/pkg/trust"
)

func newHooksCheckCmd(a *app) *cobra.Command {
	c := fileCheck{app: a, noun: "hooks", parse: func(path string, data []byte) ([]fault.Problem, int) {
		f := hooks.ParseFile(data, hooks.Source{Layer: trust.Yours, Path: path})
		return f.Problems, len(f.Hooks)
	}}
	cmd := &cobra.Command{
		Use:   "check [<file>...]",
		Short: "Check hooks.json files",
		Long: `Check hooks.json files and show every problem with file:line:column, a stable
rule id, a severity and the fix. Nothing is run and no decision is needed: this
is the check for CI.

EXIT STATUS
  0  clean
  1  problems found (--fail-on says how severe)
  2  a file is not there, or the command was not understood`,
		Example: `  # your own
  usher hooks check "$(usher home)/hooks.json"

  # in CI
  usher hooks check deploy/*/hooks.json --format json --fail-on warning`,
		RunE: a.show(func(_ context.Context, args []string) (output.View, error) { return c.files(args) }),
	}
	c.flags(cmd)
	return cmd
}
