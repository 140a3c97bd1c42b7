package files

import "slices"

// presence compares a hook with the item that would be written.
func (h hung) presence(want *node) Presence {
	have, argv := h.whole, []string(nil)
	wanted := want
	if list := want.get("hooks"); list != nil {
		wanted = list.items[0]
	}
	if h.sub >= 0 {
		have = h.handler
		if !matches(h.whole, want) {
			return Changed
		}
	}
	argv, _ = argvOf(wanted)
	switch {
	case covers(have, wanted, false):
		return Exact
	case slices.Equal(withoutPlaces(argv), withoutPlaces(h.argv)) && covers(have, wanted, true):
		return Moved
	}
	return Changed
}

// matches reports that a group is for every tool, as the one that would be written.
func matches(group, want *node) bool {
	for _, m := range group.members {
		switch m.key {
		case "hooks", "description", "sequential":
		case "matcher":
			if s, ok := m.value.word(); !ok || s != "" && !same(m.value, want.get("matcher")) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// covers reports that all of want stands in have, and beside it nothing but what is
// shown to people; with moved whatever the command.
func covers(have, want *node, moved bool) bool {
	command := func(key string) bool {
		return moved && slices.Contains([]string{"command", "args", "bash", "powershell"}, key)
	}
	for _, m := range want.members {
		if v := have.get(m.key); !command(m.key) && (v == nil || !same(v, m.value)) {
			return false
		}
	}
	for _, m := range have.members {
		if want.get(m.key) == nil && !command(m.key) && !slices.Contains([]string{"name", "description", "statusMessage", "comment"}, m.key) {
			return false
		}
	}
	return true
}
