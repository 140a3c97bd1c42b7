package secrets

import (
	"context"
	"errors"
	"strings"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

// E1: the first write chooses the store, says so once, and says why it is not
// the keychain; later writes go there and say nothing.
func TestFirstWriteChoosesTheStore(t *testing.T) {
	for _, c := range []struct {
		code Code
		want Kind
		why  string
	}{
		{"", Keychain, ""},
		{wire.Absent, File, "no keychain in this session"},
		{wire.NoHelper, File, "not beside usher"},
	} {
		f := newFake()
		if c.code != "" {
			f.all(c.code)
		}
		s := New(t.TempDir(), f.Ask)
		if _, w, err := s.List(); err != nil || w.Store != None {
			t.Fatalf("%s: before: %v %v", c.code, w.Store, err)
		}
		w := mustSet(t, s, "LAB_TOKEN", canary)
		if w.Store != c.want || !w.First || !strings.Contains(w.Why, c.why) || (c.why == "") != (w.Why == "") {
			t.Errorf("%s: first write %+v", c.code, w)
		}
		if w = mustSet(t, s, "acme/TOKEN", "second"); w.Store != c.want || w.First || w.Why != "" {
			t.Errorf("%s: second write %+v", c.code, w)
		}
		wantValue(t, s, "LAB_TOKEN", canary)
		wantValue(t, s, "acme/TOKEN", "second")
		wantValue(t, s, "OTHER", "")
		keys, w, err := s.List()
		if err != nil || len(keys) != 2 || keys[0] != secret(t, "LAB_TOKEN") || keys[1] != secret(t, "acme/TOKEN") || w.Store != c.want {
			t.Errorf("%s: list %v %+v %v", c.code, keys, w, err)
		}
		if c.want == Keychain && strings.Contains(file(t, s), "ary-") {
			t.Errorf("a value in the file beside the keychain: %s", file(t, s))
		}
	}
}

// E4: whatever keeps a keychain from answering is said at the first write and
// no file takes its place; the two that are none do not stop a write.
func TestATroubledKeychainIsNeverQuietlyReplaced(t *testing.T) {
	for _, code := range []Code{wire.Locked, wire.Silent, wire.Denied, wire.Failed, wire.TooLarge} {
		s := New(t.TempDir(), newFake().all(code).Ask)
		_, err := s.Set(t.Context(), secret(t, "LAB_TOKEN"), redact.New(canary))
		if CodeOf(err) != code || file(t, s) != "" {
			t.Errorf("%s: %v, file %q", code, err, file(t, s))
		}
		wantHint(t, err, "usher secret move file")
		if _, err := s.Move(t.Context(), File); err != nil { // the way out that the hint names
			t.Errorf("%s: move: %v", code, err)
		}
		if w := mustSet(t, s, "LAB_TOKEN", canary); w.Store != File || w.First {
			t.Errorf("%s: after the move %+v", code, w)
		}
	}
}

func wantHint(t *testing.T, err error, part string) {
	t.Helper()
	var e *fault.Error
	if !errors.As(err, &e) || !strings.Contains(strings.Join(e.Hints, "\n"), part) {
		t.Errorf("%v: no hint with %q", err, part)
	}
}

// E4, secret-03: once in the keychain, a locked, silent or missing one is said
// by name, the secret is still listed, and nothing is written anywhere.
func TestATroubledKeychainIsNeverNoSecret(t *testing.T) {
	f := newFake()
	s := New(t.TempDir(), f.Ask)
	mustSet(t, s, "LAB_TOKEN", canary)
	before := file(t, s)
	for _, code := range []Code{wire.Locked, wire.Silent, wire.Absent, wire.NoHelper, wire.Denied, wire.Failed} {
		f.all(code)
		if _, ok, err := s.Get(t.Context(), secret(t, "LAB_TOKEN")); ok || CodeOf(err) != code || !strings.Contains(err.Error(), "LAB_TOKEN") {
			t.Errorf("%s: get: %v %v", code, ok, err)
		}
		if keys, w, err := s.List(); err != nil || len(keys) != 1 || w.Store != Keychain {
			t.Errorf("%s: list: %v %v %v", code, keys, w, err)
		}
		for what, call := range map[string]func() error{
			"set": func() error {
				_, err := s.Set(t.Context(), secret(t, "LAB_TOKEN"), redact.New("new"))
				return err
			},
			"set another": func() error { _, err := s.Set(t.Context(), secret(t, "NEW"), redact.New("new")); return err },
			"remove":      func() error { _, err := s.Remove(t.Context(), secret(t, "LAB_TOKEN")); return err },
			"move":        func() error { _, err := s.Move(t.Context(), File); return err },
		} {
			if err := call(); CodeOf(err) != code || file(t, s) != before {
				t.Errorf("%s: %s: %v, file changed %v", code, what, err, file(t, s) != before)
			}
		}
	}
	f.code = map[wire.Verb]Code{}
	wantValue(t, s, "LAB_TOKEN", canary)
}

// E4: a name that is not recorded, a list, and everything with the file never
// touch a keychain.
func TestWhatIsNotInAKeychainNeverAsksOne(t *testing.T) {
	f := newFake()
	s := New(t.TempDir(), f.Ask)
	wantValue(t, s, "LAB_TOKEN", "")
	_, _, _ = s.List()
	if ok, err := s.Remove(t.Context(), secret(t, "LAB_TOKEN")); ok || err != nil {
		t.Error(ok, err)
	}
	mustSet(t, s, "LAB_TOKEN", canary)
	asked := f.count()
	wantValue(t, s, "acme/LAB_TOKEN", "")
	_, _, _ = s.List()
	if f.count() != asked {
		t.Errorf("asked %d times for what is not recorded", f.count()-asked)
	}
	f = newFake().all(wire.Absent)
	s = New(t.TempDir(), f.Ask)
	mustSet(t, s, "LAB_TOKEN", canary)
	asked = f.count()
	mustSet(t, s, "LAB_TOKEN", "new")
	wantValue(t, s, "LAB_TOKEN", "new")
	if _, err := s.Remove(t.Context(), secret(t, "LAB_TOKEN")); err != nil || f.count() != asked {
		t.Errorf("the file asked a keychain %d times, %v", f.count()-asked, err)
	}
}

// What the keychain has lost is an error that says so: not "no secret", which
// would let a variable of that name stand in for it.
func TestALostValueIsSaid(t *testing.T) {
	f := newFake()
	s := New(t.TempDir(), f.Ask)
	mustSet(t, s, "LAB_TOKEN", canary)
	clear(f.items)
	_, ok, err := s.Get(t.Context(), secret(t, "LAB_TOKEN"))
	if ok || CodeOf(err) != wire.NotFound || !strings.Contains(err.Error(), "does not have it any more") {
		t.Error(ok, err)
	}
	wantHint(t, err, "usher secret set LAB_TOKEN")
	if h, err := s.Check(t.Context()); err != nil || len(h.Lost) != 1 || h.Keychain != wire.OK {
		t.Errorf("%+v %v", h, err)
	}
	if ok, err := s.Remove(t.Context(), secret(t, "LAB_TOKEN")); !ok || err != nil {
		t.Error(ok, err)
	}
}

// Several values at once: one that cannot be had fails them all, by name.
func TestValuesAreAllOrAnError(t *testing.T) {
	f := newFake()
	s := New(t.TempDir(), f.Ask)
	var keys []Key
	for _, name := range []string{"A", "B", "C", "D", "E", "F"} {
		mustSet(t, s, name, "value-"+name)
		keys = append(keys, secret(t, name))
	}
	values, err := s.Values(t.Context(), append(keys, secret(t, "NONE"))...)
	if err != nil || len(values) != 6 || values[keys[5]] != redact.New("value-F") {
		t.Errorf("%d values, %v", len(values), err)
	}
	delete(f.items, keys[3])
	if _, err = s.Values(t.Context(), keys...); CodeOf(err) != wire.NotFound || !strings.Contains(err.Error(), "the secret D ") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err = s.Values(ctx, keys...); fault.ExitStatus(err) != 130 {
		t.Errorf("cancelled: %v", err)
	}
}

// E2: one line end is dropped; empty, control characters, bytes that are no
// text and too much are refused, and the error does not repeat them.
func TestValueForm(t *testing.T) {
	for in, want := range map[string]string{
		"v\n": "v", "v\r\n": "v", "v": "v", " v ": " v ", "é\u200b\n": "é\u200b",
		strings.Repeat("x", wire.MaxValue) + "\n": strings.Repeat("x", wire.MaxValue),
		"": "", "\n": "", "\r\n": "", "v\n\n": "", "v\r": "", "a\nb": "", "a\tb": "", "a\x00b": "", "a\x7f": "", "a\u0085b": "", "\x1b[31m": "",
		"a\xff": "", strings.Repeat("x", wire.MaxValue+1): "",
	} {
		typed := []byte(in)
		v, err := Parse(typed)
		if want == "" {
			if fault.ExitStatus(err) != 2 || len(in) > 9 && strings.Contains(err.Error(), strings.TrimSpace(in)) {
				t.Errorf("%.20q: %v", in, err)
			}
		} else if err != nil || v.Reveal() != want {
			t.Errorf("%.20q: %.20q %v", in, v.Reveal(), err)
		}
		if strings.Trim(string(typed), "\x00") != "" {
			t.Errorf("%.20q is left in the buffer", in)
		}
	}
	s := New(t.TempDir(), newFake().Ask)
	if _, err := s.Set(t.Context(), secret(t, "A"), redact.New("a\nb")); fault.ExitStatus(err) != 2 || file(t, s) != "" {
		t.Error(err)
	}
}
