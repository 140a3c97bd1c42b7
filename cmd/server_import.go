package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/secrets"
)

func newServerImportCmd(a *app) *cobra.Command {
	o := serverImportOptions{app: a}
	cmd := &cobra.Command{
		Use:   "import [<file>] [<id>...]",
		Short: "Take servers over from another app's file",
		Long: `Take servers from the file of another app, in whatever shape that app writes them:
a file, - for stdin, or the file that --from names an app for. With neither it lists
the apps whose files are here; the file of a project is read only if you name it.
With --from, the first word is a file if it has a dot or a slash.

Each server is reported: what it becomes, what is left out, and why one is refused.
Nothing is imported as approved, allowed or trusted, whatever the file says: a server
needs your approval before it runs. A secret that stands in clear moves to the secret
store and is not shown; the file it came from still holds it. What the file has asked
for is asked for once, or stays to be set with "usher secret set".

At a terminal you are asked for each server, or once for those you named or for
--all. Without a terminal nothing is saved unless --yes says so. A server that is
there already is replaced only with --replace and a yes. What Claude Code keeps for
one folder is taken only by its id or with --all. A server that sets a variable that
changes how programs load code is taken only with --allow-env.

Writes mcp.json in the assistant folder, in the shape it has, with its comments; the
secret store; and the ledger of decisions, to end what was decided about a server
that is replaced and with --allow-env.

EXIT STATUS
  0  saved, or shown
  1  a file could not be read or written, the secret store refused, or some of the
     servers were not saved
  2  the answer was no, the file is of no use, or the command was not understood;
     nothing was saved
  3  a person is needed; nothing was saved
  130  interrupted at a question; nothing was saved`,
		Example: `  # whose files are here?
  usher server import

  # what would come of it?
  usher server import --from cursor --dry-run

  # two servers of a file
  usher server import settings.json docs web`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: o.complete,
		RunE:              a.show(o.run),
	}
	fs := cmd.Flags()
	fs.StringVar(&o.from, "from", "", "whose file it is: the id of an `APP`")
	fs.BoolVar(&o.all, "all", false, "every server, those for one folder too")
	fs.BoolVar(&o.dryRun, "dry-run", false, "show what would be saved, and save nothing")
	fs.BoolVar(&o.yes, "yes", false, "do not ask")
	fs.BoolVar(&o.replace, "replace", false, "also replace servers and secrets that are there")
	fs.StringArrayVar(&o.allow, "allow-env", nil, "let them set `NAME`, which changes how programs load code")
	freely(cmd, "allow-env")
	_ = cmd.RegisterFlagCompletionFunc("from", words(clientWords()...))
	return cmd
}

type serverImportOptions struct {
	*app
	from                      string
	all, dryRun, yes, replace bool
	allow                     []string
}

func (o *serverImportOptions) run(ctx context.Context, args []string) (output.View, error) {
	secrets.NoDump()
	if len(args) == 0 && o.from == "" {
		return o.clients()
	}
	if o.dryRun && o.yes {
		return nil, fault.New(fault.Usage, "--dry-run saves nothing, and --yes says to save", "give one of them")
	}
	from, ids, err := o.source(ctx, args)
	if err != nil {
		return nil, err
	}
	g, err := o.firm()
	if err != nil {
		return nil, err
	}
	in := &intake{app: o.app, g: g, replace: o.replace, allow: o.allow, verb: "usher server import", line: from.line(ids, o)}
	if err := in.read(ctx, from.report(), from.path); err != nil {
		return nil, err
	}
	if err := in.pick(ids, o.all); err != nil {
		return nil, err
	}
	if err := in.allowed(); err != nil {
		return nil, err
	}
	return o.finish(ctx, in, len(ids) > 0 || o.all)
}

// finish shows what would be saved, takes a person's yes or --yes, and saves.
func (o *serverImportOptions) finish(ctx context.Context, in *intake, once bool) (output.View, error) {
	if o.dryRun || len(in.taken()) == 0 {
		return in.view(), in.nothingTaken(o.dryRun)
	}
	if !o.yes && !in.g.machine {
		if err := in.askAtTerminal(ctx, once); err != nil {
			return in.shownBefore(err)
		}
	}
	if err := in.save(ctx); err != nil {
		return nil, err
	}
	return in.view(), nil
}
