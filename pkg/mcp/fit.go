package mcp

import (
	"strconv"
	"strings"

	"usher/pkg/strictjson"
)

// maxWords bytes of a title or a description are offered.
const maxWords = 64 << 10

// piece is a member that MCP knows of an object, and why a value cannot be it: clients
// refuse a whole list, also the entries of other servers, for one of another shape.
type piece struct {
	key   string
	must  bool
	fault func(v *strictjson.Value) string // "" where it has MCP's shape
}

// pieces are the members of one kind of object.
type pieces []piece

// fault says what of an object has not MCP's shape; "" where all has. A key that is one
// of MCP's but for the case is a fault: some clients take it for that one (SPEC Q1).
func (ps pieces) fault(v *strictjson.Value) string {
	if v.Kind() != strictjson.KindObject {
		return "is " + v.Kind().String() + ", not an object"
	}
	why, seen := "", map[string]bool{}
	v.Each(func(key string, item strictjson.Value) bool {
		for _, p := range ps {
			switch {
			case key == p.key:
				seen[key] = true
				if w := p.fault(&item); w != "" {
					why = "its " + key + " " + w
				}
			case strings.EqualFold(key, p.key):
				why = "its key " + quoted(key) + " differs from " + quoted(p.key) + " only in case"
			}
		}
		return why == ""
	})
	for _, p := range ps {
		if why == "" && p.must && !seen[p.key] {
			why = "it has no " + p.key
		}
	}
	return why
}

// inside is the fault of a member that is an object of these pieces.
func (ps pieces) inside(v *strictjson.Value) string {
	why := ps.fault(v)
	if why == "" || v.Kind() != strictjson.KindObject {
		return why
	}
	return "has not MCP's form: " + why
}

// ofKind is the fault of a value of another kind.
func ofKind(want strictjson.Kind, words string) func(*strictjson.Value) string {
	return func(v *strictjson.Value) string {
		if v.Kind() != want {
			return "is " + v.Kind().String() + ", not " + words
		}
		return ""
	}
}

// shownText is a text that is shown, of no more than maxWords.
func shownText(v *strictjson.Value) string {
	text, ok := v.Text()
	switch {
	case !ok:
		return "is " + v.Kind().String() + ", not a text"
	case len(text) > maxWords:
		return "is larger than " + strconv.Itoa(maxWords>>10) + " KiB"
	}
	return ""
}

// listOf is a list whose items have no fault.
func listOf(fault func(*strictjson.Value) string) func(*strictjson.Value) string {
	return func(v *strictjson.Value) string {
		why := ""
		if v.Kind() != strictjson.KindArray {
			return "is " + v.Kind().String() + ", not a list"
		}
		v.Each(func(_ string, item strictjson.Value) bool {
			if why = fault(&item); why != "" {
				why = "holds an item that " + why
			}
			return why == ""
		})
		return why
	}
}

// oneOf is a text of a few.
func oneOf(known ...string) func(*strictjson.Value) string {
	return func(v *strictjson.Value) string {
		text, ok := v.Text()
		for _, k := range known {
			if ok && text == k {
				return ""
			}
		}
		return "is none of " + strings.Join(known, ", ")
	}
}
