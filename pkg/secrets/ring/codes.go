package ring

import (
	"strings"

	"usher/pkg/secrets/wire"
)

// BusCode is the word for an error of D-Bus, by its name.
func BusCode(name string) wire.Code {
	name, _ = strings.CutPrefix(name, "org.freedesktop.")
	switch name {
	case "DBus.Error.ServiceUnknown", "DBus.Error.NameHasNoOwner", "DBus.Error.UnknownObject",
		"DBus.Error.UnknownMethod", "DBus.Error.UnknownInterface":
		return wire.Absent
	case "DBus.Error.AccessDenied", "DBus.Error.AuthFailed":
		return wire.Denied
	case "Secret.Error.IsLocked":
		return wire.Locked
	}
	if strings.HasPrefix(name, "DBus.Error.Spawn.") { // a service that cannot be started
		return wire.Absent
	}
	return wire.Failed
}

// StatusCode is the word for an OSStatus of the macOS Keychain.
func StatusCode(status int64) wire.Code {
	switch status {
	case -25308, -25315: // errSecInteractionNotAllowed, errSecInteractionRequired
		return wire.Locked
	case -128, -25293, -25243: // errSecUserCanceled, errSecAuthFailed, errSecNoAccessForItem
		return wire.Denied
	case -25291, -25294, -25307: // errSecNotAvailable, errSecNoSuchKeychain, errSecNoDefaultKeychain
		return wire.Absent
	}
	return wire.Failed
}

// WindowsCode is the word for an error number of Windows.
func WindowsCode(number uintptr) wire.Code {
	switch number {
	case 1168: // ERROR_NOT_FOUND
		return wire.NotFound
	case 5: // ERROR_ACCESS_DENIED
		return wire.Denied
	case 1312: // ERROR_NO_SUCH_LOGON_SESSION: signed in over the network, for one
		return wire.Absent
	}
	return wire.Failed
}
