package secrets

import (
	"strings"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/secrets/wire"
)

// E4: secret move takes everything, and only then removes the other copy.
func TestMoveTakesEverything(t *testing.T) {
	f := newFake()
	s := New(t.TempDir(), f.Ask)
	mustSet(t, s, "A", "value-a")
	mustSet(t, s, "acme/B", canary)
	for range 2 { // there and back, twice
		m, err := s.Move(t.Context(), File)
		if err != nil || len(m.Keys) != 2 || m.Left != nil || len(f.items) != 0 {
			t.Fatalf("%+v %v, %d items left", m, err, len(f.items))
		}
		wantValue(t, s, "acme/B", canary)
		m, err = s.Move(t.Context(), Keychain)
		if err != nil || len(m.Keys) != 2 || len(f.items) != 2 || strings.Contains(file(t, s), "value-a") {
			t.Fatalf("%+v %v, %d items, file %s", m, err, len(f.items), file(t, s))
		}
		wantValue(t, s, "acme/B", canary)
	}
	if m, err := s.Move(t.Context(), Keychain); err != nil || len(m.Keys) != 2 {
		t.Error("where it is already:", m, err)
	}
	if _, err := s.Move(t.Context(), None); fault.ExitStatus(err) != 2 {
		t.Error(err)
	}
}

// E5: a move that fails half-way changes nothing.
func TestAMoveThatFailsChangesNothing(t *testing.T) {
	f := newFake()
	s := New(t.TempDir(), f.Ask)
	mustSet(t, s, "A", "value-a")
	mustSet(t, s, "B", "value-b")
	delete(f.items, secret(t, "B"))
	before := file(t, s)
	_, err := s.Move(t.Context(), File)
	if CodeOf(err) != wire.NotFound || file(t, s) != before || len(f.items) != 1 {
		t.Errorf("to the file: %v", err)
	}
	wantHint(t, err, "mv "+s.path()+" ") // the way out of a keychain that is gone for good
	f = newFake().all(wire.Absent)
	s = New(t.TempDir(), f.Ask)
	mustSet(t, s, "A", "value-a")
	mustSet(t, s, "B", "value-b")
	before = file(t, s)
	for what, spoil := range map[string]func(*fake){
		"absent": func(f *fake) { f.all(wire.Absent) },
		"locked": func(f *fake) { f.all(wire.Locked) },
		"refuse": func(f *fake) { f.code[wire.Set] = wire.Denied },
		"lost":   func(f *fake) { f.lose = true },
	} {
		f.code, f.lose = map[wire.Verb]Code{}, false
		spoil(f)
		if _, err := s.Move(t.Context(), Keychain); CodeOf(err) == "" || file(t, s) != before || len(f.items) != 0 {
			t.Errorf("%s: to the keychain: %v, %d items", what, err, len(f.items))
		}
	}
	wantValue(t, s, "B", "value-b")
}

// What the keychain does not let go of after a move is told, and the same move
// again removes it.
func TestWhatAMoveLeavesBehindIsTold(t *testing.T) {
	f := newFake()
	s := New(t.TempDir(), f.Ask)
	mustSet(t, s, "A", "value-a")
	mustSet(t, s, "B", "value-b")
	f.code[wire.Remove] = wire.Locked
	m, err := s.Move(t.Context(), File)
	if err != nil || len(m.Left) != 2 || len(f.items) != 2 {
		t.Fatalf("%+v %v", m, err)
	}
	wantValue(t, s, "B", "value-b")
	if h, err := s.Check(t.Context()); err != nil || len(h.Unlisted) != 2 || h.Keychain != wire.OK {
		t.Errorf("%+v %v", h, err)
	}
	f.code = map[wire.Verb]Code{}
	if m, err = s.Move(t.Context(), File); err != nil || m.Left != nil || len(f.items) != 0 {
		t.Errorf("%+v %v", m, err)
	}
}
