package main

import (
	"errors"
	"syscall"

	"github.com/99designs/keyring"

	"usher/pkg/secrets/ring"
	"usher/pkg/secrets/wire"
)

// most is CRED_MAX_CREDENTIAL_BLOB_SIZE.
const most = 2560

// open takes the Credential Manager; its items are called usher:secrets:KEY.
func open() (ring.Ring, int, wire.Code) {
	keys, err := keyring.Open(keyring.Config{
		AllowedBackends: []keyring.BackendType{keyring.WinCredBackend}, ServiceName: "secrets", WinCredPrefix: "usher",
	})
	return opened(keys, most, err)
}

// systemCode is the word for an error of the system.
func systemCode(err error) wire.Code {
	var e syscall.Errno
	if !errors.As(err, &e) {
		return wire.Failed
	}
	return ring.WindowsCode(uintptr(e))
}
