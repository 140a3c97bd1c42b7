package files

import (
	"slices"

	"github.com/pelletier/go-toml/v2/unstable"
)

// stretch is one header or key of a TOML document with the lines it stands on.
type stretch struct {
	key      []string // from the top
	header   bool
	list     bool // [[ ]]
	from, to int
}

// stretches are a sound document's, in order.
func stretches(data string) []stretch {
	var p unstable.Parser
	p.Reset([]byte(data))
	var out []stretch
	var under []string
	for p.NextExpression() {
		e := p.Expression()
		var s stretch
		for it := e.Key(); it.Next(); {
			n := it.Node()
			if len(s.key) == 0 {
				s.from = lineStart(data, min(int(n.Raw.Offset), len(data)))
			}
			s.key = append(s.key, string(n.Data))
		}
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			s.header, s.list = true, e.Kind == unstable.ArrayTable
			under = s.key
		case unstable.KeyValue:
			s.key = append(slices.Clone(under), s.key...)
		default:
			continue
		}
		out = append(out, s)
	}
	for i := range out {
		next := len(data)
		if i+1 < len(out) {
			next = out[i+1].from
		}
		out[i].to = lastWords(data, out[i].from, next)
	}
	return out
}

// mine are the lines of one entry: each header of its own with what stands under it,
// and each key of it that stands under another.
func (i Info) mine(all []stretch, name string, at int) []stretch {
	var out []stretch
	seen, inside := -1, false
	for _, s := range all {
		under := len(s.key) > 0 && s.key[0] == i.Root
		switch {
		case s.header && i.List:
			if s.list && len(s.key) == 1 && under {
				seen++
			}
			inside = under && seen == at
		case s.header:
			inside = under && len(s.key) > 1 && s.key[1] == name
		case !inside && !i.List && under && len(s.key) > 1 && s.key[1] == name:
			out = append(out, s)
			continue
		}
		if !inside {
			continue
		}
		if s.header {
			out = append(out, s)
		} else {
			out[len(out)-1].to = s.to
		}
	}
	return out
}
