package files

import (
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// hookEdit is a file of hooks while it is edited, one step after the other.
type hookEdit struct {
	file HookFile
	data []byte
	root *node
}

// edit reads a file of hooks; no bytes are an empty one.
func (f HookFile) edit(data []byte) (*hookEdit, error) {
	x := &hookEdit{file: f, data: data}
	if len(trimmed(data)) == 0 {
		x.data = nil
	}
	return x, x.read()
}

func (x *hookEdit) read() error {
	if len(x.data) == 0 {
		x.root = newTable()
		return nil
	}
	d := x.document()
	root, problems := d.read(FormatJSON)
	switch {
	case root == nil:
		return unreadable(d, problems)
	case root.kind != strictjson.KindObject:
		return refusal(d, root.at, d.subject()+" is "+root.what()+", not an object", "")
	}
	x.root = root
	at := root
	for n, key := range x.path() {
		v := at.get(key)
		if v == nil {
			return nil
		}
		if v.kind != strictjson.KindObject {
			return refusal(d, v.at, quoted(strings.Join(x.path()[:n+1], "."))+" must be an object, got "+v.what(), "")
		}
		at = v
	}
	for _, e := range x.file.events() {
		if v := at.get(e.Word); v != nil && v.kind != strictjson.KindArray {
			return refusal(d, v.at, quoted(e.Word)+" must be a list, got "+v.what(), "")
		}
	}
	return nil
}

func (x *hookEdit) document() document {
	return document{data: x.data, file: x.file.Path, limit: maxBytes}
}

// path is where the events stand.
func (x *hookEdit) path() []string { return x.file.Host.style.root }

func (x *hookEdit) events() *node {
	at := x.root
	for _, key := range x.path() {
		at = at.get(key)
	}
	return at
}

func (x *hookEdit) hung() []hung { return hungIn(x.events(), x.file.Host.Name) }

func (x *hookEdit) set(value *node, path ...string) error {
	out, err := strictjson.Set(x.data, path, []byte(value.json()))
	if err != nil {
		return err
	}
	x.data = out
	return x.read()
}

func (x *hookEdit) remove(path ...string) error {
	out, err := strictjson.Remove(x.data, path)
	if err != nil {
		return err
	}
	x.data = out
	return x.read()
}

func (x *hookEdit) below(path ...string) []string { return slices.Concat(x.path(), path) }

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

// foreign is what a file holds beside usher's own: no edit may touch it.
func (x *hookEdit) foreign() *node {
	out := newTable()
	for _, m := range x.root.members {
		switch {
		case m.key == "version" && x.file.Host.style.version:
		case len(x.path()) > 0 && m.key == x.path()[0]:
			if left := x.foreignEvents(m.value); len(left.members) > 0 {
				out.members = append(out.members, pair(m.key, left))
			}
		case len(x.path()) > 0:
			out.members = append(out.members, m)
		}
	}
	if len(x.path()) == 0 {
		return x.foreignEvents(x.root)
	}
	return out
}

func (x *hookEdit) foreignEvents(events *node) *node {
	out := newTable()
	all := hungIn(events, x.file.Host.Name)
	for _, m := range events.members {
		if !m.value.is(strictjson.KindArray) {
			if m.key != "enabled" || !x.file.Host.style.enabled {
				out.members = append(out.members, m)
			}
			continue
		}
		left := newList()
		for at, item := range m.value.items {
			own := slices.DeleteFunc(slices.Clone(all), func(h hung) bool { return h.word != m.key || h.item != at || h.is != callsUsher })
			switch {
			case len(own) == 0:
				left.items = append(left.items, item)
			case own[0].sub >= 0 && len(own) < len(item.get("hooks").items):
				left.items = append(left.items, item.withoutHooks(own))
			}
		}
		if len(left.items) > 0 {
			out.members = append(out.members, pair(m.key, left))
		}
	}
	return out
}

// withoutHooks is a group without some of its hooks; without any it says nothing.
func (n *node) withoutHooks(gone []hung) *node {
	out := newTable()
	for _, m := range n.members {
		if m.key != "hooks" {
			out.members = append(out.members, m)
			continue
		}
		left := newList()
		for at, item := range m.value.items {
			if !slices.ContainsFunc(gone, func(h hung) bool { return h.sub == at }) {
				left.items = append(left.items, item)
			}
		}
		out.members = append(out.members, pair("hooks", left))
	}
	return out
}

func (x *hookEdit) unsure(err error) error {
	return &fault.Error{Kind: fault.Refused, Message: "the file is written in a way that usher cannot edit without changing something else",
		Hints: []string{"put the hooks in by hand; nothing was written"}, Err: err}
}
