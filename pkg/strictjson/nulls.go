package strictjson

import (
	"strconv"
	"strings"
)

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
