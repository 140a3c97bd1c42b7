package files

import (
	"strconv"
	"strings"

	"usher/pkg/strictjson"
)

func newText(s string) *node          { return &node{kind: strictjson.KindString, text: s} }
func newBool(b bool) *node            { return &node{kind: strictjson.KindBool, truth: b} }
func newNumber(n int) *node           { return &node{kind: strictjson.KindNumber, text: strconv.Itoa(n)} }
func newTable(ms ...member) *node     { return &node{kind: strictjson.KindObject, members: ms} }
func newList(items ...*node) *node    { return &node{kind: strictjson.KindArray, items: items} }
func pair(key string, v *node) member { return member{key: key, value: v} }

func newTexts(words []string) *node {
	n := newList()
	for _, w := range words {
		n.items = append(n.items, newText(w))
	}
	return n
}

// json is a value as JSON on one line; whoever writes it lays it out.
func (n *node) json() string {
	if n == nil {
		return "null"
	}
	var parts []string
	switch n.kind {
	case strictjson.KindString:
		return jsonText(n.text)
	case strictjson.KindNumber:
		return n.text
	case strictjson.KindBool:
		return strconv.FormatBool(n.truth)
	case strictjson.KindArray:
		for _, item := range n.items {
			parts = append(parts, item.json())
		}
		return "[" + strings.Join(parts, ",") + "]"
	case strictjson.KindObject:
		for _, m := range n.members {
			parts = append(parts, jsonText(m.key)+":"+m.value.json())
		}
		return "{" + strings.Join(parts, ",") + "}"
	case strictjson.KindNull:
	}
	return "null"
}

// jsonText is a text in double quotes as JSON, TOML and YAML alike read it.
func jsonText(s string) string {
	const hex = "0123456789abcdef"
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c == 0x7f:
			b.WriteString(`\u00`)
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// same reports two values that say the same; the order of a table's keys says nothing.
func same(a, b *node) bool {
	if a == nil || b == nil {
		return (a == nil || a.kind == strictjson.KindNull) && (b == nil || b.kind == strictjson.KindNull)
	}
	if a.kind != b.kind || a.text != b.text || a.truth != b.truth || len(a.items) != len(b.items) || len(a.members) != len(b.members) {
		return false
	}
	for i := range a.items {
		if !same(a.items[i], b.items[i]) {
			return false
		}
	}
	for _, m := range a.members {
		if v := b.get(m.key); v == nil || !same(m.value, v) {
			return false
		}
	}
	return true
}
