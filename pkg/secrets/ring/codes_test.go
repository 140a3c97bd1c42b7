package ring

import (
	"testing"

	"usher/pkg/secrets/wire"
)

// E4: what each system says is wrong is a code by its name or number; none is
// guessed from text, and what is not known is a failure.
func TestErrorsOfASystemAreCodes(t *testing.T) {
	for name, want := range map[string]wire.Code{
		"org.freedesktop.DBus.Error.ServiceUnknown":    wire.Absent,
		"org.freedesktop.DBus.Error.NameHasNoOwner":    wire.Absent,
		"org.freedesktop.DBus.Error.Spawn.ChildExited": wire.Absent,
		"org.freedesktop.DBus.Error.UnknownMethod":     wire.Absent,
		"org.freedesktop.DBus.Error.AccessDenied":      wire.Denied,
		"org.freedesktop.Secret.Error.IsLocked":        wire.Locked,
		"org.freedesktop.DBus.Error.NoReply":           wire.Failed,
		"org.example.Locked":                           wire.Failed,
		"":                                             wire.Failed,
	} {
		if got := BusCode(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for status, want := range map[int64]wire.Code{-25308: wire.Locked, -128: wire.Denied, -25291: wire.Absent, -50: wire.Failed, 0: wire.Failed} {
		if got := StatusCode(status); got != want {
			t.Errorf("%d: %s, want %s", status, got, want)
		}
	}
	for number, want := range map[uintptr]wire.Code{1168: wire.NotFound, 5: wire.Denied, 1312: wire.Absent, 87: wire.Failed, 0: wire.Failed} {
		if got := WindowsCode(number); got != want {
			t.Errorf("%d: %s, want %s", number, got, want)
		}
	}
}
