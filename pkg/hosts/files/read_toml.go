package files

import (
	"errors"
	"strconv"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// toml reads a TOML document. The library checks it, keys given twice included;
// the tree is then built from its syntax, because only that has the places and
// the order.
func (d document) toml() (*node, []fault.Problem) {
	t := tomlReader{data: d.data, at: strictjson.Place{Line: 1, Column: 1}}
	if at, rule, message := t.tooMuch(); rule != "" {
		return nil, []fault.Problem{d.problem(at, rule, message, "")}
	}
	var checked map[string]any
	if err := toml.Unmarshal(d.data, &checked); err != nil {
		var decode *toml.DecodeError
		at, hint := strictjson.Place{}, "look at the quotes and brackets around here"
		if errors.As(err, &decode) {
			at.Line, at.Column = decode.Position()
			if at == (strictjson.Place{Line: 1, Column: 1}) && t.last.Line > 0 { // the library does not know where
				at, hint = t.last, "the fault is behind what stands here"
			}
			if len(decode.Key()) > 0 {
				hint = "the key " + quoted(decode.Key()[len(decode.Key())-1]) + " may stand twice"
			}
		}
		return nil, []fault.Problem{d.problem(at, "import/syntax", d.subject()+" is not well-formed TOML", hint)}
	}
	if len(checked) == 0 {
		return nil, []fault.Problem{d.problem(strictjson.Place{}, "import/empty", d.subject()+" is empty", understood)}
	}
	return t.build(), nil
}

// tomlReader walks the syntax; offset and at go forward with it.
type tomlReader struct {
	data   []byte
	parser unstable.Parser
	offset int
	at     strictjson.Place
	last   strictjson.Place // of the last expression that could be read
	known  map[child]*node
}

// maxTomlKeys bounds how many keys a document has: the library looks through
// those of a table one by one for each more.
const maxTomlKeys = 10_000

// tooMuch finds a name of more parts than levels are allowed, or more keys than
// any settings have, before the library makes a table for each.
func (t *tomlReader) tooMuch() (at strictjson.Place, rule, message string) {
	t.parser.Reset(t.data)
	under, keys := 0, 0
	for t.parser.NextExpression() {
		e := t.parser.Expression()
		depth, parts := extent(e)
		if e.Kind == unstable.KeyValue {
			depth += under
		} else if e.Kind != unstable.Comment {
			under = parts
		}
		keys += parts
		it := e.Key()
		it.Next()
		t.last = t.place(it.Node())
		switch {
		case depth > maxDepth:
			return t.last, "import/too-deep", "tables are nested more than " + strconv.Itoa(maxDepth) + " levels deep"
		case keys > maxTomlKeys:
			return t.last, "import/too-many", "there are more than " + strconv.Itoa(maxTomlKeys) + " keys"
		}
	}
	return strictjson.Place{}, "", ""
}

// extent is how many levels an expression adds and how many keys it has; the
// parser itself bounds how deep values nest.
func extent(e *unstable.Node) (depth, keys int) {
	switch e.Kind {
	case unstable.Table, unstable.ArrayTable, unstable.KeyValue:
		for it := e.Key(); it.Next(); {
			keys++
		}
		depth = keys
		if e.Kind == unstable.KeyValue {
			below, more := extent(e.Value())
			return depth + below, keys + more
		}
	case unstable.Array, unstable.InlineTable:
		for it := e.Children(); it.Next(); {
			below, more := extent(it.Node())
			depth, keys = max(depth, below), keys+more
		}
		depth++
	}
	return depth, keys
}

// place is where a part of the syntax begins; "" parts keep the last place.
func (t *tomlReader) place(n *unstable.Node) strictjson.Place {
	to := int(n.Raw.Offset)
	if n.Raw.Length == 0 || to > len(t.data) {
		return t.at
	}
	if to < t.offset {
		t.offset, t.at = 0, strictjson.Place{Line: 1, Column: 1}
	}
	for t.offset < to {
		if t.data[t.offset] == '\n' {
			t.at = strictjson.Place{Line: t.at.Line + 1, Column: 1}
			t.offset++
			continue
		}
		_, w := utf8.DecodeRune(t.data[t.offset:])
		t.offset += w
		t.at.Column++
	}
	return t.at
}
