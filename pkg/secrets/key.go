package secrets

import (
	"strings"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

// Key names one thing that is kept: Secret or SignIn makes it. It is comparable;
// the zero value names nothing.
type Key = wire.Key

// Code says in a word why a keychain did not do what it was asked; CodeOf finds
// it in an error. The words are those of package wire.
type Code = wire.Code

// Secret is the key of a secret, NAME or ID/NAME (SPEC E2).
func Secret(name names.SecretName) Key { return wire.Secret(name) }

// SignIn is the key of a remote server's sign-in, apart from its secrets.
func SignIn(id names.ServerID) Key { return wire.SignIn(id) }

// NoDump is for a process that holds a value: it leaves no core (SPEC Q11).
func NoDump() { wire.NoDump() }

// Parse takes a value as a person typed or piped it (SPEC E2): one line end at
// its end is dropped. Empty, larger than 64 KiB, not UTF-8 or with a control
// character is an error of Kind Usage that does not repeat it. The bytes are
// cleared.
func Parse(typed []byte) (redact.Value, error) {
	defer clear(typed)
	text := string(typed)
	if rest, ok := strings.CutSuffix(text, "\n"); ok {
		text = strings.TrimSuffix(rest, "\r")
	}
	v := redact.New(text)
	return v, fit(v)
}

func fit(v redact.Value) error {
	why := wire.Unfit(v.Reveal())
	if why == "" {
		return nil
	}
	return fault.New(fault.Usage, "the value "+why+"; a secret is 1 byte to 64 KiB of text in one line")
}

// shown is how a message calls a key.
func shown(key Key) string {
	text := strings.TrimPrefix(key.String(), wire.Prefix)
	if name, ok := key.SecretName(); ok {
		return "the secret " + string(name)
	}
	return "the sign-in of " + strings.TrimPrefix(text, "oauth/")
}
