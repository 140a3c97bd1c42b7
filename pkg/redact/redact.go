package redact

import (
	"fmt"
	"log/slog"
	"sort"
	"strings"
)

const stars = "***"

// Value is a secret. Only Reveal gives it away; every other way of printing it
// shows ***. The zero value is empty.
type Value struct{ s string }

// New wraps a secret.
func New(s string) Value { return Value{s: s} }

// Reveal is the secret itself, for a child's environment or a request header
// and nowhere else.
func (v Value) Reveal() string { return v.s }

// Empty reports whether there is nothing to hide.
func (v Value) Empty() bool { return v.s == "" }

// String is ***.
func (v Value) String() string { return stars }

// GoString is ***.
func (v Value) GoString() string { return stars }

// Format is *** for every verb.
func (v Value) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(stars)) }

// MarshalText is ***.
func (v Value) MarshalText() ([]byte, error) { return []byte(stars), nil }

// MarshalJSON is "***".
func (v Value) MarshalJSON() ([]byte, error) { return []byte(`"` + stars + `"`), nil }

// LogValue is ***.
func (v Value) LogValue() slog.Value { return slog.StringValue(stars) }

// Mask covers every occurrence of the values in text, longest first, so that a
// value that holds another leaves no tail (SPEC E3).
func Mask(text string, values ...Value) string {
	vs := make([]string, 0, len(values))
	for _, v := range values {
		if v.s != "" {
			vs = append(vs, v.s)
		}
	}
	sort.Slice(vs, func(i, j int) bool { return len(vs[i]) > len(vs[j]) })
	for _, s := range vs {
		text = strings.ReplaceAll(text, s, stars)
	}
	return text
}
