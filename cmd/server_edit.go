package cmd

import (
	"bytes"
	"context"
	"fmt"

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
		Use:   "edit <id> [<flags>] [-- <command> <arg>...]",
		Short: "Change a server of your own",
		Long: `Change what the flags say about a server of your own, and nothing else. They are
those of "usher server add"; --env and --pass-env change the variables they name.
--unset takes a field out: ` + list(unsetWords()) + `.

A change of what is launched takes back the approval and every mark of the server;
denials stay. At a terminal it ends in the card of what would run now; without
one, and in an assistant's environment, the change is saved and needs approval.
Taking "disabled" out is for a person, as "usher server enable" is.

Writes mcp.json in the assistant folder, only the fields that change, and where
the launch changes the ledger of decisions.

EXIT STATUS
  0  saved, approved or not
  1  there is no such server, or a file could not be read or written
  2  refused, or the command was not understood; nothing was saved
  3  a person is needed; nothing was saved`,
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
	was, now mcp.Server
	same     bool
	allow    []names.EnvName // code-loading names it is newly allowed
}

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
	before := g.keyOf(id)
	var e edited
	edit := func(old []byte) (next []byte, err error) { return o.edit(g, id, old, &e) }
	if err := o.save(ctx, g, id, edit, &e); err != nil {
		return nil, err
	}
	if e.same {
		return o.saved(ctx, id, savedView{Done: "unchanged", Notes: []string{"nothing differs from what the file says"}})
	}
	notes, err := o.settle(ctx, before, e)
	if err != nil {
		return nil, err
	}
	return o.saved(ctx, id, savedView{Done: "changed", Notes: notes})
}

// asked reports whether any flag or word says what to change.
func (o *serverEditOptions) asked() bool {
	return len(o.kinds()) > 0 || len(o.unset)+len(o.env)+len(o.pass)+len(o.allow) > 0 || o.given("cwd") || o.given("disabled")
}

// edit is the file with the server changed; e says how.
func (o *serverEditOptions) edit(g ground, id names.ServerID, old []byte, e *edited) ([]byte, error) {
	var wrong error
	next, err := mcp.Edit(old, string(id), func(s *mcp.Server) {
		e.was = *s
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
	before := g.Ledger.MaySet(id)
	if e.allow, err = o.allowances(e.now, before); err != nil {
		return nil, err
	}
	if e.now, err = g.loaded(next, id, append(before, e.allow...)); err != nil {
		return nil, err
	}
	e.same = bytes.Equal(old, next) && len(e.allow) == 0
	return next, o.showable(g, e.now)
}

// save checks the whole change, and that the person may make it, before anything
// is written.
func (o *serverEditOptions) save(ctx context.Context, g ground, id names.ServerID, edit fileEdit, e *edited) error {
	if _, err := g.try(edit); err != nil {
		return err
	}
	if err := o.plainSecrets(); err != nil {
		return err
	}
	line := "usher server edit " + string(id) + " ..."
	if err := o.mayAllow(g, e.allow, line); err != nil {
		return err
	}
	if e.was.Disabled && !e.now.Disabled {
		if err := o.mayEnable("usher server enable " + string(id)); err != nil {
			return err
		}
	}
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
	return g.write(ctx, edit)
}

// settle takes back what was decided about another launch than the server's now,
// so that changing it back does not bring that back either (SPEC S10, A6).
func (o *serverEditOptions) settle(ctx context.Context, before trust.Key, e edited) ([]string, error) {
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	id, now := before.Server, g.keyOf(before.Server)
	if e.launchesAlike(before, now) {
		return nil, o.tidy(ctx, g, id, func(t *trust.Ledger) error {
			t.KeepEnv(id, loading(e.now)...)
			return nil
		})
	}
	lost := 0
	for _, d := range g.Ledger.About(id) {
		if d.Kind != trust.EnvKind && d.Decision != trust.Deny && d.Digest != now.Digest {
			lost++
		}
	}
	err = o.tidy(ctx, g, id, func(t *trust.Ledger) error {
		t.KeepEnv(id, loading(e.now)...)
		t.Changed(now)
		return nil
	})
	if err == nil {
		err = o.forgetLaunch(ctx, g, before)
	}
	if lost == 0 {
		return nil, err
	}
	return []string{fmt.Sprintf("what it launches has changed, and with that %s about it ended; denials stay", counted(lost, "decision"))}, err
}

// launchesAlike compares the launches and, where there is none for want of a
// program, what the file says about it.
func (e edited) launchesAlike(before, now trust.Key) bool {
	if before.Digest != "" && now.Digest != "" {
		return before == now
	}
	return e.was.Cwd == e.now.Cwd && mcp.LaunchDigest(e.was, mcp.Launch{}) == mcp.LaunchDigest(e.now, mcp.Launch{})
}

// tidy changes the ledger where it holds anything about a server, and leaves it
// alone, not even made, where it does not.
func (a *app) tidy(ctx context.Context, g ground, id names.ServerID, change func(*trust.Ledger) error) error {
	if len(g.Ledger.About(id)) == 0 {
		return nil
	}
	return trust.ChangeLedger(ctx, g.at.State, change)
}

// counted is a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
