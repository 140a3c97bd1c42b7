package secrets

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"usher/pkg/names"
	"usher/pkg/proc"
	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

const (
	canary   = `can"ary-<&>-not-real+9/=é` // JSON, HTML, URL and base64 all write it otherwise
	childVar = "USHER_SECRETS_CHILD"
)

// TestMain lets the test binary be the reaper, a helper that misbehaves, and
// another usher.
func TestMain(m *testing.M) {
	if strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") == "usher-keychain" {
		os.Exit(fakeHelper(filepath.Dir(os.Args[0])))
	}
	if len(os.Args) > 2 && os.Args[1] == proc.ReaperWord {
		os.Exit(proc.ReaperMain(os.Args[2:]))
	}
	if dir := os.Getenv(childVar); dir != "" {
		os.Exit(otherUsher(dir, os.Args[1]))
	}
	os.Exit(m.Run())
}

// fake is a keychain in memory, as the helper would tell of it.
type fake struct {
	mu    sync.Mutex
	items map[Key]redact.Value
	code  map[wire.Verb]Code // answers that are not ok
	lose  bool               // acknowledges a write and forgets it
	keep  bool               // acknowledges a removal and keeps it
	asked []wire.Request
}

func newFake() *fake { return &fake{items: map[Key]redact.Value{}, code: map[wire.Verb]Code{}} }

// all answers every verb with a code.
func (f *fake) all(code Code) *fake {
	for _, v := range []wire.Verb{wire.Get, wire.Set, wire.Remove, wire.List, wire.Try} {
		f.code[v] = code
	}
	return f
}

func (f *fake) Ask(_ context.Context, r wire.Request) wire.Answer {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, r)
	if code := f.code[r.Do]; code != "" {
		return wire.Answer{Code: code}
	}
	a := wire.Answer{Code: wire.OK}
	switch r.Do {
	case wire.Get:
		v, ok := f.items[r.Key]
		if !ok {
			return wire.Answer{Code: wire.NotFound}
		}
		a.Value = v
	case wire.Set:
		if !f.lose {
			f.items[r.Key] = r.Value
		}
	case wire.Remove:
		if !f.keep {
			delete(f.items, r.Key)
		}
	case wire.List:
		for k := range f.items {
			a.Keys = append(a.Keys, k)
		}
	case wire.Try:
	}
	return a
}

// count is how often a keychain was asked anything.
func (f *fake) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.asked)
}

func secret(t *testing.T, name string) Key {
	t.Helper()
	n, err := names.ParseSecretName(name)
	if err != nil {
		t.Fatal(err)
	}
	return Secret(n)
}

// mustSet keeps a value.
func mustSet(t *testing.T, s *Store, name, value string) Where {
	t.Helper()
	w, err := s.Set(t.Context(), secret(t, name), redact.New(value))
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// wantValue reads a value; "" wants none, and no error.
func wantValue(t *testing.T, s *Store, name, want string) {
	t.Helper()
	v, ok, err := s.Get(t.Context(), secret(t, name))
	if err != nil || ok != (want != "") || v.Reveal() != want {
		t.Errorf("%s: kept %v, the right value %v, %v", name, ok, v.Reveal() == want, err)
	}
}

// file is what the file of secrets holds now, "" for none.
func file(t *testing.T, s *Store) string {
	t.Helper()
	data, err := os.ReadFile(s.path())
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(data)
}

// otherUsher sets one secret in a process of its own.
func otherUsher(state, name string) int {
	n, err := names.ParseSecretName(name)
	if err == nil {
		_, err = New(state, newFake().all(wire.Absent).Ask).Set(context.Background(), Secret(n), redact.New("value-of-"+name))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
