package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/secrets"
	"usher/pkg/strictjson"
)

func newSecretCmd(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:   "secret <command>",
		Short: "Keep the secrets that servers need",
		Long: `Keep values that nobody prints: in the system's keychain, or where there is none
in a file that only you can read. NAME is a secret of yours for every server that
names it, as ${secret:NAME}; ID/NAME is one server's own.

No command shows a value.

EXIT STATUS
  2  no command was given, or it was not understood`,
		Example: `  # what is kept, where, and who takes it
  usher secret list`,
	},
		newSecretListCmd(a),
		newSecretMoveCmd(a),
		newSecretRemoveCmd(a),
		newSecretSetCmd(a),
	)
}

// secretName reads NAME or ID/NAME. The word is not repeated: it may be the secret
// itself.
func secretName(word, command string) (names.SecretName, error) {
	name, err := names.ParseSecretName(word)
	if err != nil {
		return "", fault.New(fault.Usage, "the name is not usable: "+err.Error(), command+" NAME", "or for one server: "+command+" ID/NAME")
	}
	return name, nil
}

// secretNames are the secrets among keys.
func secretNames(keys []secrets.Key) []names.SecretName {
	var out []names.SecretName
	for _, k := range keys {
		if n, ok := k.SecretName(); ok {
			out = append(out, n)
		}
	}
	return out
}

// nearSecret ends a message with the nearest stored name, where there is one.
func nearSecret(name names.SecretName, stored []names.SecretName) string {
	var all []string
	for _, n := range stored {
		all = append(all, string(n))
	}
	if near := strictjson.Nearest(string(name), all); near != "" {
		return "; the nearest is " + near
	}
	return ""
}

// completeStored completes the names of secrets that are kept.
func (a *app) completeStored(_ context.Context, args []string) ([]string, error) {
	if len(args) > 0 {
		return nil, nil
	}
	g, err := a.ground()
	if err != nil {
		return nil, err
	}
	keys, _, err := a.secrets(g).List()
	var out []string
	for _, n := range secretNames(keys) {
		out = append(out, string(n))
	}
	return out, err
}
