package wire

import (
	"bytes"

	"usher/pkg/redact"
)

// Verb is what is asked of a keychain.
type Verb string

const (
	Get    Verb = "get"    // the value of Key
	Set    Verb = "set"    // keep Value under Key, in the place of an older one
	Remove Verb = "remove" // forget Key; a missing one is well
	List   Verb = "list"   // the keys of usher's own items
	Try    Verb = "probe"  // write, read and remove an item: does it work?
)

// Request is one thing asked. Key is set for get, set and remove, Value for set.
type Request struct {
	Do    Verb
	Key   Key
	Value redact.Value
}

// MaxRequest is the most bytes a helper reads.
const MaxRequest = MaxValue + 1<<10

// Bytes is the request as the helper reads it. Whoever has sent it clears it.
func (r Request) Bytes() []byte {
	b := make([]byte, 0, MaxRequest) // one piece, so that no copy of the value stays behind
	b = line(b, greeting, "1")
	b = line(b, "do", string(r.Do))
	if r.Key != (Key{}) {
		b = line(b, "key", r.Key.String())
	}
	if !r.Value.Empty() {
		b = line(b, "value", r.Value.Reveal())
	}
	return line(b, "end", "")
}

// ParseRequest reads a whole request; false where it is not one, down to a
// value that set needs and the others must not have.
func ParseRequest(data []byte) (Request, bool) {
	var r Request
	ok := each(data, func(word, rest []byte) bool {
		switch string(word) {
		case "do":
			r.Do = Verb(rest)
			return true
		case "key":
			key, ok := ParseKey(string(rest))
			first := r.Key == Key{}
			r.Key = key
			return ok && first
		case "value":
			first := r.Value.Empty()
			r.Value = redact.New(string(rest))
			return first && Unfit(string(rest)) == ""
		}
		return false
	})
	keyed, valued := r.Key != (Key{}), !r.Value.Empty()
	switch r.Do {
	case Get, Remove:
		ok = ok && keyed && !valued
	case Set:
		ok = ok && keyed && valued
	case List, Try:
		ok = ok && !keyed && !valued
	default:
		ok = false
	}
	if !ok {
		return Request{}, false
	}
	return r, true
}

const greeting = "usher-keychain"

func line(b []byte, word, rest string) []byte {
	b = append(b, word...)
	if rest != "" {
		b = append(b, ' ')
		b = append(b, rest...)
	}
	return append(b, '\n')
}

// each hands the lines between the greeting and the end to take; false where
// one is missing, follows the end, or is not taken.
func each(data []byte, take func(word, rest []byte) bool) bool {
	head, data, found := bytes.Cut(data, []byte("\n"))
	if !found || string(head) != greeting+" 1" {
		return false
	}
	for {
		one, rest, found := bytes.Cut(data, []byte("\n"))
		if !found {
			return false
		}
		if string(one) == "end" {
			return len(rest) == 0
		}
		word, value, _ := bytes.Cut(one, []byte(" "))
		if !take(word, value) {
			return false
		}
		data = rest
	}
}
