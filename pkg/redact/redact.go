package redact

import (
	"fmt"
	"unique"
)

const stars = "***"

// Value is a secret. Only Reveal gives it away; every other way of printing it
// shows ***. The zero value is empty.
//
// The secret stands behind a handle because fmt does not ask a Value for its
// text in an unexported field, nor for %w and %p: there an address is printed.
// Two Values of one secret are equal.
type Value struct{ s unique.Handle[string] }

// New wraps a secret.
func New(s string) Value {
	if s == "" {
		return Value{}
	}
	return Value{s: unique.Make(s)}
}

// Reveal is the secret itself, for a child's environment or a request header
// and nowhere else.
func (v Value) Reveal() string {
	if v.Empty() {
		return ""
	}
	return v.s.Value()
}

// Empty reports whether there is nothing to hide.
func (v Value) Empty() bool { return v == Value{} }

// String is ***.
func (v Value) String() string { return stars }

// GoString is ***.
func (v Value) GoString() string { return stars }

// Format is *** for every verb.
func (v Value) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(stars)) }

// MarshalText is ***, for log/slog too: a LogValue, which is its own way, would
// have the gate link it.
func (v Value) MarshalText() ([]byte, error) { return []byte(stars), nil }

// MarshalJSON is "***".
func (v Value) MarshalJSON() ([]byte, error) { return []byte(`"` + stars + `"`), nil }
