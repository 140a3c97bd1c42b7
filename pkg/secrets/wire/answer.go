package wire

import "usher/pkg/redact"

// Answer is what came of a Request: Value of a get that is ok, Keys of a list
// that is. The zero value is a failure.
type Answer struct {
	Code  Code
	Value redact.Value
	Keys  []Key
}

const (
	// MaxKeys is how many items of ours a list names; more is a failure.
	MaxKeys = 2000
	// MaxAnswer is the most bytes usher reads.
	MaxAnswer = 1 << 20
)

// Bytes is the answer as usher reads it. Whoever has sent it clears it.
func (a Answer) Bytes() []byte {
	b := make([]byte, 0, MaxRequest)
	b = line(b, greeting, "1")
	b = line(b, "is", string(a.Code))
	if !a.Value.Empty() {
		b = line(b, "value", a.Value.Reveal())
	}
	for _, k := range a.Keys {
		b = line(b, "key", k.String())
	}
	return line(b, "end", "")
}

// ParseAnswer reads what a helper said. Whatever is not a whole answer to that
// verb, is said twice, or names an item that is not ours is a failure.
func ParseAnswer(do Verb, data []byte) Answer {
	var a Answer
	ok := each(data, func(word, rest []byte) bool {
		switch string(word) {
		case "is":
			first := a.Code == ""
			a.Code = known(string(rest))
			return first
		case "value":
			first := a.Value.Empty()
			a.Value = redact.New(string(rest))
			return first && Unfit(string(rest)) == ""
		case "key":
			key, ok := ParseKey(string(rest))
			a.Keys = append(a.Keys, key)
			return ok && len(a.Keys) <= MaxKeys
		}
		return false
	})
	valued := do == Get && a.Code == OK
	if !ok || a.Code == "" || valued == a.Value.Empty() || a.Keys != nil && (do != List || a.Code != OK) {
		return Answer{Code: Failed}
	}
	return a
}
