package cmd

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/trust"
)

func newServerAddCmd(a *app) *cobra.Command {
	o := serverAddOptions{app: a}
	cmd := &cobra.Command{
		Use: "add [<id>] [<flags>] [-- <command> <arg>...]", DisableFlagsInUseLine: true,
		Short: "Add a server of your own",
		Long: `Add a server to your mcp.json: a command, kept as it is after --, or --command
with the whole line as one text, or --url. Nothing is started, and no shell ever
reads the command: ~, $NAME and * stay as they are. A bare program name is looked
for in PATH; a relative path and a script are looked for in the folder the server
runs in, which is the assistant folder or --cwd.

At a terminal it ends in the card of what would run, for you to approve. Without
one, and in an assistant's environment, the server is saved and needs approval.

--json takes another app's entry as it is pasted, in whatever shape, one server or
several, under the names they have or the id you give: TEXT, or - for stdin, which
is the way for one that holds a secret. It moves to the secret store. --preset takes
a ready-made server, under its own id or yours; "usher server presets" lists them.

--env NAME=TEXT sets a variable and --pass-env passes one of yours on. --env NAME and
--bearer ask for a secret, which is stored as the server's own, ID/NAME and ID/BEARER;
without a terminal nothing is asked, and it says which "usher secret set" is left. What
looks like a secret is refused: the command line stays in your shell's history. A
variable that changes how programs load code, such as NODE_OPTIONS, is set only with
--allow-env, which a person may give, or a script where policy approve.unattended
lets it approve.

The server starts in a sandbox: it reaches no network and none of your folders but
those of --read and --write, and --network says how far it connects. A program that
downloads what it runs, such as npx, has the network on; Docker and Podman are not
sandboxed. --no-sandbox starts it with your full permissions. The card says in words
what it can reach.

Writes the store of secrets, then mcp.json in the assistant folder, in the shape it
has, with its comments. A store that refuses leaves everything as it was.
With --allow-env and with an approval it writes the ledger of decisions too. With
--machine it writes the machine's mcp.json alone, and asks nothing.

EXIT STATUS
  0  saved, approved or not
  1  a file could not be read or written, or not every server of --json was saved
  2  refused, or the command was not understood; nothing was saved
  3  a person is needed; nothing was saved
  130  interrupted at the card; the server is saved`,
		Example: `  # a script of your own, started in this folder
  usher server add lab --cwd . --pass-env LAB_API_URL -- python3 server.py

  # a server that runs elsewhere
  usher server add web --url https://mcp.example/v1

  # what the page of a server says to paste
  usher server add --json - < entry.json`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: afterID,
	}
	o.wanted.register(cmd, a.variables)
	o.piece.register(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if o.fromElsewhere() {
			return o.addPiece(cmd, args)
		}
		id, err := o.split(cmd, cmd.Flags(), args)
		if err != nil {
			return err
		}
		return a.show(o.run)(cmd, []string{id})
	}
	return cmd
}

// afterID completes files, for the command; a new id is the person's to choose.
func afterID(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveDefault
}

type serverAddOptions struct {
	*app
	wanted
	piece
}

func (o *serverAddOptions) run(ctx context.Context, args []string) (output.View, error) {
	g, err := o.firm()
	if err != nil {
		return nil, err
	}
	id, err := g.newID(args[0])
	if err != nil {
		return nil, err
	}
	if len(o.kinds()) == 0 && o.base.ID == "" {
		return nil, fault.New(fault.Usage, "what the server is is not said: give a command after --, --command or --url", "usher server add "+string(id)+" -- COMMAND ARG...")
	}
	if !g.machine {
		o.stored = func() ([]names.SecretName, error) { return o.storedNames(g) }
	}
	var allow []names.EnvName
	edit := func(old []byte) (next []byte, err error) {
		if err := g.unused(id, old); err != nil {
			return nil, err
		}
		s := o.base
		s.ID = id
		if err := o.change(&s, o.WorkDir); err != nil {
			return nil, err
		}
		if err := o.inMachine(g, s); err != nil {
			return nil, err
		}
		if allow, err = o.allowances(s, nil); err != nil {
			return nil, err
		}
		if next, err = mcp.With(old, s); err != nil {
			return nil, err
		}
		if s, err = g.loaded(next, id, allow); err != nil {
			return nil, err
		}
		if err := o.grantable(g, s); err != nil {
			return nil, err
		}
		return next, o.showable(g, s)
	}
	notes, err := o.save(ctx, g, id, edit, &allow)
	if err != nil {
		return nil, err
	}
	return o.saved(ctx, id, savedView{Done: "added", Notes: append(notes, g.shadows(id)...), asked: o.askedFor(id)})
}

// save checks the whole change before anything is written, then makes room in
// the ledger and writes the file: what an earlier server of that id was given is
// gone before there is one again.
func (o *serverAddOptions) save(ctx context.Context, g ground, id names.ServerID, edit fileEdit, allow *[]names.EnvName) (notes []string, err error) {
	if _, err := g.try(edit); err != nil {
		return nil, err
	}
	if err := o.plainSecrets(id); err != nil {
		return nil, err
	}
	if g.machine {
		return nil, g.write(ctx, edit)
	}
	if err := o.mayAllow(g, *allow, "usher server add "+string(id)+" ..."); err != nil {
		return nil, err
	}
	values, err := o.ask(ctx, g, o.askedFor(id))
	if err != nil {
		return nil, err
	}
	left := o.leftOver(g, id, o.askedFor(id))
	notes, err = o.storing(ctx, g, values, func() error { return o.make(ctx, g, id, edit, *allow) })
	return append(notes, left...), err
}

// make writes the ledger and the file.
func (o *serverAddOptions) make(ctx context.Context, g ground, id names.ServerID, edit fileEdit, allow []names.EnvName) error {
	left := slices.ContainsFunc(g.Ledger.About(id), func(d trust.Decision) bool { return d.Decision != trust.Deny })
	if left || len(allow) > 0 {
		err := trust.ChangeLedger(ctx, g.at.State, func(t *trust.Ledger) error {
			t.Fresh(id)
			for _, name := range allow {
				t.AllowEnv(id, name)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return g.write(ctx, edit)
}
