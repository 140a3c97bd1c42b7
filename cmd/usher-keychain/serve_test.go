package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/99designs/keyring"

	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

const canary = "canary-not-real"

// asked is one request to a ring, answered as usher reads it.
func asked(t *testing.T, ring keyring.Keyring, r wire.Request) wire.Answer {
	t.Helper()
	var out bytes.Buffer
	status := serve(bytes.NewReader(r.Bytes()), &out, func() (keyring.Keyring, int, wire.Code) { return ring, wire.MaxValue, wire.OK })
	if status != 0 {
		t.Fatalf("status %d", status)
	}
	return wire.ParseAnswer(r.Do, out.Bytes())
}

func key(t *testing.T, name string) wire.Key {
	t.Helper()
	k, ok := wire.ParseKey(name)
	if !ok {
		t.Fatal(name)
	}
	return k
}

// odd is a ring that can be made to misbehave.
type odd struct {
	keyring.Keyring
	get, set, remove, keys error
	lose, keep, panics     bool
	other                  string // the key an item says it has
}

func newOdd() *odd { return &odd{Keyring: keyring.NewArrayKeyring(nil)} }

func (o *odd) Get(k string) (keyring.Item, error) {
	if o.panics {
		panic(canary)
	}
	item, err := o.Keyring.Get(k)
	if o.other != "" {
		item.Key = o.other
	}
	return item, errors.Join(o.get, err)
}

func (o *odd) Set(i keyring.Item) error {
	if o.lose || o.set != nil {
		return o.set
	}
	i.Data = bytes.Clone(i.Data) // the helper clears its own
	return o.Keyring.Set(i)
}

func (o *odd) Remove(k string) error {
	if o.keep || o.remove != nil {
		return o.remove
	}
	return o.Keyring.Remove(k)
}

func (o *odd) Keys() ([]string, error) {
	keys, err := o.Keyring.Keys()
	return keys, errors.Join(o.keys, err)
}

// E1: get, set, list and remove; an absent item is not-found, and removing it is
// well; only usher's own items are listed.
func TestTheHelperKeeps(t *testing.T) {
	ring, a, b := newOdd(), key(t, "usher/secret/acme/A"), key(t, "usher/oauth/acme")
	_ = ring.Keyring.Set(keyring.Item{Key: "aws-vault", Data: []byte("theirs")})
	_ = ring.Keyring.Set(keyring.Item{Key: "usher/other/X", Data: []byte("theirs")})
	for _, k := range []wire.Key{a, b} {
		if got := asked(t, ring, wire.Request{Do: wire.Get, Key: k}); got.Code != wire.NotFound {
			t.Error(got.Code)
		}
		if got := asked(t, ring, wire.Request{Do: wire.Set, Key: k, Value: redact.New(canary)}); got.Code != wire.OK {
			t.Error(got.Code)
		}
		if got := asked(t, ring, wire.Request{Do: wire.Get, Key: k}); got.Code != wire.OK || got.Value.Reveal() != canary {
			t.Error(got.Code)
		}
	}
	if got := asked(t, ring, wire.Request{Do: wire.List}); fmt.Sprint(got.Keys) != "[usher/oauth/acme usher/secret/acme/A]" {
		t.Error(got.Keys)
	}
	for range 2 {
		if got := asked(t, ring, wire.Request{Do: wire.Remove, Key: a}); got.Code != wire.OK {
			t.Error(got.Code)
		}
	}
	if got := asked(t, ring, wire.Request{Do: wire.Try}); got.Code != wire.OK {
		t.Error(got.Code)
	}
	if keys, _ := ring.Keyring.Keys(); len(keys) != 3 {
		t.Errorf("left in the ring: %v", keys)
	}
}

// E1, E5: a ring that opens and does not work is found out, each way; nothing of
// an error's or a panic's text is ever said.
func TestTheHelperFindsOutWhatDoesNotWork(t *testing.T) {
	secret := errors.New("refused to keep " + canary)
	a := key(t, "usher/secret/A")
	for what, c := range map[string]struct {
		spoil func(o *odd)
		do    wire.Verb
		want  wire.Code
	}{
		"set refused":           {func(o *odd) { o.set = secret }, wire.Set, wire.Failed},
		"no such ring":          {func(o *odd) { o.set = keyring.ErrNoAvailImpl }, wire.Set, wire.Absent},
		"trial refused":         {func(o *odd) { o.set = secret }, wire.Try, wire.Failed},
		"trial lost":            {func(o *odd) { o.lose = true }, wire.Try, wire.Failed},
		"trial not removed":     {func(o *odd) { o.keep = true }, wire.Try, wire.Failed},
		"trial, remove refused": {func(o *odd) { o.remove = secret }, wire.Try, wire.Failed},
		"get refused":           {func(o *odd) { o.get = secret }, wire.Get, wire.Failed},
		"another's item":        {func(o *odd) { o.other = "usher/secret/B" }, wire.Get, wire.Failed},
		"another's, listed":     {func(o *odd) { o.other = "other" }, wire.List, wire.OK},
		"not removed":           {func(o *odd) { o.keep = true }, wire.Remove, wire.Failed},
		"list refused":          {func(o *odd) { o.keys = secret }, wire.List, wire.Failed},
		"a panic":               {func(o *odd) { o.panics = true }, wire.Get, wire.Failed},
		"an item of two lines": {func(o *odd) {
			_ = o.Keyring.Set(keyring.Item{Key: a.String(), Data: []byte("a\nis ok\n" + canary)})
		}, wire.Get, wire.Failed},
	} {
		ring := newOdd()
		_ = ring.Keyring.Set(keyring.Item{Key: a.String(), Data: []byte(canary)})
		c.spoil(ring)
		r := wire.Request{Do: c.do}
		if c.do != wire.List && c.do != wire.Try {
			r.Key = a
		}
		if c.do == wire.Set {
			r.Value = redact.New(canary)
		}
		var out bytes.Buffer
		serve(bytes.NewReader(r.Bytes()), &out, func() (keyring.Keyring, int, wire.Code) { return ring, wire.MaxValue, wire.OK })
		got := wire.ParseAnswer(c.do, out.Bytes())
		if got.Code != c.want || len(got.Keys) > 0 || strings.Contains(out.String(), canary) {
			t.Errorf("%s: %s", what, out.String())
		}
	}
}

// A store that keeps little in one item (the Credential Manager: 2560 bytes) is
// told apart from one that refuses.
func TestTooLargeIsItsOwnWord(t *testing.T) {
	var out bytes.Buffer
	r := wire.Request{Do: wire.Set, Key: key(t, "usher/secret/A"), Value: redact.New(strings.Repeat("x", 2561))}
	serve(bytes.NewReader(r.Bytes()), &out, func() (keyring.Keyring, int, wire.Code) { return newOdd(), 2560, wire.OK })
	if got := wire.ParseAnswer(wire.Set, out.Bytes()); got.Code != wire.TooLarge {
		t.Error(got.Code)
	}
}

// What is no request opens nothing and answers nothing.
func TestNoRequestOpensNothing(t *testing.T) {
	for _, text := range []string{"", "hello\n", "usher-keychain 1\ndo get\n", strings.Repeat("x", wire.MaxRequest+1)} {
		var out bytes.Buffer
		opened := false
		status := serve(strings.NewReader(text), &out, func() (keyring.Keyring, int, wire.Code) { opened = true; return newOdd(), 0, wire.OK })
		if status != 2 || out.Len() > 0 || opened {
			t.Errorf("%.20q: status %d, %q", text, status, out.String())
		}
	}
}

// Why there is no keychain is said as it was found.
func TestWhatOpenFindsIsSaid(t *testing.T) {
	for _, code := range []wire.Code{wire.Absent, wire.Locked, wire.Denied, wire.Failed} {
		var out bytes.Buffer
		serve(bytes.NewReader(wire.Request{Do: wire.List}.Bytes()), &out, func() (keyring.Keyring, int, wire.Code) { return nil, 0, code })
		if got := wire.ParseAnswer(wire.List, out.Bytes()); got.Code != code {
			t.Errorf("%s is said as %s", code, got.Code)
		}
	}
}
