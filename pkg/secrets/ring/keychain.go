package ring

import (
	"crypto/rand"
	"slices"
	"strings"

	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

// keychain does each verb with an open ring.
type keychain struct {
	ring Ring
	most int // bytes of one item
}

func (k keychain) get(key wire.Key) wire.Answer {
	item, code := k.item(key.String())
	defer clear(item.Data)
	if code != wire.OK {
		return wire.Answer{Code: code}
	}
	value := string(item.Data)
	if wire.Unfit(value) != "" { // not written by usher
		return wire.Answer{Code: wire.Failed}
	}
	return wire.Answer{Code: wire.OK, Value: redact.New(value)}
}

// item reads one item. The Secret Service finds items by one attribute that
// other programs set too: an item that does not say the same key inside is not
// ours, and nothing of it is given out.
func (k keychain) item(key string) (Item, wire.Code) {
	item, code := k.ring.Get(key)
	if code == wire.OK && item.Key != key {
		code = wire.Failed
	}
	if code != wire.OK {
		clear(item.Data)
		return Item{}, code
	}
	return item, wire.OK
}

func (k keychain) set(key wire.Key, value string) wire.Code {
	if len(value) > k.most {
		return wire.TooLarge
	}
	data := []byte(value)
	defer clear(data)
	return k.ring.Set(Item{Key: key.String(), Data: data})
}

// duplicates is how many items of one key are removed: another program may have
// made a second one, and a ring removes the first it finds.
const duplicates = 8

// remove is done when the item is seen to be gone: some rings say well to
// everything.
func (k keychain) remove(key wire.Key) wire.Code {
	name := key.String()
	for range duplicates {
		if code := k.ring.Remove(name); code != wire.OK && code != wire.NotFound {
			return code
		}
		item, code := k.ring.Get(name)
		clear(item.Data)
		if code == wire.NotFound {
			return wire.OK
		}
		if code != wire.OK {
			return code
		}
	}
	return wire.Failed
}

// list is every item of ours, in order. The Secret Service tells labels, which
// anybody may choose: each is looked at.
func (k keychain) list() wire.Answer {
	names, code := k.ring.Keys()
	if code != wire.OK {
		return wire.Answer{Code: code}
	}
	slices.Sort(names)
	a := wire.Answer{Code: wire.OK}
	for _, name := range slices.Compact(names) {
		key, ours := wire.ParseKey(name)
		if !ours {
			continue
		}
		item, code := k.item(name)
		clear(item.Data)
		if code != wire.OK {
			continue
		}
		if len(a.Keys) == wire.MaxKeys {
			return wire.Answer{Code: wire.Failed}
		}
		a.Keys = append(a.Keys, key)
	}
	return a
}

// try writes, reads and removes an item of its own: that a keychain opens says
// nothing (SPEC E1).
func (k keychain) try() wire.Code {
	key := wire.Probe(strings.ToLower(rand.Text()))
	if code := k.set(key, "probe"); code != wire.OK {
		return code
	}
	a := k.get(key)
	if code := k.remove(key); code != wire.OK {
		return code
	}
	if a.Code != wire.OK || a.Value != redact.New("probe") {
		return wire.Failed // it acknowledged a write and lost it
	}
	return wire.OK
}
