package gateway

import (
	"bytes"

	"usher/pkg/strictjson"
)

// upstream are the params for the server: the bytes the assistant sent, with the value
// of one key replaced by offset. What 2026-07-28 says to usher alone is left out: what
// the assistant can do, for usher announces none of it to a server (SPEC Q7), and the
// answers to usher's own questions.
func (r *request) upstream(key string, with []byte) []byte {
	p := r.params
	m := p.Inside.Pick(key)
	if !r.private() {
		return spliced(p.Of(r.b), m.Start-p.Start, m.Stop-p.Start, with)
	}
	var kept [][]byte
	for i := range p.Inside {
		switch m := &p.Inside[i]; string(m.Key) {
		case "inputResponses", "requestState":
		case "_meta":
			kept = append(kept, r.named(m, r.publicMeta()))
		case key:
			kept = append(kept, r.named(m, with))
		default:
			kept = append(kept, r.b[m.At:m.Stop])
		}
	}
	return braced(kept)
}

// renamed puts params that hold nothing for usher alone into room, the value of one key
// replaced.
func (r *request) renamed(room []byte, key string, with []byte) []byte {
	m := r.params.Inside.Pick(key)
	return append(append(append(room, r.b[r.params.Start:m.Start]...), with...), r.b[m.Stop:r.params.Stop]...)
}

// private reports params that hold something for usher alone.
func (r *request) private() bool {
	for i := range r.meta {
		if isPrivate(r.meta[i].Key) {
			return true
		}
	}
	return r.param("inputResponses") != nil || r.param("requestState") != nil
}

func isPrivate(key []byte) bool {
	switch string(key) {
	case keyVersion, keyInfo, keyCaps, keyLevel:
		return true
	}
	return false
}

func (r *request) publicMeta() []byte {
	var kept [][]byte
	for i := range r.meta {
		if m := &r.meta[i]; !isPrivate(m.Key) {
			kept = append(kept, r.b[m.At:m.Stop])
		}
	}
	return braced(kept)
}

// named is a member with another value, its key as it was written.
func (r *request) named(m *strictjson.Part, value []byte) []byte {
	return append(bytes.Clone(r.b[m.At:m.Start]), value...)
}

func braced(members [][]byte) []byte {
	b := list(members)
	b[0], b[len(b)-1] = '{', '}'
	return b
}

// finished is a server's result as the assistant's version wants it: 2026-07-28 wants
// told that it is one.
func (r *request) finished(result []byte) []byte {
	if !r.modern {
		return result
	}
	members, ok := strictjson.Skim(result, maxDepth)
	if !ok {
		return result
	}
	var more []byte
	if members.Pick("resultType") == nil {
		more = append(more, `"resultType":"complete",`...)
	}
	if r.method == resourcesRead {
		if members.Pick("ttlMs") == nil {
			more = append(more, `"ttlMs":0,`...)
		}
		if members.Pick("cacheScope") == nil {
			more = append(more, `"cacheScope":"private",`...)
		}
	}
	if len(members) == 0 {
		more = bytes.TrimSuffix(more, []byte(","))
	}
	open := bytes.IndexByte(result, '{') + 1
	return spliced(result, open, open, more)
}
