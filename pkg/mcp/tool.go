package mcp

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"usher/pkg/digest"
	"usher/pkg/strictjson"
)

// Bounds of what one server may list (SPEC 18, Q7). The last two are ours: a list
// is kept whole, in memory and in the state folder.
const (
	MaxTools  = 10_000
	MaxPages  = 1_000
	MaxList   = 16 << 20  // bytes of all pages together
	maxValues = 1_000_000 // in one page

	maxToolName = 128
)

// Tool is one tool as its server describes it (SPEC M4). Everything in it is the
// server's own claim: Title, Description and Claims are foreign text that must
// be cleaned before it is shown, and decide nothing (SPEC M3, Q7).
type Tool struct {
	Name        string // [A-Za-z0-9_.-]{1,128}
	Title       string
	Description string
	Raw         []byte        // the definition exactly as sent
	Digest      digest.Digest // of what a mark remembers, see definition
	Claims      []string      // its annotations in words: "claims to be read-only"
	Unfit       string        // why it is not offered to assistants: some client would refuse every list with it
}

// digestKeys are the members a mark remembers (SPEC M4), in the digest's order.
func digestKeys() [6]string {
	return [...]string{"name", "title", "description", "inputSchema", "outputSchema", "annotations"}
}

// definition holds the members of digestKeys; nil where one is absent. What else
// a server sends is never looked at.
type definition [6]*strictjson.Value

func definitionOf(v *strictjson.Value) (d definition) {
	for i, key := range digestKeys() {
		d[i] = v.Get(key)
	}
	return d
}

func (d definition) name() *strictjson.Value         { return d[0] }
func (d definition) title() *strictjson.Value        { return d[1] }
func (d definition) description() *strictjson.Value  { return d[2] }
func (d definition) inputSchema() *strictjson.Value  { return d[3] }
func (d definition) outputSchema() *strictjson.Value { return d[4] }
func (d definition) annotations() *strictjson.Value  { return d[5] }

// digest is over the canonical form of each member, under usher/tool/1: neither
// key order, blanks nor the spelling of a text count; the digits of a number do,
// and so does absent against null.
func (d definition) digest() digest.Digest {
	b := digest.New("usher/tool/1")
	for i, key := range digestKeys() {
		if d[i] != nil {
			b.Field(key, canonical(d[i]))
		} else {
			b.Absent(key)
		}
	}
	return b.Sum()
}

// canonical is a value with its keys sorted, no blanks, one spelling of every
// text and every number as written: a float64 would make 9007199254740993 and
// 9007199254740992 one tool.
func canonical(v *strictjson.Value, how ...jsontext.Options) []byte {
	raw := jsontext.Value(v.Raw())
	if err := raw.Format(append(how, jsontext.ReorderRawObjects(true))...); err != nil {
		return v.Raw() // unseen after the strict reader; as sent is the careful reading
	}
	return raw
}

// toolName reports a name of the form that is offered (SPEC Q7).
func toolName(s string) bool {
	return s != "" && len(s) <= maxToolName && strings.IndexFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("_.-", r)
	}) < 0
}

// claims are the annotations in words, for display only (SPEC Q7).
func claims(annotations *strictjson.Value) []string {
	var out []string
	for _, hint := range [...]struct{ key, yes, no string }{
		{"readOnlyHint", "claims to be read-only", "says it changes things"},
		{"destructiveHint", "says it may destroy", "claims to destroy nothing"},
		{"idempotentHint", "claims that calling twice is as once", "says that calling twice does it twice"},
		{"openWorldHint", "says it reaches the outside world", "claims to stay within its own world"},
	} {
		if set, ok := annotations.Get(hint.key).Bool(); ok && set {
			out = append(out, hint.yes)
		} else if ok {
			out = append(out, hint.no)
		}
	}
	return out
}
