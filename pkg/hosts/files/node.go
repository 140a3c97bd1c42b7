package files

import (
	"strconv"

	"usher/pkg/strictjson"
)

// node is a value of a document, whatever it was written in. A nil node is a
// null without a place.
type node struct {
	kind    strictjson.Kind
	text    string // a text, or a number as it is written
	truth   bool
	items   []*node
	members []member // in file order
	at      strictjson.Place
}

// member is one key of a table and its value; at is the key's place.
type member struct {
	key   string
	at    strictjson.Place
	value *node
}

func (n *node) is(k strictjson.Kind) bool { return n != nil && n.kind == k }

// what is the kind in words.
func (n *node) what() string {
	if n == nil {
		return strictjson.KindNull.String()
	}
	return n.kind.String()
}

// get is the value of a key, byte for byte, or nil.
func (n *node) get(key string) *node {
	if n == nil {
		return nil
	}
	for i := range n.members {
		if n.members[i].key == key {
			return n.members[i].value
		}
	}
	return nil
}

// word is a text's value; false for any other kind.
func (n *node) word() (string, bool) {
	if !n.is(strictjson.KindString) {
		return "", false
	}
	return n.text, true
}

// scalar is what a variable or an argument is given as: a text, or a number or
// a truth value as it is written, which other apps take for a text.
func (n *node) scalar() (string, bool) {
	switch {
	case n.is(strictjson.KindString), n.is(strictjson.KindNumber):
		return n.text, true
	case n.is(strictjson.KindBool):
		return strconv.FormatBool(n.truth), true
	}
	return "", false
}

// number is a number's value, rounded as it may be.
func (n *node) number() (float64, bool) {
	if !n.is(strictjson.KindNumber) {
		return 0, false
	}
	f, err := strconv.ParseFloat(n.text, 64)
	return f, err == nil
}

// fromJSON takes a document over; strictjson has bounded its depth.
func fromJSON(v *strictjson.Value) *node {
	n := &node{kind: v.Kind(), at: v.Place()}
	switch v.Kind() {
	case strictjson.KindString:
		n.text, _ = v.Text()
	case strictjson.KindNumber:
		n.text = string(v.Raw())
	case strictjson.KindBool:
		n.truth, _ = v.Bool()
	case strictjson.KindArray:
		for _, item := range v.Items() {
			n.items = append(n.items, fromJSON(item))
		}
	case strictjson.KindObject:
		for _, m := range v.Members() {
			n.members = append(n.members, member{m.Key, m.Place, fromJSON(m.Value)})
		}
	case strictjson.KindNull:
	}
	return n
}
