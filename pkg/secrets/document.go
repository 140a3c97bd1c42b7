package secrets

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

// document is the file: {"version":1,"store":"file","secrets":[{name, value}]},
// where a name is "secret/NAME", "secret/ID/NAME" or "oauth/ID", in order. With
// the store "keychain" there are names and no values.
type document struct {
	store   Kind
	entries []entry
}

type entry struct {
	key   Key
	value redact.Value
}

const (
	version = 1
	maxFile = 8 << 20
)

func (d *document) find(key Key) (at int, ok bool) {
	return slices.BinarySearchFunc(d.entries, key, func(e entry, k Key) int {
		return strings.Compare(e.key.String(), k.String())
	})
}

func (d *document) put(key Key, v redact.Value) {
	at, ok := d.find(key)
	if !ok {
		d.entries = slices.Insert(d.entries, at, entry{key: key})
	}
	d.entries[at].value = v
}

func (d *document) drop(key Key) {
	if at, ok := d.find(key); ok {
		d.entries = slices.Delete(d.entries, at, at+1)
	}
}

func (d *document) encode() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"version":%d,"store":"%s","secrets":[`, version, d.store)
	for i, e := range d.entries {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n{\"name\":\"" + strings.TrimPrefix(e.key.String(), wire.Prefix) + `"`)
		if d.store == File {
			b.WriteString(`,"value":`)
			quoted, _ := jsontext.AppendQuote(nil, e.value.Reveal())
			b.Write(quoted)
			clear(quoted)
		}
		b.WriteByte('}')
	}
	b.WriteString("\n]}\n")
	return b.Bytes()
}
