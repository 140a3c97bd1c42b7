package policy

// Setting is one key as it is listed (SPEC C2). Value is JSON text. Layer is
// "machine", "yours" or "" for a built-in default; Place is file:line:column of
// the value, or of the lock where the machine locks a key it does not set.
type Setting struct {
	Key    string
	Value  string
	Layer  string
	Place  string
	Locked bool
}

// Settings is every key in a fixed order. A list that both layers fill is two
// settings, the machine's first: what holds is both together.
func (p Policy) Settings() []Setting {
	all := make([]Setting, 0, keyCount+2)
	for i, k := range keys {
		h := p.from[i]
		add := func(o origin) {
			all = append(all, Setting{Key: k.full(), Value: o.value, Layer: o.layer, Place: o.place, Locked: h.locked})
		}
		switch {
		case !h.by[0].set && !h.by[1].set:
			add(origin{value: k.standard})
		case k.shape.list() && h.by[0].set && h.by[1].set:
			add(h.by[0])
			add(h.by[1])
		default:
			add(h.effective(k.shape))
		}
	}
	return all
}
