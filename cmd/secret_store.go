package cmd

import "usher/pkg/secrets"

// secrets is where the person's secrets are kept (SPEC E1). It touches nothing
// yet: neither the file nor the keychain, of which the helper beside this program
// knows the way.
func (a *app) secrets(g ground) *secrets.Store {
	return secrets.New(g.at.State, secrets.NewHelper(a.Self, a.Environ).Ask)
}
