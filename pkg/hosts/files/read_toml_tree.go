package files

import (
	"github.com/pelletier/go-toml/v2/unstable"

	"usher/pkg/strictjson"
)

// build makes the tree of a document the library has found right.
func (t *tomlReader) build() *node {
	root := &node{kind: strictjson.KindObject, at: strictjson.Place{Line: 1, Column: 1}}
	current := root
	t.parser.Reset(t.data)
	for t.parser.NextExpression() {
		e := t.parser.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			current = t.table(root, e)
		case unstable.KeyValue:
			t.set(current, e)
		}
	}
	return root
}

// table goes to the table of a header, and makes what is missing on the way.
func (t *tomlReader) table(root *node, e *unstable.Node) *node {
	n := root
	for it := e.Key(); it.Next(); {
		key, last := string(it.Node().Data), it.IsLast()
		at := t.place(it.Node())
		next := t.known[child{n, key}]
		switch {
		case next == nil && last && e.Kind == unstable.ArrayTable:
			next = t.add(n, key, at, &node{kind: strictjson.KindArray, at: at})
		case next == nil:
			next = t.add(n, key, at, &node{kind: strictjson.KindObject, at: at})
		}
		if last && e.Kind == unstable.ArrayTable {
			next.items = append(next.items, &node{kind: strictjson.KindObject, at: at})
		}
		if next.kind == strictjson.KindArray && len(next.items) > 0 {
			next = next.items[len(next.items)-1]
		}
		n = next
	}
	return n
}

// child is where a key of a table is remembered: a table may have very many.
type child struct {
	of  *node
	key string
}

func (t *tomlReader) add(n *node, key string, at strictjson.Place, value *node) *node {
	if t.known == nil {
		t.known = map[child]*node{}
	}
	n.members = append(n.members, member{key, at, value})
	t.known[child{n, key}] = value
	return value
}

// set puts a key and its value into a table; a dotted key makes tables.
func (t *tomlReader) set(n *node, e *unstable.Node) {
	for it := e.Key(); it.Next(); {
		key, last := string(it.Node().Data), it.IsLast()
		at := t.place(it.Node())
		next := t.known[child{n, key}]
		if last {
			t.add(n, key, at, t.value(e.Value()))
			return
		}
		if next == nil {
			next = t.add(n, key, at, &node{kind: strictjson.KindObject, at: at})
		}
		n = next
	}
}

func (t *tomlReader) value(v *unstable.Node) *node {
	n := &node{at: t.place(v)}
	switch v.Kind {
	case unstable.String, unstable.LocalDate, unstable.LocalTime, unstable.LocalDateTime, unstable.DateTime:
		n.kind, n.text = strictjson.KindString, string(v.Data)
	case unstable.Integer, unstable.Float:
		n.kind, n.text = strictjson.KindNumber, string(v.Data)
	case unstable.Bool:
		n.kind, n.truth = strictjson.KindBool, string(v.Data) == "true"
	case unstable.Array:
		n.kind = strictjson.KindArray
		for it := v.Children(); it.Next(); {
			if it.Node().Kind != unstable.Comment {
				n.items = append(n.items, t.value(it.Node()))
			}
		}
	case unstable.InlineTable:
		n.kind = strictjson.KindObject
		for it := v.Children(); it.Next(); {
			if it.Node().Kind == unstable.KeyValue {
				t.set(n, it.Node())
			}
		}
	}
	return n
}
