package secrets

import (
	"context"
	"errors"

	"usher/pkg/fault"
	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

// Moved says what Move did.
type Moved struct {
	Keys []Key // that are now in the store
	Left []Key // that the keychain has too, for it did not remove them; Move again tries again
}

// Move makes a store the one in use and takes everything there (SPEC E4). All of
// it arrives or nothing is changed: values are read first, written and read
// back, then the file says where they are, and only then is the other copy
// removed. With nothing stored it chooses the store of the first write.
func (s *Store) Move(ctx context.Context, to Kind) (Moved, error) {
	switch to {
	case Keychain:
		return s.toKeychain(ctx)
	case File:
		return s.toFile(ctx)
	case None:
	}
	return Moved{}, fault.New(fault.Usage, "a store is keychain or file")
}

// toKeychain writes everything to the keychain; the values leave the file in the
// one write that says so.
func (s *Store) toKeychain(ctx context.Context) (m Moved, err error) {
	err = s.change(ctx, func(d *document) (func(), error) {
		if d.store == Keychain {
			m.Keys = d.keys()
			return nil, nil
		}
		if code := s.ask(ctx, wire.Request{Do: wire.Try}).Code; code != wire.OK {
			if ctx.Err() != nil {
				return nil, stopped(ctx)
			}
			return nil, said("nothing was moved", Key{}, code)
		}
		var written []Key
		for i, e := range d.entries {
			if err := s.keep(ctx, e.key, e.value); err != nil {
				s.forgetting(ctx, written...)()
				return nil, err
			}
			written = append(written, e.key)
			d.entries[i].value = redact.Value{}
		}
		d.store, m.Keys = Keychain, written
		return s.forgetting(ctx, written...), nil
	})
	if err != nil {
		return Moved{}, err
	}
	return m, nil
}

// toFile writes everything to the file, then removes it from the keychain. Where
// it is in the file already, what an earlier Move could not remove is removed.
func (s *Store) toFile(ctx context.Context) (m Moved, err error) {
	tidy := false
	err = s.change(ctx, func(d *document) (func(), error) {
		tidy = d.store != None
		if d.store == Keychain {
			values := make(map[Key]redact.Value, len(d.entries))
			if err := s.fetch(ctx, d.keys(), values); err != nil {
				return nil, s.stuck(err)
			}
			for i, e := range d.entries {
				d.entries[i].value = values[e.key]
			}
		}
		d.store, m.Keys = File, d.keys()
		return nil, nil
	})
	if err != nil {
		return Moved{}, err
	}
	for i, key := range m.Keys {
		if !tidy {
			break
		}
		code := s.ask(ctx, wire.Request{Do: wire.Remove, Key: key}).Code
		if code == wire.Absent || code == wire.NoHelper {
			break
		}
		if code != wire.OK && code != wire.NotFound {
			m.Left = m.Keys[i:] // each further one could take as long
			break
		}
	}
	return m, nil
}

// stuck adds the way out of a keychain that is gone for good, and what it held
// with it: only a person may give that up.
func (s *Store) stuck(err error) error {
	var e *fault.Error
	if errors.As(err, &e) && CodeOf(err) != "" {
		e.Hints = append(e.Hints, "or give up what the keychain holds: mv "+quote(s.path())+" "+quote(s.path()+".old"))
	}
	return err
}

func (d *document) keys() []Key {
	keys := make([]Key, 0, len(d.entries))
	for _, e := range d.entries {
		keys = append(keys, e.key)
	}
	return keys
}
