package files

import (
	"slices"
	"strings"

	"usher/pkg/strictjson"
)

// head writes what the file needs beside the events.
func (x *hookEdit) head() error {
	s := x.file.Host.style
	if s.version && x.root.get("version") == nil {
		if err := x.set(newNumber(1), "version"); err != nil {
			return err
		}
	}
	if s.enabled && x.events().get("enabled") == nil {
		return x.set(newBool(true), x.below("enabled")...)
	}
	return nil
}

// put makes one event stand as it should: the hook that is there is kept, or replaced
// where it stands, and any other of usher's for it is dropped.
func (x *hookEdit) put(w Wiring, e HookEvent) error {
	handler, err := x.file.handler(w, e)
	if err != nil {
		return err
	}
	want := x.file.item(handler, e)
	mine := func(h hung) bool { return h.is == callsUsher && h.word == e.Word && h.fires == e.Fires }
	var keep *hung
	for _, h := range x.hung() {
		if mine(h) && (keep == nil || keep.presence(want) != Exact && h.presence(want) == Exact) {
			keep = &h
		}
	}
	switch {
	case keep == nil:
		return x.set(want, x.below(e.Word, "-")...)
	case keep.presence(want) == Exact:
	case keep.alone:
		err = x.set(want, x.below(keep.word, itoa(keep.item))...)
	default: // in a group of a person's
		if err = x.remove(x.below(keep.path()...)...); err == nil {
			err = x.set(want, x.below(e.Word, "-")...)
		}
	}
	if err != nil {
		return err
	}
	kept := false
	return x.drop(func(h hung) bool {
		first := mine(h) && !kept && h.presence(want) == Exact
		kept = kept || first
		return mine(h) && !first
	})
}

// drop takes hooks of usher's out, the last one first, so that the others keep their
// places.
func (x *hookEdit) drop(which func(hung) bool) error {
	var gone []hung
	for _, h := range x.hung() {
		if h.is == callsUsher && which(h) {
			gone = append(gone, h)
		}
	}
	for n := len(gone) - 1; n >= 0; n-- {
		h := gone[n]
		for _, now := range x.hung() { // whether it is alone may have changed
			if now.word == h.word && now.item == h.item && now.sub == h.sub {
				h = now
			}
		}
		if err := x.remove(x.below(h.path()...)...); err != nil {
			return err
		}
	}
	return nil
}

// prune takes out the lists that are empty now, and the objects over them.
func (x *hookEdit) prune() error {
	for {
		events := x.events()
		if events == nil {
			return nil
		}
		at := slices.IndexFunc(events.members, func(m member) bool {
			return m.value.is(strictjson.KindArray) && len(m.value.items) == 0 && !x.commented(m.value)
		})
		if at < 0 {
			break
		}
		if err := x.remove(x.below(events.members[at].key)...); err != nil {
			return err
		}
	}
	events := x.events()
	only := x.file.Host.style.enabled && len(events.members) == 1 && events.members[0].key == "enabled"
	if len(x.path()) > 0 && (len(events.members) == 0 || only) && !x.commented(events) {
		return x.remove(x.path()...)
	}
	return nil
}

// commented reports a comment within an empty list or object: it is a person's.
func (x *hookEdit) commented(n *node) bool {
	text, _ := bomApart(x.data)
	rest := strings.TrimLeft(text[offsetAt(text, n.at):], "{[ \t\r\n")
	return strings.HasPrefix(rest, "/")
}
