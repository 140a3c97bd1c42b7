package mcp

import (
	"strconv"

	"usher/pkg/strictjson"
)

// item is one text of a list, and where it stands in it.
type item struct {
	index int
	text  string
	at    strictjson.Place
}

// texts are the texts of a list of at most so many; what is none is reported and
// left out, and then ok is false.
func (e *entry) texts(v *strictjson.Value, what, hint string, most int) (items []item, ok bool) {
	if v.Kind() != strictjson.KindArray {
		e.wrongType(v, what, "a list of texts", hint)
		return nil, false
	}
	values := v.Items()
	if !e.fits(v, what, len(values), most) {
		return nil, false
	}
	items, ok = make([]item, 0, len(values)), true
	for i, value := range values {
		s, isText := value.Text()
		if isText {
			items = append(items, item{i, s, value.Place()})
			continue
		}
		e.wrongType(value, index(what, i), "a text", "")
		ok = false
	}
	return items, ok
}

// fits bounds lists and maps before anything looks at what is in them.
func (e *entry) fits(v *strictjson.Value, what string, n, most int) bool {
	if n > most {
		e.fail(v.Place(), "mcp/too-many", what+" has "+strconv.Itoa(n)+" items, at most "+strconv.Itoa(most)+" are allowed", "")
	}
	return n <= most
}

func index(what string, i int) string { return what + "[" + strconv.Itoa(i) + "]" }
