package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/secrets"
)

func newSecretSetCmd(a *app) *cobra.Command {
	o := secretSetOptions{app: a}
	return &cobra.Command{
		Use:   "set <name>",
		Short: "Keep a secret",
		Long: `Keep a value under NAME, or under ID/NAME for one server alone, in the place of an
older one. At a terminal it is asked for and not shown; else it is what stands on
standard input, without one line end at its end. An empty value is refused, and
one with a control character, such as a line break.

The first secret chooses the store: the system's keychain where that works, else a
file only you can read; it says which. "usher secret move" changes it. A keychain
that is locked, does not answer or refuses is an error, and nothing is stored.

It is refused to an assistant.

EXIT STATUS
  0  kept, and read back
  1  it was not stored
  2  the name or the value cannot be used, or the command was not understood
  3  a person is needed
  130  interrupted; nothing was stored`,
		Example: `  # asked for at the terminal
  usher secret set LAB_TOKEN

  # one server's own, from a password manager
  pass show lab | usher secret set lab/LAB_TOKEN`,
		Args:              nameAlone,
		ValidArgsFunction: found(o.complete),
		RunE:              a.show(o.run),
	}
}

// nameAlone takes the name; a second word is most likely the value, and whoever
// typed it there is told where it stays.
func nameAlone(cmd *cobra.Command, args []string) error {
	if len(args) < 2 {
		return takes(1, 1)(cmd, args)
	}
	return fault.New(fault.Usage, "a name alone is taken: a value on the command line stays in the shell's history and shows in the process list",
		"it is asked for, or read from standard input: usher secret set NAME <FILE", "if this line holds one, take it out of your shell's history")
}

type secretSetOptions struct{ *app }

func (o *secretSetOptions) run(ctx context.Context, args []string) (output.View, error) {
	name, err := secretName(args[0], "usher secret set")
	if err != nil {
		return nil, err
	}
	line := "usher secret set " + string(name)
	if err := o.noAssistant(line); err != nil {
		return nil, err
	}
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	store := o.secrets(g) // before there is a value: no core from here on
	before, _, err := store.List()
	if err != nil {
		return nil, err
	}
	value, err := o.secretValue(ctx, "Value of "+string(name), line)
	if err != nil {
		return nil, err
	}
	where, err := store.Set(ctx, secrets.Secret(name), value)
	if err != nil {
		return nil, err
	}
	v := secretView{Done: "stored", Name: string(name), Store: where.Store.String(), Message: string(name) + " is stored", Notes: []string{}}
	if contains(before, name) {
		v.Message += " in the place of the one before"
	}
	if where.First {
		v.Notes = append(v.Notes, firstStore(where))
	}
	v.Notes = append(v.Notes, o.secretNotes(g, name, secretNames(before))...)
	return v, nil
}

// complete offers what servers name and nobody has stored, then what is stored.
func (o *secretSetOptions) complete(ctx context.Context, args []string) ([]string, error) {
	if len(args) > 0 {
		return nil, nil
	}
	stored, err := o.completeStored(ctx, args)
	if err != nil {
		return nil, err
	}
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	var out []string
	for _, u := range g.unmet(o.Getenv, namesOf(stored)) {
		out = append(out, string(u.Name))
	}
	return append(out, stored...), nil
}

func namesOf(words []string) []names.SecretName {
	var out []names.SecretName
	for _, w := range words {
		out = append(out, names.SecretName(w))
	}
	return out
}

func contains(keys []secrets.Key, name names.SecretName) bool {
	for _, k := range keys {
		if k == secrets.Secret(name) {
			return true
		}
	}
	return false
}

// secretView is the answer of a command that changed what is kept.
type secretView struct {
	Done    string   `json:"done"` // stored or removed
	Name    string   `json:"name"`
	Store   string   `json:"store"` // keychain or file
	Message string   `json:"message"`
	Notes   []string `json:"notes"`
}

func (v secretView) JSON() any { return v }

func (v secretView) Text(w *output.Printer) {
	w.Line(v.Message)
	for _, n := range v.Notes {
		w.Line("note: " + n)
	}
}
