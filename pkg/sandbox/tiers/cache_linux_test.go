package tiers

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"usher/pkg/proc"
	"usher/pkg/sandbox"
)

// working is a world in which some tier works, found once. Any does here.
func working(t *testing.T) (Options, Found) {
	t.Helper()
	o := world(t)
	found, note := Detect(context.Background(), o)
	if note != "" || len(found.Tiers) != 1 {
		t.Skipf("no sandbox works here, so none is remembered: %v %s", found.Refusal(sandbox.TierLandlock, ""), note)
	}
	return o, found
}

// dead is the same world with nothing that could be started.
func dead(o Options) Options {
	o.Reaper = proc.Program{Path: "/nowhere"}
	return o
}

// SPEC B4: found once, never per call: a later start runs nothing, and one of
// another version, boot or program finds out anew.
func TestFoundOnce(t *testing.T) {
	o, found := working(t)
	again, note := Detect(context.Background(), dead(o))
	if !reflect.DeepEqual(again, found) || note != "" {
		t.Errorf("%+v, %q; first %+v", again, note, found)
	}
	path := filepath.Join(o.StateDir, cacheName)
	if st, err := os.Stat(path); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", st, err)
	}
	for name, change := range map[string]func(*Options){
		"another version": func(o *Options) { o.Version = "v2" },
		"asked afresh":    func(o *Options) { o.Afresh = true },
		"a bwrap appears": func(o *Options) { o.Path = t.TempDir(); script(t, filepath.Join(o.Path, "bwrap"), "exit 1") },
		"another program": func(o *Options) { o.Self = without(t, world(t), "x").Self },
	} {
		other := dead(o)
		change(&other)
		if f, _ := Detect(context.Background(), other); len(f.Tiers) != 0 {
			t.Errorf("%s: what was remembered is taken", name)
		}
	}
	if again, _ := Detect(context.Background(), dead(o)); !reflect.DeepEqual(again, found) {
		t.Error("a failed look took the place of what was remembered")
	}
}

// SPEC Q2: a file that is broken, another person's or another computer's is no
// answer, and is replaced.
func TestBrokenMemoryIsReplaced(t *testing.T) {
	o, found := working(t)
	path := filepath.Join(o.StateDir, cacheName)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	l := newLook(o)
	for name, text := range map[string]string{
		"nothing":           "",
		"cut":               string(good[:len(good)/2]),
		"no JSON":           "hello\n",
		"two":               string(good) + string(good),
		"an unknown field":  strings.Replace(string(good), `{"key"`, `{"x":1,"key"`, 1),
		"another boot":      strings.Replace(string(good), l.key().Boot, "0", 1),
		"another person":    strings.Replace(string(good), `"user":`, `"user":1`, 1),
		"another format":    strings.Replace(string(good), `"format":1`, `"format":2`, 1),
		"a tier of nowhere": strings.Replace(string(good), string(found.Tiers[0]), "cloud", 1),
		"no tier":           strings.Replace(string(good), `["`+string(found.Tiers[0])+`"]`, "[]", 1),
		"too long":          string(good) + strings.Repeat(" ", maxCache),
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if f, ok := recall(o.StateDir, l.key()); ok {
			t.Errorf("%s: taken for %+v", name, f)
		}
	}
	if err := os.WriteFile(path, []byte("hello\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if f, note := Detect(context.Background(), o); !reflect.DeepEqual(f, found) || note != "" {
		t.Errorf("%+v, %q", f, note)
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != string(good) {
		t.Errorf("%v, %s", err, now)
	}
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, ok := recall(o.StateDir, l.key()); ok {
		t.Error("a file that everyone can write is believed")
	}
}

// SPEC 20: what cannot be remembered is said, and holds all the same.
func TestUnwritableMemoryIsSaid(t *testing.T) {
	o, found := working(t)
	o.StateDir = filepath.Join(o.StateDir, "missing")
	if f, note := Detect(context.Background(), o); !reflect.DeepEqual(f, found) || note != "" {
		t.Errorf("no folder yet: %+v, %q", f, note)
	}
	if err := os.WriteFile(o.StateDir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if f, note := Detect(context.Background(), o); !reflect.DeepEqual(f, found) || !strings.Contains(note, "is not remembered") {
		t.Errorf("%+v, %q", f, note)
	}
	o.StateDir = ""
	if f, note := Detect(context.Background(), o); !reflect.DeepEqual(f, found) || note != "" {
		t.Errorf("%+v, %q", f, note)
	}
}
