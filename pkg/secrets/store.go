package secrets

import (
	"context"
	"path/filepath"
	"sync"

	"usher/pkg/fault"
	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

// Ask puts one request to a keychain; Helper.Ask is the real one. It answers
// within its own deadline.
type Ask func(ctx context.Context, r wire.Request) wire.Answer

// Store is where secrets are kept. Its methods may be used by several goroutines
// and several processes at once.
type Store struct {
	dir string
	ask Ask
}

// New is the store of a state folder (absolute). It touches nothing yet.
func New(state string, ask Ask) *Store {
	return &Store{dir: filepath.Join(state, "secrets"), ask: ask}
}

// Get is one value; false where no such secret is kept. A keychain that does not
// give it out is an error, never false (SPEC E4).
func (s *Store) Get(ctx context.Context, key Key) (redact.Value, bool, error) {
	values, err := s.Values(ctx, key)
	v, ok := values[key]
	return v, ok, err
}

// Values are those of keys that are kept; the others are missing from the map
// and cost nothing. One that is kept but cannot be had is an error that names it
// and why: see CodeOf.
func (s *Store) Values(ctx context.Context, keys ...Key) (map[Key]redact.Value, error) {
	d, err := s.read()
	if err != nil {
		return nil, err
	}
	values := make(map[Key]redact.Value, len(keys))
	var asked []Key
	for _, key := range keys {
		at, ok := d.find(key)
		switch {
		case !ok:
		case d.store == Keychain:
			asked = append(asked, key)
		default:
			values[key] = d.entries[at].value
		}
	}
	return values, s.fetch(ctx, asked, values)
}

// atOnce is how many helpers run side by side.
const atOnce = 4

// fetch asks the keychain for values; the first failure ends it.
func (s *Store) fetch(ctx context.Context, keys []Key, into map[Key]redact.Value) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var (
		mu    sync.Mutex
		group sync.WaitGroup
		first error
		slots = make(chan struct{}, atOnce)
	)
	for _, key := range keys {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			v, err := s.fetchOne(ctx, key)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				into[key] = v
			case first == nil:
				first = err
				cancel()
			}
		})
	}
	group.Wait()
	return first
}

func (s *Store) fetchOne(ctx context.Context, key Key) (redact.Value, error) {
	if ctx.Err() != nil {
		return redact.Value{}, stopped(ctx)
	}
	a := s.ask(ctx, wire.Request{Do: wire.Get, Key: key})
	if a.Code != wire.OK {
		if ctx.Err() != nil {
			return redact.Value{}, stopped(ctx)
		}
		return redact.Value{}, said(shown(key)+" cannot be read", key, a.Code)
	}
	return a.Value, nil
}

func stopped(ctx context.Context) error {
	return &fault.Error{Kind: fault.Interrupted, Message: "the keychain was given up waiting for", Err: ctx.Err()}
}

// List is every key that is kept, in order, and where. It asks no keychain, so
// that a locked one hides nothing (SPEC E4).
func (s *Store) List() ([]Key, Where, error) {
	d, err := s.read()
	if err != nil {
		return nil, Where{}, err
	}
	return d.keys(), Where{Store: d.store, Path: s.path()}, nil
}
