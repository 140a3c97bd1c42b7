package strictjson

import (
	"bytes"
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

// cut removes child i and keeps the comments around it and the habit of a
// trailing comma.
func cut(c container, i int) {
	last := i == c.len()-1
	trailing := c.value(c.len()-1).AfterExtra != nil
	var kept hujson.Extra
	for _, extra := range c.loose(i) {
		if commented(extra) {
			kept = join(kept, extra)
		}
	}
	following := c.before(i + 1)
	switch {
	case kept != nil:
		*following = join(kept, *following)
	case commented(*following):
		*following = join(*c.before(i), *following)
	case !last && bytes.IndexByte(*following, '\n') < 0:
		*following = *c.before(i)
	case c.len() == 1:
		*following = nil
	}
	c.drop(i)
	if last && c.len() > 0 {
		endWith(c, trailing)
	}
}

// endWith gives the last child a trailing comma, or takes it away.
func endWith(c container, trailing bool) {
	end := c.value(c.len() - 1)
	switch {
	case trailing && end.AfterExtra == nil:
		end.AfterExtra = hujson.Extra{}
	case !trailing && end.AfterExtra != nil:
		*c.before(c.len()) = join(end.AfterExtra, *c.before(c.len()))
		end.AfterExtra = nil
	}
}

// commented reports blanks that hold a comment too.
func commented(e hujson.Extra) bool { return len(bytes.TrimLeft(e, " \t\r\n")) > 0 }

// join puts one stretch of blanks and comments before another, with one line end
// where both have one, so that a removed line leaves no empty one.
func join(a, b hujson.Extra) hujson.Extra {
	tail := a[len(bytes.TrimRight(a, " \t\r\n")):]
	head := b[:len(b)-len(bytes.TrimLeft(b, " \t\r\n"))]
	end := bytes.LastIndexByte(tail, '\n')
	next := bytes.IndexByte(head, '\n')
	switch {
	case end >= 0 && next >= 0:
		a, b = a[:len(a)-len(tail)+end+1], b[next+1:]
	case end >= 0:
		b = b[len(head):]
	}
	return append(bytes.Clone(a), b...)
}
