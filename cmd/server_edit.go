package cmd

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/trust"
)

func newServerEditCmd(a *app) *cobra.Command {
	o := serverEditOptions{app: a}
	cmd := &cobra.Command{
		Use: "edit <id> [<flags>] [-- <command> <arg>...]", DisableFlagsInUseLine: true,
		Short: "Change a server of your own",
		Long: `Change what the flags say about a server of your own, and nothing else. They are
those of "usher server add"; --env, --pass-env and --header change what they name,
--read and --write add a folder, and
Enter alone at the question for a secret keeps the one stored. --unset takes a field out: ` + list(unsetWords()) + `.

A change of what is launched takes back the approval and every mark of the server;
denials stay. At a terminal it ends in the card of what would run now; without
one, and in an assistant's environment, the change is saved and needs approval.
Taking "disabled" out is for a person, as "usher server enable" is.

Writes the store of secrets, then mcp.json in the assistant folder, only the fields
that change, and where the launch changes the ledger of decisions. A store that
refuses leaves everything as it was.

EXIT STATUS
  0  saved, approved or not
  1  there is no such server, or a file could not be read or written
  2  refused, or the command was not understood; nothing was saved
  3  a person is needed; nothing was saved
  130  interrupted at the card; the change is saved`,
		Example: `  # another command line
  usher server edit lab -- python3 server.py --verbose

  # no longer in a folder of its own
  usher server edit lab --unset cwd`,
		Args: cobra.ArbitraryArgs,
	}
	o.register(cmd, a.variables)
	cmd.Flags().StringArrayVar(&o.unset, "unset", nil, "take out `FIELD`, such as cwd or env.NAME")
	_ = cmd.RegisterFlagCompletionFunc("unset", words(unsetWords()...))
	own := found(a.completeOwn(func(mcp.Server) bool { return true }))
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return afterID(cmd, args, word)
		}
		return own(cmd, args, word)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		id, err := o.split(cmd, cmd.Flags(), args)
		if err != nil {
			return err
		}
		return a.show(o.run)(cmd, []string{id})
	}
	return cmd
}

type serverEditOptions struct {
	*app
	wanted
	unset []string
}

// edited is a server on its way from what it was to what it is to be.
type edited struct {
	was, now  mcp.Server
	same      bool
	allow     []names.EnvName // code-loading names it is newly allowed
	mayEnable bool            // a person may take "disabled" out
	locked    bool            // the file is about to be written
}

func (e edited) enables() bool { return e.was.Disabled && !e.now.Disabled }

func (o *serverEditOptions) run(ctx context.Context, args []string) (output.View, error) {
	g, err := o.firm()
	if err != nil {
		return nil, err
	}
	id, err := g.ownID(args[0])
	if err != nil {
		return nil, err
	}
	if !o.asked() {
		return nil, fault.New(fault.Usage, "what to change is not said", "usher server edit --help")
	}
	if !g.machine {
		o.stored = func() ([]names.SecretName, error) { return o.storedNames(g) }
	}
	before, asked := g.keyOf(id), o.askedFor(id)
	var e edited
	edit := func(old []byte) (next []byte, err error) { return o.edit(g, id, old, &e) }
	stored, err := o.save(ctx, g, id, edit, &e)
	switch {
	case err != nil:
		return nil, err
	case g.machine:
		return o.savedForAll(id, savedView{Done: map[bool]string{true: "unchanged", false: "changed"}[e.same]})
	case e.same && len(stored) > 0:
		return o.saved(ctx, id, savedView{Done: "changed", Notes: stored, asked: asked})
	case e.same && len(asked) > 0:
		return o.saved(ctx, id, savedView{Done: "unchanged", Notes: []string{"nothing was given, and nothing is changed"}, asked: asked})
	case e.same:
		return o.saved(ctx, id, savedView{Done: "unchanged", Notes: []string{"nothing differs from what the file says"}})
	}
	notes, err := o.settle(ctx, before, e)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(e.was.Env, passed) && len(e.now.Env) > 0 && !slices.ContainsFunc(e.now.Env, passed) {
		notes = append(notes, "env is a map now: what was listed is written as ${secret:ID/NAME} where that is stored, else as ${env:NAME}")
	}
	notes = append(append(stored, notes...), o.unused(g, e)...)
	return o.saved(ctx, id, savedView{Done: "changed", Notes: notes, asked: asked})
}

func passed(v mcp.EnvVar) bool { return v.Passed }

// unused says which of the server's own secrets it took before, and takes no more.
func (o *serverEditOptions) unused(g ground, e edited) []string {
	stored, err := o.storedNames(g)
	if err != nil {
		return nil
	}
	var out []string
	needed := e.now.SecretsNeeded()
	for _, n := range e.was.SecretsNeeded() {
		if strings.HasPrefix(string(n), string(e.now.ID)+"/") && slices.Contains(stored, n) && !slices.Contains(needed, n) {
			out = append(out, string(n)+" is still stored, and it does not take it any more: usher secret remove "+string(n))
		}
	}
	return out
}

// asked reports whether any flag or word says what to change.
func (o *serverEditOptions) asked() bool {
	return len(o.kinds()) > 0 || len(o.unset)+len(o.env)+len(o.pass)+len(o.allow)+len(o.headers) > 0 || o.bearer || o.reach.asked(o.given) || o.given("cwd") || o.given("disabled") || o.given("protocol")
}

// edit is the file with the server changed; e says how.
func (o *serverEditOptions) edit(g ground, id names.ServerID, old []byte, e *edited) ([]byte, error) {
	var wrong error
	next, err := mcp.Edit(old, string(id), func(s *mcp.Server) {
		e.was = *s
		e.was.Args, e.was.Env, e.was.Headers = slices.Clone(s.Args), slices.Clone(s.Env), slices.Clone(s.Headers)
		e.was.Reach.Read, e.was.Reach.Write = slices.Clone(s.Reach.Read), slices.Clone(s.Reach.Write)
		if wrong = unset(s, o.unset); wrong == nil {
			wrong = o.change(s, o.WorkDir)
		}
		e.now = *s
	})
	switch {
	case wrong != nil:
		return nil, wrong
	case err != nil:
		return nil, err
	}
	if err := o.inMachine(g, e.now); err != nil {
		return nil, err
	}
	before := g.Ledger.MaySet(id)
	if e.allow, err = o.allowances(e.now, before); err != nil {
		return nil, err
	}
	if e.now, err = g.loaded(next, id, append(before, e.allow...)); err != nil {
		return nil, err
	}
	e.same = bytes.Equal(old, next) && len(e.allow) == 0
	if e.locked && e.enables() && !e.mayEnable {
		return nil, fault.New(fault.Failed, "the server was changed while this ran; nothing was saved", "look at it, then repeat the command: usher server show "+string(id))
	}
	if !sameReach(e.was, e.now) {
		if err := o.grantable(g, e.now); err != nil {
			return nil, err
		}
	}
	return next, o.showable(g, e.now)
}

// save checks the whole change, and that the person may make it, before anything
// is written.
func (o *serverEditOptions) save(ctx context.Context, g ground, id names.ServerID, edit fileEdit, e *edited) (notes []string, err error) {
	if _, err := g.try(edit); err != nil {
		return nil, err
	}
	if err := o.plainSecrets(id); err != nil {
		return nil, err
	}
	if g.machine {
		e.mayEnable = true
		return nil, o.make(ctx, g, id, edit, e)
	}
	line := "usher server edit " + string(id) + " ..."
	if err := o.mayAllow(g, e.allow, line); err != nil {
		return nil, err
	}
	if e.enables() {
		if err := o.mayEnable("usher server enable " + string(id)); err != nil {
			return nil, err
		}
		e.mayEnable = true
	}
	values, err := o.ask(ctx, g, o.askedFor(id))
	if err != nil {
		return nil, err
	}
	return o.storing(ctx, g, values, func() error { return o.make(ctx, g, id, edit, e) })
}

// make writes the ledger and the file.
func (o *serverEditOptions) make(ctx context.Context, g ground, id names.ServerID, edit fileEdit, e *edited) error {
	if len(e.allow) > 0 {
		err := trust.ChangeLedger(ctx, g.at.State, func(t *trust.Ledger) error {
			for _, name := range e.allow {
				t.AllowEnv(id, name)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	e.locked = true
	return g.write(ctx, edit)
}
