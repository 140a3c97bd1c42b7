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
