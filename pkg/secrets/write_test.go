package secrets

import (
	"context"
	"os"
	"strings"
	"testing"

	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

// E5, secret-04: a write that the store refuses, loses or answers wrongly fails,
// and the file is as it was.
func TestARefusedWriteFailsLoudly(t *testing.T) {
	for what, spoil := range map[string]func(*fake){
		"refused":         func(f *fake) { f.code[wire.Set] = wire.Failed },
		"too large":       func(f *fake) { f.code[wire.Set] = wire.TooLarge },
		"lost":            func(f *fake) { f.lose = true },
		"not to be read":  func(f *fake) { f.code[wire.Get] = wire.Denied },
		"locked half-way": func(f *fake) { f.code[wire.Get] = wire.Locked },
	} {
		f := newFake()
		s := New(t.TempDir(), f.Ask)
		mustSet(t, s, "OLD", "old")
		before := file(t, s)
		spoil(f)
		for _, name := range []string{"NEW", "OLD"} {
			_, err := s.Set(t.Context(), secret(t, name), redact.New(canary))
			if CodeOf(err) == "" || file(t, s) != before || !strings.Contains(err.Error(), name+" was not stored") {
				t.Errorf("%s: %s: %v, file changed %v", what, name, err, file(t, s) != before)
			}
		}
	}
}

// E5: where the file cannot be written after the keychain was, the keychain's
// new item is taken back.
func TestAnUnwrittenRecordTakesTheItemBack(t *testing.T) {
	f := newFake()
	s := New(t.TempDir(), f.Ask)
	mustSet(t, s, "OLD", "old")
	s.ask = func(ctx context.Context, r wire.Request) wire.Answer {
		if r.Do == wire.Set { // a folder stands in the way of the rename
			_ = os.Remove(s.path())
			_ = os.Mkdir(s.path(), 0o700)
		}
		return f.Ask(ctx, r)
	}
	if _, err := s.Set(t.Context(), secret(t, "NEW"), redact.New(canary)); err == nil || strings.Contains(err.Error(), canary) {
		t.Fatal(err)
	}
	if _, left := f.items[secret(t, "NEW")]; left || len(f.items) != 1 {
		t.Error("the keychain keeps a value that nothing records")
	}
}

// A6, S10, secret-07: what was removed is gone for good, in both stores; a
// server's own secrets and its sign-in go together, and no other's.
func TestRemoveForgets(t *testing.T) {
	for _, code := range []Code{"", wire.Absent} {
		f := newFake()
		if code != "" {
			f.all(code)
		}
		s := New(t.TempDir(), f.Ask)
		for _, name := range []string{"TOKEN", "acme/TOKEN", "acme/KEY", "acme-2/TOKEN"} {
			mustSet(t, s, name, "value-"+name)
		}
		if _, err := s.Set(t.Context(), SignIn("acme"), redact.New(`{"t":"x"}`)); err != nil {
			t.Fatal(err)
		}
		gone, err := s.RemoveServer(t.Context(), "acme")
		if err != nil || len(gone) != 3 {
			t.Errorf("%v %v", gone, err)
		}
		wantValue(t, s, "acme/TOKEN", "")
		wantValue(t, s, "acme-2/TOKEN", "value-acme-2/TOKEN")
		if ok, err := s.Remove(t.Context(), secret(t, "TOKEN")); !ok || err != nil {
			t.Error(ok, err)
		}
		wantValue(t, s, "TOKEN", "")
		if ok, err := s.Remove(t.Context(), secret(t, "TOKEN")); ok || err != nil {
			t.Error("a second time:", ok, err)
		}
		if code == "" && len(f.items) != 1 {
			t.Errorf("the keychain still has %d items", len(f.items))
		}
		if text := file(t, s); strings.Contains(text, "acme/") || !strings.Contains(text, "acme-2/TOKEN") {
			t.Error(text)
		}
	}
}

// A removal that the keychain acknowledges and does not do is an error; what
// could be removed before it is recorded as gone.
func TestARemovalIsLookedAt(t *testing.T) {
	f := newFake()
	s := New(t.TempDir(), f.Ask)
	mustSet(t, s, "TOKEN", canary)
	f.keep = true
	if ok, err := s.Remove(t.Context(), secret(t, "TOKEN")); ok || CodeOf(err) != wire.Failed {
		t.Error(ok, err)
	}
	wantValue(t, s, "TOKEN", canary)
}

// A server's sign-in is no secret of its name, and is not listed as one.
func TestASignInIsNoSecret(t *testing.T) {
	s := New(t.TempDir(), newFake().Ask)
	if _, err := s.Set(t.Context(), SignIn("acme"), redact.New("x")); err != nil {
		t.Fatal(err)
	}
	keys, _, err := s.List()
	if err != nil || len(keys) != 1 {
		t.Fatal(keys, err)
	}
	if _, ok := keys[0].SecretName(); ok || !keys[0].Of("acme") || keys[0].Of("acm") {
		t.Error(keys[0])
	}
}
