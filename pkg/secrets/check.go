package secrets

import (
	"context"
	"slices"

	"usher/pkg/secrets/wire"
)

// Health is what doctor says of the store.
type Health struct {
	Where
	Keychain Code   // what a trial write came to; wire.OK: it works
	Lost     []Key  // recorded, and not in the keychain any more
	Unlisted []Key  // in the keychain, and not recorded: another state folder's, or left over
	Words    string // for a Keychain that is not wire.OK
}

// Check tries the keychain with a write of its own, whichever store is in use,
// and compares what it has with what is recorded. Of secrets it reads the names
// alone. It takes a few seconds where the keychain is silent.
func (s *Store) Check(ctx context.Context) (Health, error) {
	recorded, where, err := s.List()
	if err != nil {
		return Health{}, err
	}
	h := Health{Where: where, Keychain: s.ask(ctx, wire.Request{Do: wire.Try}).Code}
	if h.Keychain != wire.OK {
		h.Words, _ = words(h.Keychain)
		return h, nil
	}
	a := s.ask(ctx, wire.Request{Do: wire.List})
	if a.Code != wire.OK {
		h.Keychain = a.Code
		h.Words, _ = words(h.Keychain)
		return h, nil
	}
	if where.Store == Keychain {
		h.Lost = without(recorded, a.Keys)
		h.Unlisted = without(a.Keys, recorded)
	} else {
		h.Unlisted = a.Keys
	}
	return h, nil
}

func without(all, but []Key) (out []Key) {
	for _, key := range all {
		if !slices.Contains(but, key) {
			out = append(out, key)
		}
	}
	return out
}
