package client

import (
	"encoding/base64"
	"slices"
	"strings"

	"usher/pkg/redact"
)

// minCovered bytes of a header's value are worth covering: a shorter one is a
// version or a language, and covering it would make every message unreadable.
const minCovered = 6

// covered are the values that no text of a server may show: the secrets, the
// token, the headers' values, what stands in them behind Bearer or in Basic, and
// all of that in every spelling in which a server may give it back.
func (t Target) covered() []redact.Value {
	values := slices.Clone(t.Secrets)
	add := func(s string) { values = append(values, redact.New(s)) }
	add(t.Remote.Token.Reveal())
	for _, h := range t.Remote.Headers {
		value := h.Value.Reveal()
		if len(value) >= minCovered {
			add(value)
		}
		if !strings.EqualFold(h.Name, "Authorization") {
			continue
		}
		_, credentials, _ := strings.Cut(value, " ")
		add(strings.TrimSpace(credentials))
		if pair, err := base64.StdEncoding.DecodeString(strings.TrimSpace(credentials)); err == nil {
			_, password, _ := strings.Cut(string(pair), ":")
			add(password)
		}
	}
	return spelled(values)
}
