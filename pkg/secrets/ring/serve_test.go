package ring

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

const canary = "canary-not-real"

// asked is one request to a ring, answered as usher reads it.
func asked(t *testing.T, ring Ring, r wire.Request) wire.Answer {
	t.Helper()
	var out bytes.Buffer
	status := Serve(bytes.NewReader(r.Bytes()), &out, func() (Ring, int, wire.Code) { return ring, wire.MaxValue, wire.OK })
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

// odd is a ring in memory that can be made to misbehave.
type odd struct {
	items                  map[string][]byte
	get, set, remove, keys wire.Code
	lose, keep, panics     bool
	other                  string // the key an item says it has
}

func newOdd() *odd {
	return &odd{items: map[string][]byte{}, get: wire.OK, set: wire.OK, remove: wire.OK, keys: wire.OK}
}

func (o *odd) Get(k string) (Item, wire.Code) {
	if o.panics {
		panic(canary)
	}
	data, ok := o.items[k]
	switch {
	case o.get != wire.OK:
		return Item{}, o.get
	case !ok:
		return Item{}, wire.NotFound
	case o.other != "":
		k = o.other
	}
	return Item{Key: k, Data: bytes.Clone(data)}, wire.OK
}

func (o *odd) Set(i Item) wire.Code {
	if !o.lose && o.set == wire.OK {
		o.items[i.Key] = bytes.Clone(i.Data) // the helper clears its own
	}
	return o.set
}

func (o *odd) Remove(k string) wire.Code {
	if !o.keep && o.remove == wire.OK {
		delete(o.items, k)
	}
	return o.remove
}

func (o *odd) Keys() (keys []string, _ wire.Code) {
	for k := range o.items {
		keys = append(keys, k)
	}
	return keys, o.keys
}

// E1: get, set, list and remove; an absent item is not-found, and removing it is
// well; only usher's own items are listed.
func TestTheHelperKeeps(t *testing.T) {
	ring, a, b := newOdd(), key(t, "usher/secret/acme/A"), key(t, "usher/oauth/acme")
	ring.items["aws-vault"] = []byte("theirs")
	ring.items["usher/other/X"] = []byte("theirs")
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
	if len(ring.items) != 3 {
		t.Errorf("%d items are left", len(ring.items))
	}
}

// E1, E5: a ring that opens and does not work is found out, each way; nothing of
// an error's or a panic's text is ever said.
func TestTheHelperFindsOutWhatDoesNotWork(t *testing.T) {
	a := key(t, "usher/secret/A")
	for what, c := range map[string]struct {
		spoil func(o *odd)
		do    wire.Verb
		want  wire.Code
	}{
		"set refused":           {func(o *odd) { o.set = wire.Denied }, wire.Set, wire.Denied},
		"no such ring":          {func(o *odd) { o.set = wire.Absent }, wire.Set, wire.Absent},
		"trial refused":         {func(o *odd) { o.set = wire.Denied }, wire.Try, wire.Denied},
		"trial lost":            {func(o *odd) { o.lose = true }, wire.Try, wire.Failed},
		"trial not removed":     {func(o *odd) { o.keep = true }, wire.Try, wire.Failed},
		"trial, remove refused": {func(o *odd) { o.remove = wire.Denied }, wire.Try, wire.Denied},
		"get refused":           {func(o *odd) { o.get = wire.Denied }, wire.Get, wire.Denied},
		"another's item":        {func(o *odd) { o.other = "usher/secret/B" }, wire.Get, wire.Failed},
		"another's, listed":     {func(o *odd) { o.other = "other" }, wire.List, wire.OK},
		"not removed":           {func(o *odd) { o.keep = true }, wire.Remove, wire.Failed},
		"list refused":          {func(o *odd) { o.keys = wire.Denied }, wire.List, wire.Denied},
		"a panic":               {func(o *odd) { o.panics = true }, wire.Get, wire.Failed},
		"an item of two lines": {func(o *odd) {
			o.items[a.String()] = []byte("a\nis ok\n" + canary)
		}, wire.Get, wire.Failed},
	} {
		ring := newOdd()
		ring.items[a.String()] = []byte(canary)
		c.spoil(ring)
		r := wire.Request{Do: c.do}
		if c.do != wire.List && c.do != wire.Try {
			r.Key = a
		}
		if c.do == wire.Set {
			r.Value = redact.New(canary)
		}
		var out bytes.Buffer
		Serve(bytes.NewReader(r.Bytes()), &out, func() (Ring, int, wire.Code) { return ring, wire.MaxValue, wire.OK })
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
	Serve(bytes.NewReader(r.Bytes()), &out, func() (Ring, int, wire.Code) { return newOdd(), 2560, wire.OK })
	if got := wire.ParseAnswer(wire.Set, out.Bytes()); got.Code != wire.TooLarge {
		t.Error(got.Code)
	}
}

// What is no request opens nothing and answers nothing.
func TestNoRequestOpensNothing(t *testing.T) {
	for _, text := range []string{"", "hello\n", "usher-keychain 1\ndo get\n", strings.Repeat("x", wire.MaxRequest+1)} {
		var out bytes.Buffer
		opened := false
		status := Serve(strings.NewReader(text), &out, func() (Ring, int, wire.Code) { opened = true; return newOdd(), 0, wire.OK })
		if status != 2 || out.Len() > 0 || opened {
			t.Errorf("%.20q: status %d, %q", text, status, out.String())
		}
	}
}

// Why there is no keychain is said as it was found.
func TestWhatOpenFindsIsSaid(t *testing.T) {
	for _, code := range []wire.Code{wire.Absent, wire.Locked, wire.Denied, wire.Failed} {
		var out bytes.Buffer
		Serve(bytes.NewReader(wire.Request{Do: wire.List}.Bytes()), &out, func() (Ring, int, wire.Code) { return nil, 0, code })
		if got := wire.ParseAnswer(wire.List, out.Bytes()); got.Code != code {
			t.Errorf("%s is said as %s", code, got.Code)
		}
	}
}
