package strictjson

import (
	"strconv"

	"github.com/tailscale/hujson"
)

// container is an object or a list of a document being edited. The blanks and
// comments before child i, and for i == len before the closing bracket, are
// before(i).
type container interface {
	len() int
	find(name string) int // where name stands; len where it is absent and may be added; -1 where it may not
	value(i int) *hujson.Value
	before(i int) *hujson.Extra
	loose(i int) []hujson.Extra // what stands around child i within its commas
	drop(i int)
	append(key string, v hujson.Value, before hujson.Extra, colon hujson.Extra)
}

func containerOf(v *hujson.Value) container {
	switch c := v.Value.(type) {
	case *hujson.Object:
		return object{c}
	case *hujson.Array:
		return list{c}
	}
	return nil
}

type object struct{ *hujson.Object }

func (o object) len() int                  { return len(o.Members) }
func (o object) value(i int) *hujson.Value { return &o.Members[i].Value }

func (o object) find(name string) int {
	for i, m := range o.Members {
		if literal, ok := m.Name.Value.(hujson.Literal); ok && unquote(string(literal)) == name {
			return i
		}
	}
	return len(o.Members)
}

func (o object) before(i int) *hujson.Extra {
	if i < len(o.Members) {
		return &o.Members[i].Name.BeforeExtra
	}
	return &o.AfterExtra
}

func (o object) loose(i int) []hujson.Extra {
	m := o.Members[i]
	return []hujson.Extra{m.Name.BeforeExtra, m.Name.AfterExtra, m.Value.BeforeExtra, m.Value.AfterExtra}
}

func (o object) drop(i int) { o.Members = append(o.Members[:i], o.Members[i+1:]...) }

func (o object) append(key string, v hujson.Value, before, colon hujson.Extra) {
	v.BeforeExtra = colon
	o.Members = append(o.Members, hujson.ObjectMember{
		Name: hujson.Value{BeforeExtra: before, Value: hujson.String(key)}, Value: v})
}

type list struct{ *hujson.Array }

func (l list) len() int                  { return len(l.Elements) }
func (l list) value(i int) *hujson.Value { return &l.Elements[i] }

func (l list) find(name string) int {
	if name == "-" {
		return len(l.Elements)
	}
	i, err := strconv.Atoi(name)
	if err != nil || i < 0 || i >= len(l.Elements) || strconv.Itoa(i) != name {
		return -1
	}
	return i
}

func (l list) before(i int) *hujson.Extra {
	if i < len(l.Elements) {
		return &l.Elements[i].BeforeExtra
	}
	return &l.AfterExtra
}

func (l list) loose(i int) []hujson.Extra {
	return []hujson.Extra{l.Elements[i].BeforeExtra, l.Elements[i].AfterExtra}
}

func (l list) drop(i int) { l.Elements = append(l.Elements[:i], l.Elements[i+1:]...) }

func (l list) append(_ string, v hujson.Value, before, _ hujson.Extra) {
	v.BeforeExtra = before
	l.Elements = append(l.Elements, v)
}
