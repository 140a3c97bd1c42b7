package secrets

import (
	"context"

	"usher/pkg/names"
	"usher/pkg/secrets/wire"
)

// Remove forgets a secret; false where none was kept. One that the keychain has
// lost already is forgotten too.
func (s *Store) Remove(ctx context.Context, key Key) (removed bool, err error) {
	gone, err := s.remove(ctx, func(k Key) bool { return k == key })
	return len(gone) > 0, err
}

// RemoveServer forgets everything of one server, ID/NAME and its sign-in, so
// that a new server of that id finds nothing (SPEC S10).
func (s *Store) RemoveServer(ctx context.Context, id names.ServerID) ([]Key, error) {
	return s.remove(ctx, func(k Key) bool { return k.Of(id) })
}

// remove forgets in the keychain first: a name without its value is an error
// that can be repaired, a value without its name would be found by nobody.
func (s *Store) remove(ctx context.Context, which func(Key) bool) (gone []Key, err error) {
	if d, err := s.read(); err != nil || d.store == None {
		return nil, err
	}
	var failed error
	err = s.change(ctx, func(d *document) (func(), error) {
		gone = nil
		for _, e := range d.entries {
			if !which(e.key) {
				continue
			}
			if d.store == Keychain {
				if failed = s.forget(ctx, e.key); failed != nil {
					break
				}
			}
			gone = append(gone, e.key)
		}
		for _, key := range gone {
			d.drop(key)
		}
		return nil, nil
	})
	if err == nil {
		err = failed
	}
	return gone, err
}

func (s *Store) forget(ctx context.Context, key Key) error {
	code := s.ask(ctx, wire.Request{Do: wire.Remove, Key: key}).Code
	if code == wire.OK || code == wire.NotFound {
		code = s.ask(ctx, wire.Request{Do: wire.Get, Key: key}).Code
		if code == wire.NotFound {
			return nil
		}
		if code == wire.OK {
			code = wire.Failed // it acknowledged the removal and still has it
		}
	}
	if ctx.Err() != nil {
		return stopped(ctx)
	}
	return said(shown(key)+" was not removed", Key{}, code)
}
