package secrets

import (
	"context"

	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

// Undo takes back what SetAll did: values that it put in the place of older ones
// are the older ones again, the others are gone.
type Undo func(context.Context) error

// SetAll keeps several values, all of them or none, as Set keeps one; nothing is
// done for none. Undo is for the caller whose own work, which was to name them,
// failed after it (SPEC E5).
func (s *Store) SetAll(ctx context.Context, values map[Key]redact.Value) (Where, Undo, error) {
	for _, v := range values {
		if err := fit(v); err != nil {
			return Where{}, nil, err
		}
	}
	if len(values) == 0 {
		return Where{}, func(context.Context) error { return nil }, nil
	}
	where, before := Where{Path: s.path()}, map[Key]redact.Value{}
	err := s.change(ctx, func(d *document) (func(), error) {
		if d.store == None {
			var err error
			where.First = true
			if d.store, where.Why, err = s.choose(ctx); err != nil {
				return nil, err
			}
		}
		where.Store = d.store
		clear(before)
		var done []Key
		back := func() { s.restore(ctx, done, before) }
		for key, v := range values {
			done = append(done, key)
			if err := s.replace(ctx, d, key, v, before); err != nil {
				if d.store == Keychain {
					back()
				}
				return nil, err
			}
		}
		if d.store == File {
			return nil, nil
		}
		return back, nil
	})
	if err != nil {
		return Where{}, nil, err
	}
	return where, func(ctx context.Context) error { return s.undo(ctx, values, before) }, nil
}

// replace puts one value into the store of the document and remembers the older
// one, where the store still has it.
func (s *Store) replace(ctx context.Context, d *document, key Key, v redact.Value, before map[Key]redact.Value) error {
	at, known := d.find(key)
	if d.store == File {
		if known {
			before[key] = d.entries[at].value
		}
		d.put(key, v)
		return nil
	}
	if known {
		if old, err := s.fetchOne(ctx, key); err == nil {
			before[key] = old
		}
	}
	if err := s.keep(ctx, key, v); err != nil {
		return err
	}
	d.put(key, redact.Value{})
	return nil
}

// restore makes the keychain's items what they were, as far as it lets us.
func (s *Store) restore(ctx context.Context, done []Key, before map[Key]redact.Value) {
	ctx = context.WithoutCancel(ctx)
	for _, key := range done {
		old, had := before[key]
		r := wire.Request{Do: wire.Remove, Key: key}
		if had {
			r = wire.Request{Do: wire.Set, Key: key, Value: old}
		}
		if code := s.ask(ctx, r).Code; code != wire.OK && code != wire.NotFound {
			return // each further one could take as long
		}
	}
}

// undo is Undo.
func (s *Store) undo(ctx context.Context, values, before map[Key]redact.Value) error {
	ctx = context.WithoutCancel(ctx)
	for key := range values {
		if old, had := before[key]; had {
			if _, err := s.Set(ctx, key, old); err != nil {
				return err
			}
		} else if _, err := s.Remove(ctx, key); err != nil {
			return err
		}
	}
	return nil
}
