package strictjson

// Items are an array's values; nil for any other kind.
func (v *Value) Items() []*Value {
	if v.Kind() != KindArray {
		return nil
	}
	found := make([]Value, 0, 4)
	t := v.tracker()
	for w := v.inside(); w.next(); {
		from, to := w.value()
		found = append(found, v.child(&t, from, to))
	}
	items := make([]*Value, len(found))
	for i := range found {
		items[i] = &found[i]
	}
	return items
}

// Members are an object's members in file order; nil for any other kind.
func (v *Value) Members() []Member {
	if v.Kind() != KindObject {
		return nil
	}
	found, members := make([]Value, 0, 8), make([]Member, 0, 8)
	t := v.tracker()
	for w := v.inside(); w.next(); {
		at, key := w.key()
		members = append(members, Member{Key: key, Place: t.at(v.doc.src, at)})
		from, to := w.value()
		found = append(found, v.child(&t, from, to))
	}
	for i := range members {
		members[i].Value = &found[i]
	}
	return members
}

// Each gives f the items of an array, with "" for a key, or the members of an
// object, in file order and without making a list of them. A false ends it.
func (v *Value) Each(f func(key string, item Value) bool) {
	kind := v.Kind()
	if kind != KindArray && kind != KindObject {
		return
	}
	t := v.tracker()
	for w := v.inside(); w.next(); {
		key := ""
		if kind == KindObject {
			_, key = w.key()
		}
		if from, to := w.value(); !f(key, v.child(&t, from, to)) {
			return
		}
	}
}

// Get is the value of a key, or nil. Keys match byte for byte (SPEC Q1).
func (v *Value) Get(key string) *Value {
	if v.Kind() != KindObject {
		return nil
	}
	for w := v.inside(); w.next(); {
		_, k := w.key()
		from, to := w.value()
		if k == key {
			t := v.tracker()
			child := v.child(&t, from, to)
			return &child
		}
	}
	return nil
}

func (v *Value) tracker() tracker { return tracker{offset: v.start, place: v.place} }

func (v *Value) child(t *tracker, from, to int) Value {
	return Value{doc: v.doc, start: from, end: to, place: t.at(v.doc.src, from), kind: kindOf(v.doc.text[from])}
}

func kindOf(first byte) Kind {
	switch first {
	case '{':
		return KindObject
	case '[':
		return KindArray
	case '"':
		return KindString
	case 't', 'f':
		return KindBool
	case 'n':
		return KindNull
	}
	return KindNumber
}
