package cmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/output"
	"usher/pkg/secrets"
)

func newSecretMoveCmd(a *app) *cobra.Command {
	o := secretMoveOptions{app: a}
	return &cobra.Command{
		Use:   "move {keychain | file}",
		Short: "Move every secret to the other store",
		Long: `Make the system's keychain, or a file that only you can read, the store in use and
take every secret there. All of them arrive, or nothing is changed. It is the only
command that changes the store: no secret ever moves by itself.

It is refused to an assistant.

EXIT STATUS
  0  moved, or already there
  1  the keychain is locked, does not answer or refuses; nothing was moved
  2  the command was not understood
  3  a person is needed`,
		Example: `  # on a computer that has no keychain any more
  usher secret move file`,
		Args:              takes(1, 1),
		ValidArgsFunction: words(secrets.Keychain.String(), secrets.File.String()),
		RunE:              a.show(o.run),
	}
}

type secretMoveOptions struct{ *app }

func (o *secretMoveOptions) run(ctx context.Context, args []string) (output.View, error) {
	to, err := secrets.ParseKind(args[0])
	if err != nil {
		return nil, withHint(err, "usher secret move {keychain | file}")
	}
	if err := o.noAssistant("usher secret move " + to.String()); err != nil {
		return nil, err
	}
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	store := o.secrets(g)
	_, before, err := store.List()
	if err != nil {
		return nil, err
	}
	moved, err := store.Move(ctx, to)
	if err != nil {
		return nil, err
	}
	_, where, err := store.List()
	if err != nil {
		return nil, err
	}
	v := secretMoveView{Done: "moved", Store: to.String(), Secrets: keysShown(moved.Keys), Left: keysShown(moved.Left)}
	if before.Store == to {
		v.Done = "unchanged"
	}
	v.Message = v.words(where)
	return v, nil
}

// keysShown are keys as a person reads them; a sign-in under its server's id.
func keysShown(keys []secrets.Key) []string {
	out := []string{}
	for _, k := range keys {
		if n, ok := k.SecretName(); ok {
			out = append(out, string(n))
		} else {
			out = append(out, "sign-in of "+strings.TrimPrefix(k.String(), "usher/oauth/"))
		}
	}
	return out
}

type secretMoveView struct {
	Done    string   `json:"done"`    // moved or unchanged
	Store   string   `json:"store"`   // in use now
	Secrets []string `json:"secrets"` // that are there
	Left    []string `json:"left"`    // that the keychain still has too
	Message string   `json:"message"`
}

func (v secretMoveView) words(where secrets.Where) string {
	place := "the system's keychain"
	if where.Store == secrets.File {
		place = "a file only you can read, " + where.Path
	}
	switch {
	case len(v.Secrets) == 0:
		return "secrets will be kept in " + place
	case v.Done == "unchanged":
		return "secrets are kept in " + place + " already"
	}
	return count(len(v.Secrets), "secret is", "secrets are") + " kept in " + place + " now"
}

func (v secretMoveView) JSON() any { return v }

func (v secretMoveView) Text(w *output.Printer) {
	w.Line(v.Message)
	if len(v.Left) > 0 {
		w.Line("note: the keychain did not remove its own copy of " + list(v.Left) + "; to try again: usher secret move file")
	}
}
