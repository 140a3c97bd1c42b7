package main

import (
	"errors"
	"syscall"

	"github.com/99designs/keyring"

	"usher/pkg/secrets/wire"
)

// most is CRED_MAX_CREDENTIAL_BLOB_SIZE.
const most = 2560

// open takes the Credential Manager; its items are called usher:secrets:KEY.
func open() (keyring.Keyring, int, wire.Code) {
	ring, err := keyring.Open(keyring.Config{
		AllowedBackends: []keyring.BackendType{keyring.WinCredBackend}, ServiceName: "secrets", WinCredPrefix: "usher",
	})
	return ring, most, codeOf(err)
}

// systemCode is the word for an error of the system.
func systemCode(err error) wire.Code {
	var e syscall.Errno
	if !errors.As(err, &e) {
		return wire.Failed
	}
	switch e {
	case syscall.ERROR_NOT_FOUND:
		return wire.NotFound
	case syscall.ERROR_ACCESS_DENIED:
		return wire.Denied
	case 1312: // ERROR_NO_SUCH_LOGON_SESSION: signed in over the network, for one
		return wire.Absent
	}
	return wire.Failed
}
