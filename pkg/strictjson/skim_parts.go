package strictjson

import "strings"

// Part is a member of an object: its key as it is spelled, and offsets in bytes of the
// message it stands in. The zero Part is no member.
type Part struct {
	Key    []byte
	At     int   // where the key begins, its quote
	Start  int   // where the value begins
	Stop   int   // and ends: the first byte behind it
	Inside Parts // the value's own members; nil where they were not asked for, or it is no object
}

// Of are the value's bytes in the message that was read, as they stand; nil for nil.
func (p *Part) Of(message []byte) []byte {
	if p == nil {
		return nil
	}
	return message[p.Start:p.Stop]
}

// Parts are the members of one object, in their order; no key is there twice.
type Parts []Part

// Pick is the member with a key, byte for byte; nil where there is none.
func (p Parts) Pick(key string) *Part {
	for i := range p {
		if string(p[i].Key) == key {
			return &p[i]
		}
	}
	return nil
}

// Find is the value of a key, its bytes as they stand in the message that was read; nil
// where there is none.
func (p Parts) Find(message []byte, key string) []byte { return p.Pick(key).Of(message) }

// Folded is the first of own that a key is like but for case, as a reader that folds
// case would take it; "" where there is none. Two readers of one message must not see
// two messages (SPEC Q1).
func (p Parts) Folded(own ...string) string {
	for i := range p {
		for _, k := range own {
			if string(p[i].Key) != k && strings.EqualFold(string(p[i].Key), k) {
				return k
			}
		}
	}
	return ""
}
