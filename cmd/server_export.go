package cmd

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/trust"
)

func newServerExportCmd(a *app) *cobra.Command {
	o := serverExportOptions{app: a}
	cmd := &cobra.Command{
		Use:   "export [<id>]",
		Short: "Write the gateway, or a server, into an app's file",
		Long: `Write usher's gateway, which stands for all your servers, into the file of MCP servers
of another app. With an id it is that one server, which the app then starts itself: its
calls bypass usher, and nothing that you decided here holds for them. That is said and
asked for.

What the app cannot express is reported; a server that would not be the same without it
is not written. A secret is never written: the app has no way to usher's store. The
change is shown first, with the other values of the file covered; without a terminal
nothing is written unless --yes says so. The file is kept as it was, and
"usher host disconnect APP" takes out what was written.

Writes the app's file and hosts/ in the state folder.

EXIT STATUS
  0  written, or shown, or there was nothing to do
  1  a file could not be read or written
  2  the answer was no, the app cannot express the server, something else has its
     name, or the command was not understood; nothing was written
  3  a person is needed; nothing was written
  130  interrupted at the question; nothing was written`,
		Example: `  # the gateway, for an app without hooks
  usher server export --to zed

  # what would one server look like there?
  usher server export docs --to cursor --dry-run`,
		Args:              takes(0, 1),
		ValidArgsFunction: found(a.completeServer),
		RunE:              a.show(o.run),
	}
	fs := cmd.Flags()
	fs.StringVar(&o.to, "to", "", "whose file: the id of an `APP`")
	fs.Var(&choice{&o.scope, []string{scopeUser, scopeProject}}, "scope", "`whose` files: user, your own, or project (default: user)")
	fs.BoolVar(&o.dryRun, "dry-run", false, "show what would be written, and write nothing")
	fs.BoolVar(&o.yes, "yes", false, "do not ask")
	_ = cmd.RegisterFlagCompletionFunc("to", words(hostWords()...))
	_ = cmd.RegisterFlagCompletionFunc("scope", words(scopeUser, scopeProject))
	return cmd
}

type serverExportOptions struct {
	*app
	to, scope   string
	dryRun, yes bool
}

func (o *serverExportOptions) run(ctx context.Context, args []string) (output.View, error) {
	switch {
	case o.to == "":
		return nil, fault.New(fault.Usage, "which app to write for is not said", "all that are known: usher host list", "then: usher server export --to APP")
	case o.dryRun && o.yes:
		return nil, fault.New(fault.Usage, "--dry-run writes nothing, and --yes says to write", "give one of them")
	}
	h, err := findHost(o.to)
	if err != nil {
		return nil, err
	}
	b, err := o.bench(o.scope)
	if err != nil {
		return nil, err
	}
	b.verb, b.done = "export", "given the gateway"
	b.line = "usher server export --to " + h.name + b.scopeFlag()
	path := b.site.serverFile(h)
	if path == "" {
		return nil, fault.New(fault.Refused, h.title()+" has no file of MCP servers in this scope; nothing was written", "try the other scope: --scope user or --scope project")
	}
	question := "Write the gateway into " + h.title() + "?"
	if len(args) == 0 {
		terms, err := o.terms(b.g)
		if err != nil {
			return nil, err
		}
		b.parts = []hostPart{b.site.gatewayPart(h, path, terms)}
	} else {
		id, err := o.one(b, h, path, args[0])
		if err != nil {
			return nil, err
		}
		question = "Write " + id + " into " + h.title() + ", where it bypasses usher?"
	}
	return o.finish(ctx, b, h, question, len(args) > 0)
}

// one is a single server, which the app starts itself.
func (o *serverExportOptions) one(b *hostBench, h hostApp, path, word string) (string, error) {
	id, err := names.ParseServerID(word)
	if err != nil {
		return "", fault.New(fault.Usage, "the id is not usable: "+err.Error(), "usher server list")
	}
	at := slices.IndexFunc(b.g.Set.Servers, func(s effective.Server) bool { return s.ID == id })
	if at < 0 {
		return "", fault.New(fault.Usage, "there is no server "+string(id), "all of them: "+o.again("usher server list"))
	}
	if b.g.Set.Servers[at].Layer == trust.Project {
		return "", fault.New(fault.Refused, string(id)+" is the project folder's, and an app would start it without your approval; nothing was written",
			"the gateway instead: "+o.again("usher server export --to "+h.name+b.scopeFlag()))
	}
	b.parts = []hostPart{b.site.entryPart(h, path, b.g.Set.Servers[at].Server, string(id), string(id))}
	b.done = "given " + string(id)
	b.line = "usher server export " + string(id) + " --to " + h.name + b.scopeFlag()
	b.notes = append(b.notes, h.title()+" starts "+string(id)+" itself: its calls bypass usher, and no mark, grant, hook or sandbox of yours holds for them",
		"the gateway instead: "+o.again("usher server export --to "+h.name+b.scopeFlag()))
	return string(id), nil
}

// finish shows the change, takes a yes and writes it. A server that bypasses usher is
// a person's to give away (SPEC A5).
func (o *serverExportOptions) finish(ctx context.Context, b *hostBench, h hostApp, question string, bypasses bool) (output.View, error) {
	if err := b.start(h); err != nil {
		return nil, err
	}
	c, err := b.conn.wired(b.parts[0])
	if err != nil {
		return nil, err
	}
	if err := b.taken(c); err != nil {
		return nil, err
	}
	b.changes = []hostChange{c}
	if o.dryRun || !b.anything() {
		return b.view(), nil
	}
	if bypasses || b.replaces() {
		if err := o.noAssistant(b.line); err != nil {
			return nil, err
		}
	}
	if !o.yes {
		if err := b.ask(ctx, b.view(), question); err != nil {
			return b.shownBefore(b.view(), err)
		}
	}
	if err := b.conn.connect(ctx, c); err != nil {
		return nil, err
	}
	b.written = true
	return b.view(), nil
}
