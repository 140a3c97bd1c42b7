package strictjson

import (
	"strconv"
	"strings"
)

// path is where the scan stands: servers[2].args[0]; "" at the top.
func (s *scanner) path() string {
	var b strings.Builder
	for _, o := range s.open {
		if o.list {
			index(&b, o.index)
		} else {
			member(&b, o.key)
		}
	}
	return b.String()
}

func index(b *strings.Builder, i int) { b.WriteString("[" + strconv.Itoa(i) + "]") }

// member adds a key to a path, quoted where a dot would leave it unclear.
func member(b *strings.Builder, key string) {
	plain := key != "" && len(key) <= 64
	for i := 0; i < len(key) && plain; i++ {
		c := key[i]
		plain = c != '.' && (wordByte(c) || c > 0x7e)
	}
	switch {
	case key == "":
	case !plain:
		b.WriteString("[" + short(key) + "]")
	case b.Len() > 0:
		b.WriteString("." + key)
	default:
		b.WriteString(key)
	}
}

// Null is a null inside a value; Path is relative to that value ("args[0]"),
// "" for the value itself.
type Null struct {
	Path  string
	Place Place
}

// Nulls lists the nulls in v, itself included, in file order, but for those
// under keys that every file may carry (Ignored). A null is never a value (SPEC
// F2): the entry that holds one is dropped.
func Nulls(v *Value) []Null {
	var found []Null
	nulls(v, "", &found)
	return found
}

func nulls(v *Value, path string, found *[]Null) {
	switch v.Kind() {
	case KindNull:
		*found = append(*found, Null{Path: path, Place: v.Place()})
	case KindArray:
		for i, item := range v.Items() {
			if item.holdsNull() {
				nulls(item, path+"["+strconv.Itoa(i)+"]", found)
			}
		}
	case KindObject:
		for _, m := range v.Members() {
			if !Ignored(m.Key) && m.Value.holdsNull() {
				var b strings.Builder
				b.WriteString(path)
				member(&b, m.Key)
				nulls(m.Value, b.String(), found)
			}
		}
	case KindBool, KindNumber, KindString:
	}
}

// holdsNull is a quick look that lets Nulls pass over what has none.
func (v *Value) holdsNull() bool { return strings.Contains(v.raw(), "null") }
