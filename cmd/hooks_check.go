package cmd

import (
	"github.com/spf13/cobra"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/trust"
)

func newHooksCheckCmd(a *app) *cobra.Command {
	as := trust.Yours
	c := fileCheck{app: a, noun: "hooks", file: effective.HooksFile, parse: func(path string, data []byte) ([]fault.Problem, int) {
		f := hooks.ParseFile(data, hooks.Source{Layer: as, Path: path})
		return f.Problems, len(f.Hooks)
	}}
	cmd := &cobra.Command{
		Use:   "check <file>...",
		Short: "Check hooks.json files",
		Long: `Check hooks.json files and show every problem with file:line:column, a stable
rule id, a severity and the fix. Nothing is run and no decision is needed: this
is the check for CI. --as says which rules apply: in a project's own file a path
may be relative to the project.

` + checkStatus,
		Example: `  # your own
  usher hooks check "$(usher home)/hooks.json"

  # in CI
  usher hooks check deploy/*/hooks.json --format json --fail-on warning`,
		RunE: a.show(c.run),
	}
	c.flags(cmd)
	cmd.Flags().Var(&choice{&as, []string{trust.Yours, trust.Project}}, "as", "whose `rules` apply: yours (default) or project")
	_ = cmd.RegisterFlagCompletionFunc("as", words(trust.Yours, trust.Project))
	return cmd
}
