package secrets

import (
	"context"

	"usher/pkg/fault"
	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

// choose finds the store of a first write.
func (s *Store) choose(ctx context.Context) (Kind, string, error) {
	switch code := s.ask(ctx, wire.Request{Do: wire.Try}).Code; code {
	case wire.OK:
		return Keychain, "", nil
	case wire.Absent, wire.NoHelper:
		why, _ := words(code)
		return File, why, nil
	default:
		if ctx.Err() != nil {
			return None, "", stopped(ctx)
		}
		why, hints := words(code)
		hints = append(hints, "or keep secrets in a file only you can read: usher secret move file")
		return None, "", &fault.Error{Kind: fault.Failed, Message: "nothing was stored: " + why, Hints: hints, Err: trouble{code}}
	}
}

// keep writes to the keychain and reads back, for a write that is acknowledged
// may still be lost (SPEC E5).
func (s *Store) keep(ctx context.Context, key Key, v redact.Value) error {
	a := s.ask(ctx, wire.Request{Do: wire.Set, Key: key, Value: v})
	if a.Code == wire.OK {
		a = s.ask(ctx, wire.Request{Do: wire.Get, Key: key})
		if a.Code == wire.NotFound || a.Code == wire.OK && a.Value != v {
			return &fault.Error{Kind: fault.Failed, Message: shown(key) + " was not stored: the keychain took it and does not have it",
				Hints: []string{"keep secrets in a file only you can read: usher secret move file"}, Err: trouble{wire.Failed}}
		}
	}
	if a.Code == wire.OK {
		return nil
	}
	if ctx.Err() != nil {
		return stopped(ctx)
	}
	return said(shown(key)+" was not stored", key, a.Code)
}

// forgetting takes back what was written to the keychain, as far as it can.
func (s *Store) forgetting(ctx context.Context, keys ...Key) func() {
	return func() {
		for _, key := range keys {
			if s.ask(context.WithoutCancel(ctx), wire.Request{Do: wire.Remove, Key: key}).Code != wire.OK {
				return // each further one could take as long
			}
		}
	}
}
