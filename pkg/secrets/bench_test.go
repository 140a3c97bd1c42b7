package secrets

import (
	"os"
	"path/filepath"
	"testing"

	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

// What a name costs that is not stored: nothing is asked, whatever the keychain.
func BenchmarkAbsentSecret(b *testing.B) {
	s := New(b.TempDir(), newFake().Ask)
	if _, err := s.Set(b.Context(), Secret("OTHER"), redact.New("x")); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, ok, err := s.Get(b.Context(), Secret("LAB_TOKEN")); ok || err != nil {
			b.Fatal(ok, err)
		}
	}
}

// What a keychain costs that is not there: no helper is started, and no
// deadline is waited for.
func BenchmarkAbsentKeychain(b *testing.B) {
	for name, environ := range map[string][]string{"no bus": {"XDG_RUNTIME_DIR=/nonexistent"}, "no helper": os.Environ()} {
		b.Run(name, func(b *testing.B) {
			h := NewHelper(filepath.Join(b.TempDir(), "usher"), environ)
			if name == "no bus" {
				h.program = "/bin/true"
			}
			for b.Loop() {
				if a := h.Ask(b.Context(), wire.Request{Do: wire.Try}); a.Code == wire.OK || a.Code == wire.Failed {
					b.Fatal(a.Code)
				}
			}
		})
	}
}

// What one question costs that a helper answers.
func BenchmarkAsk(b *testing.B) {
	h, _ := helperWorld(b, "is locked")
	for b.Loop() {
		if a := h.Ask(b.Context(), wire.Request{Do: wire.List}); a.Code != wire.Locked {
			b.Fatal(a.Code)
		}
	}
}
