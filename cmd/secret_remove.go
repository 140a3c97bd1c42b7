package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/secrets"
)

func newSecretRemoveCmd(a *app) *cobra.Command {
	o := secretRemoveOptions{app: a}
	return &cobra.Command{
		Use:   "remove <name>",
		Short: "Forget a secret",
		Long: `Forget one secret, NAME or ID/NAME, in the store and among the names. A server that
names it does not start without it; which those are is said.

EXIT STATUS
  0  forgotten
  1  no such secret is stored, or the store did not remove it
  2  the command was not understood`,
		Example: `  # when the token was revoked
  usher secret remove LAB_TOKEN`,
		Args:              takes(1, 1),
		ValidArgsFunction: found(a.completeStored),
		RunE:              a.show(o.run),
	}
}

type secretRemoveOptions struct{ *app }

func (o *secretRemoveOptions) run(ctx context.Context, args []string) (output.View, error) {
	name, err := secretName(args[0], "usher secret remove")
	if err != nil {
		return nil, err
	}
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	store := o.secrets(g)
	keys, where, err := store.List()
	if err != nil {
		return nil, err
	}
	removed, err := store.Remove(ctx, secrets.Secret(name))
	switch {
	case err != nil:
		return nil, err
	case !removed:
		return nil, fault.New(fault.Failed, "no secret "+string(name)+" is stored"+nearSecret(name, secretNames(keys)), "usher secret list")
	}
	v := secretView{Done: "removed", Name: string(name), Store: where.Store.String(), Message: string(name) + " is forgotten", Notes: []string{}}
	keys, _, err = store.List()
	for _, u := range g.unmet(o.Getenv, secretNames(keys)) {
		if u.Name == name {
			v.Notes = append(v.Notes, fmt.Sprintf("server %q takes it into %s and does not start without it", u.Server, u.Field))
		}
	}
	return v, err
}
