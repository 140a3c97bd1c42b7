package cmd

import (
	"github.com/spf13/cobra"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/trust"
)

func newServerCheckCmd(a *app) *cobra.Command {
	as := trust.Yours
	c := fileCheck{app: a, noun: "server", file: effective.ServersFile, parse: func(path string, data []byte) ([]fault.Problem, int) {
		r := mcp.Rules{Layer: as, Project: as == trust.Project}
		if as == trust.Yours {
			r.AllowEnv = a.allowedIn(path)
		}
		f := mcp.ParseFile(data, mcp.Source{Path: path}, r)
		return f.Problems, len(f.Servers)
	}}
	cmd := &cobra.Command{
		Use:   "check <file>...",
		Short: "Check mcp.json files",
		Long: `Check mcp.json files and show every problem with file:line:column, a stable rule
id, a severity and the fix. Nothing is started and no secret is read. --as says
which rules apply: those of your own file, of the machine's, or the strictest, of a
project's.

` + checkStatus,
		Example: `  # your own
  usher server check "$(usher home)/mcp.json"

  # a project's file, in CI
  usher server check --as project .usher/mcp.json`,
		RunE: a.show(c.run),
	}
	c.flags(cmd)
	cmd.Flags().Var(&choice{&as, []string{trust.Yours, trust.Machine, trust.Project}}, "as", "whose `rules` apply: yours (default), machine or project")
	_ = cmd.RegisterFlagCompletionFunc("as", words(trust.Yours, trust.Machine, trust.Project))
	return cmd
}
