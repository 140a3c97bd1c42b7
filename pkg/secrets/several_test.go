package secrets

import (
	"context"
	"errors"
	"testing"

	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

// E5: of several values all are kept or none, new or in the place of older ones,
// in both stores; and the one whose names could not be written takes them back.
func TestSeveralAreAllKeptOrNone_E5(t *testing.T) {
	three := map[Key]redact.Value{secret(t, "OLD"): redact.New("new"), secret(t, "lab/A"): redact.New("a"), secret(t, "lab/B"): redact.New("b")}
	for _, code := range []Code{"", wire.Absent} {
		f := newFake()
		if code != "" {
			f.all(code)
		}
		s := New(t.TempDir(), f.Ask)
		mustSet(t, s, "OLD", "old")
		before := file(t, s)
		if _, _, err := s.SetAll(t.Context(), map[Key]redact.Value{secret(t, "X"): redact.New("a\nb"), secret(t, "OLD"): redact.New("y")}); err == nil || file(t, s) != before {
			t.Errorf("a value that is none: %v", err)
		}
		where, undo, err := s.SetAll(t.Context(), three)
		if err != nil || where.First {
			t.Fatal(where, err)
		}
		wantValue(t, s, "OLD", "new")
		wantValue(t, s, "lab/B", "b")
		if err := undo(t.Context()); err != nil || file(t, s) != before {
			t.Errorf("%v\n%s", err, file(t, s))
		}
		wantValue(t, s, "OLD", "old")
		wantValue(t, s, "lab/A", "")
	}
}

func TestARefusalAmongSeveralTakesAllBack_E5(t *testing.T) {
	for refused := range 3 {
		f := newFake()
		s := New(t.TempDir(), f.Ask)
		mustSet(t, s, "OLD", "old")
		before, sets := file(t, s), 0
		s.ask = func(ctx context.Context, r wire.Request) wire.Answer {
			if r.Do == wire.Set && r.Value != redact.New("old") {
				if sets++; sets > refused {
					return wire.Answer{Code: wire.Failed}
				}
			}
			return f.Ask(ctx, r)
		}
		_, _, err := s.SetAll(t.Context(), map[Key]redact.Value{
			secret(t, "OLD"): redact.New("new"), secret(t, "lab/A"): redact.New("a"), secret(t, "lab/B"): redact.New("b")})
		if CodeOf(err) != wire.Failed || file(t, s) != before || len(f.items) != 1 || f.items[secret(t, "OLD")] != redact.New("old") {
			t.Errorf("%d: %v, %d items, file changed %v", refused, err, len(f.items), file(t, s) != before)
		}
	}
	f := newFake() // the very first ones: not even a store is chosen
	f.code[wire.Set] = wire.Failed
	s := New(t.TempDir(), f.Ask)
	_, _, err := s.SetAll(t.Context(), map[Key]redact.Value{secret(t, "A"): redact.New("a")})
	if _, where, listErr := s.List(); err == nil || listErr != nil || where.Store != None {
		t.Error(err, listErr, where)
	}
	if _, undo, err := s.SetAll(t.Context(), nil); err != nil || errors.Join(undo(t.Context())) != nil {
		t.Error("none is none")
	}
}
