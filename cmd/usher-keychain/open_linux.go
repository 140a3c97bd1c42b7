package main

import (
	"errors"

	"github.com/99designs/keyring"
	"github.com/godbus/dbus"

	"usher/pkg/secrets/ring"
	"usher/pkg/secrets/wire"
)

const (
	serviceName    = "org.freedesktop.secrets"
	servicePath    = "/org/freedesktop/secrets"
	collectionName = "login"
	walletName     = "kdewallet"
	walletService  = "org.kde.kwalletd5"
	walletPath     = "/modules/kwalletd5"
	most           = wire.MaxValue
)

// open takes the Secret Service where it has the login collection, else
// KWallet. Whether either is there and open is asked before anything else, for
// that never prompts: unlocking would, and wait for a person as long as it takes.
func open() (ring.Ring, int, wire.Code) {
	bus, err := dbus.SessionBus() // the connection that the library has made before main
	if err != nil {
		return nil, 0, wire.Absent
	}
	backend, code := keyring.SecretServiceBackend, secretService(bus)
	if code == wire.Absent {
		backend, code = keyring.KWalletBackend, wallet(bus)
	}
	if code != wire.OK {
		return nil, 0, code
	}
	name := "usher"
	if backend == keyring.KWalletBackend {
		name = walletName
	}
	keys, err := keyring.Open(keyring.Config{
		AllowedBackends: []keyring.BackendType{backend}, ServiceName: name,
		LibSecretCollectionName: collectionName, KWalletAppID: "usher", KWalletFolder: "usher",
	})
	return opened(keys, most, err)
}

// secretService says whether the login collection is there and unlocked. Where
// it is not there, one could only be made by prompting for a password.
func secretService(bus *dbus.Conn) wire.Code {
	all, err := bus.Object(serviceName, servicePath).GetProperty("org.freedesktop.Secret.Service.Collections")
	if err != nil {
		return systemCode(err)
	}
	paths, _ := all.Value().([]dbus.ObjectPath)
	for _, path := range paths {
		if path != servicePath+"/collection/"+collectionName {
			continue
		}
		locked, err := bus.Object(serviceName, path).GetProperty("org.freedesktop.Secret.Collection.Locked")
		if err != nil {
			return systemCode(err)
		}
		if open, ok := locked.Value().(bool); ok && !open {
			return wire.OK
		}
		return wire.Locked
	}
	return wire.Absent
}

// wallet says the same of KWallet's own wallet.
func wallet(bus *dbus.Conn) wire.Code {
	object := bus.Object(walletService, walletPath)
	var enabled, open bool
	if err := object.Call("org.kde.KWallet.isEnabled", 0).Store(&enabled); err != nil {
		return systemCode(err)
	}
	if !enabled {
		return wire.Absent
	}
	if err := object.Call("org.kde.KWallet.isOpen", 0, walletName).Store(&open); err != nil {
		return systemCode(err)
	}
	if !open {
		return wire.Locked
	}
	return wire.OK
}

// systemCode is the word for an error of the bus, by its name.
func systemCode(err error) wire.Code {
	var e dbus.Error
	if !errors.As(err, &e) {
		return wire.Failed
	}
	return ring.BusCode(e.Name)
}
