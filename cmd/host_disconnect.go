package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/output"
)

func newHostDisconnectCmd(a *app) *cobra.Command {
	o := hostDisconnectOptions{app: a}
	cmd := &cobra.Command{
		Use:   "disconnect [<assistant>]",
		Short: "Take usher out of an assistant",
		Long: `Take usher out of an assistant's files: in every scope in which it was connected, and
in your own files also where it was written by hand in the usual form. A file that
nobody changed since gets back its very bytes, or goes where usher made it; in any
other usher's parts are taken out, and that is said.

--all does it for every assistant, and removes what is kept about them: no trace is
left in their files, and the kept copies go.

Afterwards nothing is guarded there. In an assistant's environment it is refused.

Writes the assistant's files and hosts/ in the state folder.

EXIT STATUS
  0  taken out, or shown, or there was nothing to do
  1  a file could not be read or written
  2  the answer was no, a file is of no use, or the command was not understood
  3  a person is needed; nothing was written
  130  interrupted at the question; nothing was written`,
		Example: `  # what would change?
  usher host disconnect claude --dry-run

  # every trace, in a script
  usher host disconnect --all --yes`,
		Args:              takes(0, 1),
		ValidArgsFunction: words(hostWords()...),
		RunE:              a.show(o.run),
	}
	fs := cmd.Flags()
	fs.BoolVar(&o.all, "all", false, "every assistant, in every scope, and what is kept about them")
	fs.Var(&choice{&o.scope, []string{scopeUser, scopeProject}}, "scope", "`whose` files alone: user or project")
	fs.BoolVar(&o.dryRun, "dry-run", false, "show what would be written, and write nothing")
	fs.BoolVar(&o.yes, "yes", false, "do not ask")
	_ = cmd.RegisterFlagCompletionFunc("scope", words(scopeUser, scopeProject))
	return cmd
}

type hostDisconnectOptions struct {
	*app
	scope            string
	all, dryRun, yes bool
}

func (o *hostDisconnectOptions) run(ctx context.Context, args []string) (output.View, error) {
	line := "usher host disconnect"
	switch {
	case o.dryRun && o.yes:
		return nil, fault.New(fault.Usage, "--dry-run writes nothing, and --yes says to write", "give one of them")
	case o.all == (len(args) > 0):
		return nil, fault.New(fault.Usage, "name one assistant, or all of them with --all", "those that are here: usher host list")
	case o.all && o.scope != "":
		return nil, fault.New(fault.Usage, "--all is every scope", "leave --scope out")
	case o.all:
		line += " --all"
	default:
		line += " " + args[0]
	}
	if o.scope != "" {
		line += " --scope " + o.scope
	}
	b, err := o.bench(o.scope)
	if err != nil {
		return nil, err
	}
	l := &leaving{hostBench: b, everything: o.all, dryRun: o.dryRun, yes: o.yes}
	l.line = line
	for _, h := range hostApps() {
		if len(args) > 0 {
			if h, err = findHost(args[0]); err != nil {
				return nil, err
			}
		}
		if err := l.gather(h, o.scope); err != nil {
			return nil, err
		}
		if len(args) > 0 {
			break
		}
	}
	return l.finish(ctx)
}

// takeBack is connect --undo: what the last command that connected has written.
func (o *hostConnectOptions) takeBack(ctx context.Context, args []string) (output.View, error) {
	b, err := o.bench(o.scope)
	if err != nil {
		return nil, err
	}
	l := &leaving{hostBench: b, dryRun: o.dryRun, yes: o.yes}
	l.line = "usher host connect --undo"
	client := ""
	if len(args) > 0 {
		h, err := findHost(args[0])
		if err != nil {
			return nil, err
		}
		client, l.line = h.name, "usher host connect "+h.name+" --undo"
	}
	if o.scope != "" {
		l.line += " --scope " + o.scope
	}
	if err := l.last(client, o.scope); err != nil {
		return nil, err
	}
	return l.finish(ctx)
}
