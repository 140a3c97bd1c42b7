package ring

import "usher/pkg/secrets/wire"

// Item is one thing in a ring: Key is what it says it is inside.
type Item struct {
	Key  string
	Data []byte
}

// Ring is a keychain that somebody has opened. Its codes are those of a helper's
// answer; a missing item is wire.NotFound, and removing it may be wire.OK too.
type Ring interface {
	Get(key string) (Item, wire.Code)
	Set(Item) wire.Code
	Remove(key string) wire.Code
	Keys() ([]string, wire.Code) // every program's
}

// Open finds the keychain of this session, or says in a word why there is none
// to be had: absent, locked, denied, failed. most is the most bytes it keeps in
// one item.
type Open func() (ring Ring, most int, code wire.Code)
