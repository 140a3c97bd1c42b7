package wire

import (
	"strings"

	"usher/pkg/names"
)

// Prefix is how every item of ours begins in a keychain that all programs of a
// person share (SPEC E1). The helper touches nothing else.
const Prefix = "usher/"

const (
	kindSecret = "secret"
	kindSignIn = "oauth"
	kindProbe  = "probe"
)

// Key names one item: a secret, or the sign-in of a server. The zero value names
// nothing.
type Key struct{ kind, name string }

// Secret is the key of a secret.
func Secret(name names.SecretName) Key { return Key{kindSecret, string(name)} }

// SignIn is the key of a remote server's sign-in, apart from its secrets: no
// listed variable is ever taken from it.
func SignIn(id names.ServerID) Key { return Key{kindSignIn, string(id)} }

// Probe is the key of an item that is written to see whether a keychain works.
func Probe(random string) Key { return Key{kindProbe, random} }

// ParseKey reads usher/secret/NAME, usher/secret/ID/NAME or usher/oauth/ID; false
// for everything else, so for every other program's item, and for probes.
func ParseKey(s string) (Key, bool) {
	rest, ours := strings.CutPrefix(s, Prefix)
	kind, name, _ := strings.Cut(rest, "/")
	var err error
	switch kind {
	case kindSecret:
		_, err = names.ParseSecretName(name)
	case kindSignIn:
		_, err = names.ParseServerID(name)
	default:
		return Key{}, false
	}
	return Key{kind, name}, ours && err == nil
}

// String is the key as a keychain has it.
func (k Key) String() string { return Prefix + k.kind + "/" + k.name }

// SecretName is the secret it names; false for a sign-in.
func (k Key) SecretName() (names.SecretName, bool) {
	return names.SecretName(k.name), k.kind == kindSecret
}

// Of reports whether it belongs to one server: ID/NAME, or the server's sign-in.
func (k Key) Of(id names.ServerID) bool {
	return k == SignIn(id) || k.kind == kindSecret && strings.HasPrefix(k.name, string(id)+"/")
}
