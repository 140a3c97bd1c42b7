package secrets

import (
	"context"
	"time"

	"usher/pkg/redact"
	"usher/pkg/safefile"
)

// lockWait is how long a writer waits for those before it, who may each be
// waiting for a keychain.
const lockWait = 30 * time.Second

// change edits the document under its lock. f may give what takes its own work
// in the keychain back, should the document not be written after all.
func (s *Store) change(ctx context.Context, f func(d *document) (undo func(), err error)) error {
	if err := safefile.Private(s.dir); err != nil {
		return err
	}
	if err := private(s.dir, s.path()); err != nil { // before the lock is waited for, and with the hint that mends it whole
		return err
	}
	undo := func() {}
	err := safefile.Update(ctx, safefile.Change{Path: s.path(), Perm: 0o600, Max: maxFile, Wait: lockWait, Who: safefile.Self},
		func(old []byte, exists bool) ([]byte, error) {
			defer clear(old)
			if err := private(s.dir, s.path()); err != nil {
				return nil, err
			}
			d := document{}
			if exists {
				var err error
				if d, err = parse(s.path(), old); err != nil {
					return nil, err
				}
			}
			back, err := f(&d)
			if err != nil || d.store == None {
				return nil, err
			}
			if back != nil {
				undo = back
			}
			return d.encode(), nil
		})
	if err != nil {
		undo()
	}
	return err
}

// Set keeps a value under key in the store in use, in the place of an older one.
// The first Set chooses the store: the keychain where a trial write works, the
// file where there is no keychain or no helper; one that is locked, silent or
// refuses is an error (SPEC E1, E4).
//
// A value in a keychain is read back before anything is recorded. On any error
// the file is as it was (SPEC E5); after one that came of a deadline the keychain
// may hold the old or the new value of a key it already had.
func (s *Store) Set(ctx context.Context, key Key, v redact.Value) (Where, error) {
	if err := fit(v); err != nil {
		return Where{}, err
	}
	where := Where{Path: s.path()}
	err := s.change(ctx, func(d *document) (func(), error) {
		if d.store == None {
			var err error
			where.First = true
			if d.store, where.Why, err = s.choose(ctx); err != nil {
				return nil, err
			}
		}
		where.Store = d.store
		_, known := d.find(key)
		if d.store == File {
			d.put(key, v)
			return nil, nil
		}
		if err := s.keep(ctx, key, v); err != nil {
			return nil, err
		}
		d.put(key, redact.Value{})
		if known {
			return nil, nil
		}
		return s.forgetting(ctx, key), nil
	})
	if err != nil {
		return Where{}, err
	}
	return where, nil
}
