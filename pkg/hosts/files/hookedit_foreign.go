package files

import (
	"slices"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

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
