package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/secrets"
	"usher/pkg/trust"
)

func newServerRemoveCmd(a *app) *cobra.Command {
	o := serverRemoveOptions{app: a}
	cmd := &cobra.Command{
		Use:   "remove <id>",
		Short: "Take a server of your own out for good",
		Long: `Take a server of your own out of mcp.json, with everything that was decided about
it: its approval, its marks, its denials, what it may set, conversation allowances
and the kept list of its tools; with the secrets stored for it, its sign-in and, unless
--keep-data, its data folder. A second yes is asked for; --yes gives it. It also works
for a server that is not defined any more, if decisions or secrets of it are left.

A keychain that is locked or does not remove the secrets stops it, and nothing else is
removed.

Where a deny or an ask goes with it, it is refused in an assistant's environment.

Writes the store of secrets, mcp.json in the assistant folder, the state folder and
the data folder.

EXIT STATUS
  0  removed
  1  there is no such server, or a file could not be read or written
  2  the answer was no, it is not a server of your own, or the command was not understood
  3  a person is needed`,
		Example: `  # with a question
  usher server remove lab

  # in a script
  usher server remove lab --yes`,
		Args:              takes(1, 1),
		ValidArgsFunction: found(a.completeOwn(func(mcp.Server) bool { return true })),
		RunE:              a.show(o.run),
	}
	cmd.Flags().BoolVar(&o.yes, "yes", false, "do not ask a second time")
	cmd.Flags().BoolVar(&o.keepData, "keep-data", false, "keep its data folder")
	return cmd
}

type serverRemoveOptions struct {
	*app
	yes, keepData bool
}

// removal is one server on its way out.
type removal struct {
	id      names.ServerID
	defined bool             // it stands in the file
	server  effective.Server // where it loads
	gone    []trust.Decision // what goes with it
	kept    []secrets.Key    // its secrets and its sign-in, which go too
	data    string           // its data folder, "" where there is none or it stays
}

func (o *serverRemoveOptions) run(ctx context.Context, args []string) (output.View, error) {
	g, err := o.ground()
	switch {
	case err != nil:
		return nil, err
	case g.LedgerErr != nil:
		return nil, g.LedgerErr
	}
	if g.machine {
		return o.removedForAll(ctx, g, args[0])
	}
	r, err := o.removal(g, args[0])
	if err != nil {
		return nil, err
	}
	edit := func(old []byte) ([]byte, error) { return mcp.Without(old, string(r.id)) }
	if r.defined {
		if _, err := g.try(edit); err != nil {
			return nil, err
		}
	}
	if err := o.admit(ctx, g, r); err != nil {
		return nil, err
	}
	key := g.keyOf(r.id)
	if err := o.forgetSecrets(ctx, g, r); err != nil {
		return nil, err
	}
	if r.defined {
		if err := g.write(ctx, edit); err != nil {
			return nil, err
		}
	}
	v := savedView{Done: "removed", Server: string(r.id), Status: "removed", Notes: []string{}, Hints: []string{}, Problems: []fault.Problem{},
		Message: fmt.Sprintf("%s is removed", r.id)}
	if len(r.kept) > 0 {
		v.Notes = append(v.Notes, "forgotten too: "+list(keysShown(r.kept)))
	}
	if err := o.forget(ctx, g, key); err != nil {
		v.Hints = append(v.Hints, "what was decided about it still stands; to have that forgotten too: usher server remove "+string(r.id)+" --yes")
		return v, err
	}
	if len(r.gone) > 0 {
		v.Message += ", and what was decided about it: " + whatGoes(r.gone)
	}
	if err := r.forgetData(g.at.Data); err != nil {
		return v, err
	}
	switch kept := dataOf(g.at.Data, r.id); {
	case r.data != "":
		v.Notes = append(v.Notes, "deleted too: its data folder "+r.data)
	case kept != "":
		v.Notes = append(v.Notes, "kept: its data folder "+kept)
	}
	return v, nil
}

// removal finds what is to be removed, or says why it cannot be.
func (o *serverRemoveOptions) removal(g ground, word string) (removal, error) {
	id, err := g.serverID(word)
	if err != nil {
		return removal{}, err
	}
	r := removal{id: id, gone: g.Ledger.About(id)}
	if r.kept, err = o.keptOf(g, id); err != nil {
		return removal{}, err
	}
	if !o.keepData {
		r.data = dataOf(g.at.Data, id)
	}
	if _, err = g.ownID(word); err == nil {
		r.defined = true
		r.server, _ = g.own(id)
		return r, nil
	}
	if _, other := g.Set.Find(id); !other && len(r.gone)+len(r.kept) > 0 {
		if _, unknown := g.serversFault(); !unknown { // a fault may hide that it is defined
			return r, nil
		}
	}
	return removal{}, err
}

// forget deletes decisions and what else is kept. A denial that was made since
// the look is not taken along in an assistant's environment.
func (o *serverRemoveOptions) forget(ctx context.Context, g ground, key trust.Key) error {
	err := o.tidy(ctx, g, key.Server, func(t *trust.Ledger) error {
		if err := o.mayLoosen(key.Server, t.About(key.Server)); err != nil {
			return err
		}
		t.Forget(key.Server)
		return nil
	})
	if err != nil {
		return err
	}
	after, err := o.ground()
	if err != nil {
		return err
	}
	return o.forgetLaunch(ctx, after, key)
}
