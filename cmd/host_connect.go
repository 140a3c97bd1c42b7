package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/output"
)

func newHostConnectCmd(a *app) *cobra.Command {
	o := hostConnectOptions{app: a}
	cmd := &cobra.Command{
		Use:   "connect [<assistant>]",
		Short: "Write usher into an assistant",
		Long: `Write usher into an assistant's own files: a hook at every event it has, and the
gateway as its MCP server called usher. What is written has full paths and names your
assistant, state and data folders, so that no environment leads it elsewhere. What
stands in those files already stays, with its comments; what the assistant cannot
express, and what it cannot be made to guard, is said.

At a terminal the change is shown and you are asked; values of the file that are not
usher's are covered there. Without a terminal nothing is written unless --yes says so.
Connecting again brings what usher wrote up to date. Each file is kept as it was, in
the state folder, and --undo or "usher host disconnect" puts it back: the same bytes
where nobody changed it since, else usher's parts are taken out.

--scope project writes into the files of the project folder, which other people may
read. A person's file that is a link, to a folder of dotfiles say, is written where it
leads; in a project no link is followed.

In an assistant's environment nothing that is connected is changed or undone.

Writes the assistant's files and hosts/ in the state folder.

EXIT STATUS
  0  connected, or shown, or there was nothing to do
  1  a file could not be read or written
  2  the answer was no, a file is of no use, something else has usher's place, or the
     command was not understood; nothing was written
  3  a person is needed; nothing was written
  130  interrupted at the question; nothing was written`,
		Example: `  # what would be written?
  usher host connect claude --dry-run

  # in a script
  usher host connect codex --yes

  # take the last one back
  usher host connect --undo`,
		Args:              takes(0, 1),
		ValidArgsFunction: words(hostWords()...),
		RunE:              a.show(o.run),
	}
	fs := cmd.Flags()
	fs.Var(&choice{&o.scope, []string{scopeUser, scopeProject}}, "scope", "`whose` files: user, your own, or project (default: user)")
	fs.BoolVar(&o.dryRun, "dry-run", false, "show what would be written, and write nothing")
	fs.BoolVar(&o.yes, "yes", false, "do not ask")
	fs.BoolVar(&o.noHooks, "no-hooks", false, "the gateway alone")
	fs.BoolVar(&o.noGateway, "no-gateway", false, "the hooks alone")
	fs.StringVar(&o.hooksFile, "hooks-file", "", "the `FILE` of hooks, of an assistant that keeps them in one of many")
	fs.BoolVar(&o.interactive, "interactive", false, "a person sits at the assistant: grants decide at its gateway, not serve.allowedTools alone")
	fs.BoolVar(&o.undo, "undo", false, "take back what was connected last, of this assistant or of all")
	_ = cmd.RegisterFlagCompletionFunc("scope", words(scopeUser, scopeProject))
	return cmd
}

type hostConnectOptions struct {
	*app
	scope, hooksFile                                   string
	dryRun, yes, noHooks, noGateway, interactive, undo bool
}

func (o *hostConnectOptions) run(ctx context.Context, args []string) (output.View, error) {
	switch {
	case o.dryRun && o.yes:
		return nil, fault.New(fault.Usage, "--dry-run writes nothing, and --yes says to write", "give one of them")
	case o.undo && (o.noHooks || o.noGateway || o.interactive):
		return nil, fault.New(fault.Usage, "--undo takes back all that was connected", "usher host connect --undo")
	case o.undo:
		return o.takeBack(ctx, args)
	case len(args) == 0:
		return nil, fault.New(fault.Usage, "which assistant is not said", "those that are here: usher host list", "then: usher host connect NAME")
	case o.noHooks && o.noGateway:
		return nil, fault.New(fault.Usage, "--no-hooks and --no-gateway leave nothing to connect", "give one of them")
	}
	h, err := findHost(args[0])
	if err != nil {
		return nil, err
	}
	b, err := o.bench(o.scope)
	if err != nil {
		return nil, err
	}
	b.verb, b.done = "connect", "connected"
	b.line = o.line(h)
	terms, err := o.terms(b.g)
	if err != nil {
		return nil, err
	}
	terms.interactive = o.interactive
	if b.site.named, err = o.named(h); err != nil {
		return nil, err
	}
	b.parts = b.site.parts(h, terms, !o.noHooks, !o.noGateway)
	if len(b.parts) == 0 {
		return nil, o.nothingFor(h)
	}
	b.remarks(h, o.noHooks, o.noGateway)
	return o.connect(ctx, b, h)
}

func (o *hostConnectOptions) line(h hostApp) string {
	line := "usher host connect " + h.name
	if o.hooksFile != "" {
		line += " --hooks-file " + engine.QuoteArg(o.hooksFile)
	}
	for _, f := range [...]struct {
		on   bool
		text string
	}{{o.scope == scopeProject, " --scope project"}, {o.noHooks, " --no-hooks"}, {o.noGateway, " --no-gateway"}, {o.interactive, " --interactive"}} {
		if f.on {
			line += f.text
		}
	}
	return line
}
