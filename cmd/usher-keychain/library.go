package main

import (
	"errors"

	"github.com/99designs/keyring"

	"usher/pkg/secrets/ring"
	"usher/pkg/secrets/wire"
)

// library is a keychain as the library has opened it.
type library struct{ keys keyring.Keyring }

// opened is what open answers with.
func opened(keys keyring.Keyring, most int, err error) (ring.Ring, int, wire.Code) {
	return library{keys}, most, codeOf(err)
}

func (l library) Get(key string) (ring.Item, wire.Code) {
	item, err := l.keys.Get(key)
	return ring.Item{Key: item.Key, Data: item.Data}, codeOf(err)
}

func (l library) Set(i ring.Item) wire.Code {
	return codeOf(l.keys.Set(keyring.Item{Key: i.Key, Data: i.Data, Label: i.Key, Description: "kept by usher"}))
}

func (l library) Remove(key string) wire.Code { return codeOf(l.keys.Remove(key)) }

func (l library) Keys() ([]string, wire.Code) {
	keys, err := l.keys.Keys()
	return keys, codeOf(err)
}

// codeOf is the word for an error of the library; OK for none. No text of an
// error is read: it may hold a value.
func codeOf(err error) wire.Code {
	switch {
	case err == nil:
		return wire.OK
	case errors.Is(err, keyring.ErrKeyNotFound):
		return wire.NotFound
	case errors.Is(err, keyring.ErrNoAvailImpl):
		return wire.Absent
	}
	return systemCode(err)
}
