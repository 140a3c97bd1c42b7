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
	if at, deep := t.tooDeep(); deep {
		return nil, []fault.Problem{d.problem(at, "import/too-deep", "tables are nested more than "+strconv.Itoa(maxDepth)+" levels deep", "")}
	}
	var checked map[string]any
	if err := toml.Unmarshal(d.data, &checked); err != nil {
		var decode *toml.DecodeError
		at, hint := strictjson.Place{}, "look at the quotes and brackets around here"
		if errors.As(err, &decode) {
			at.Line, at.Column = decode.Position()
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
	known  map[child]*node
}

// tooDeep finds a name of more parts than levels are allowed, before the library
// makes a table for each.
func (t *tomlReader) tooDeep() (strictjson.Place, bool) {
	t.parser.Reset(t.data)
	under := 0
	for t.parser.NextExpression() {
		e := t.parser.Expression()
		parts := 0
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			parts = keyParts(e)
			under = parts
		case unstable.KeyValue:
			parts = under + deepest(e)
		}
		if parts > maxDepth {
			it := e.Key()
			it.Next()
			return t.place(it.Node()), true
		}
	}
	return strictjson.Place{}, false
}

func keyParts(e *unstable.Node) (n int) {
	for it := e.Key(); it.Next(); {
		n++
	}
	return n
}

// deepest is how many levels an expression adds; the parser itself bounds how
// deep values nest.
func deepest(e *unstable.Node) int {
	own, below := 1, 0
	if e.Kind == unstable.KeyValue {
		own = keyParts(e)
		below = deepest(e.Value())
		return own + below
	}
	if e.Kind != unstable.Array && e.Kind != unstable.InlineTable {
		return 0
	}
	for it := e.Children(); it.Next(); {
		below = max(below, deepest(it.Node()))
	}
	return own + below
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
