package main

import (
	"reflect"

	"github.com/99designs/keyring"

	"usher/pkg/secrets/ring"
	"usher/pkg/secrets/wire"
)

// open takes the login keychain. The library has it only where it was built
// with cgo; without, there is none, and usher keeps secrets in its file.
func open() (ring.Ring, int, wire.Code) {
	keys, err := keyring.Open(keyring.Config{
		AllowedBackends: []keyring.BackendType{keyring.KeychainBackend}, ServiceName: "usher",
		KeychainTrustApplication: true, KeychainAccessibleWhenUnlocked: true,
	})
	return opened(keys, wire.MaxValue, err)
}

// systemCode is the word for an OSStatus, which the library gives as an integer
// type that exists only with cgo.
func systemCode(err error) wire.Code {
	v := reflect.ValueOf(err)
	if !v.CanInt() {
		return wire.Failed
	}
	return ring.StatusCode(v.Int())
}
