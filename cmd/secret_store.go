package cmd

import "usher/pkg/secrets"

// secrets is where the person's secrets are kept (SPEC E1). It touches neither the
// file nor the keychain yet, of which the helper beside this program knows the way;
// but from here on this process leaves no core (SPEC Q11).
func (a *app) secrets(g ground) *secrets.Store {
	secrets.NoDump()
	return secrets.New(g.at.State, secrets.NewHelper(a.Self, a.Environ).Ask)
}
