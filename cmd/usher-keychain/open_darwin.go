package main

import (
	"reflect"

	"github.com/99designs/keyring"

	"usher/pkg/secrets/wire"
)

// open takes the login keychain. The library has it only where it was built
// with cgo; without, there is none, and usher keeps secrets in its file.
func open() (keyring.Keyring, int, wire.Code) {
	ring, err := keyring.Open(keyring.Config{
		AllowedBackends: []keyring.BackendType{keyring.KeychainBackend}, ServiceName: "usher",
		KeychainTrustApplication: true, KeychainAccessibleWhenUnlocked: true,
	})
	return ring, wire.MaxValue, codeOf(err)
}

// systemCode is the word for an OSStatus, which the library gives as an integer
// type that exists only with cgo.
func systemCode(err error) wire.Code {
	v := reflect.ValueOf(err)
	if !v.CanInt() {
		return wire.Failed
	}
	switch v.Int() {
	case -25308, -25315: // errSecInteractionNotAllowed, errSecInteractionRequired
		return wire.Locked
	case -128, -25293, -25243: // errSecUserCanceled, errSecAuthFailed, errSecNoAccessForItem
		return wire.Denied
	case -25291, -25294, -25307: // errSecNotAvailable, errSecNoSuchKeychain, errSecNoDefaultKeychain
		return wire.Absent
	}
	return wire.Failed
}
