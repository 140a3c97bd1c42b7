package secrets

import (
	"testing"

	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

// E4: whether a value is the stored one is known in either store; a store that does
// not give it out is an error, never a no.
func TestAValueIsTheStoredOneOrNot_E4(t *testing.T) {
	for _, code := range []Code{"", wire.Absent} {
		f := newFake()
		if code != "" {
			f.all(code)
		}
		s := New(t.TempDir(), f.Ask)
		mustSet(t, s, "lab/A", "abc")
		for v, want := range map[string]bool{"abc": true, "abd": false, "abcd": false, "ab": false, "": false} {
			if same, err := s.Holds(t.Context(), secret(t, "lab/A"), redact.New(v)); same != want || err != nil {
				t.Errorf("%q: %v, %v", v, same, err)
			}
		}
		if same, err := s.Holds(t.Context(), secret(t, "lab/B"), redact.New("abc")); same || err != nil {
			t.Errorf("one that is not kept: %v, %v", same, err)
		}
	}
	f := newFake()
	s := New(t.TempDir(), f.Ask)
	mustSet(t, s, "lab/A", "abc")
	f.all(wire.Locked)
	if _, err := s.Holds(t.Context(), secret(t, "lab/A"), redact.New("abc")); err == nil {
		t.Error("a locked keychain said no")
	}
}
