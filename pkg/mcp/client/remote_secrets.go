package client

import (
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"

	"usher/pkg/redact"
)

// minCovered bytes of a header's value are worth covering: a shorter one is a
// version or a language, and covering it would make every message unreadable.
const minCovered = 6

// covered are the values that no text of a server may show: the secrets, the
// token, the headers' values, what stands in them behind Bearer or in Basic, and
// all of that as a server may give it back, URL-escaped or in base64.
func (t Target) covered() []redact.Value {
	set := map[string]bool{}
	add := func(s string) {
		if s != "" {
			for _, form := range forms(s) {
				set[form] = true
			}
		}
	}
	for _, s := range t.Secrets {
		add(s.Reveal())
	}
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
	out := make([]redact.Value, 0, len(set))
	for s := range set {
		out = append(out, redact.New(s))
	}
	return out
}

// forms are a value and its usual encodings. In base64 it looks different at each
// of three places in a text; what the neighbours decide is left out.
func forms(s string) []string {
	quoted := strconv.Quote(s)
	all := []string{s, quoted[1 : len(quoted)-1]}
	for _, escaped := range []string{url.QueryEscape(s), url.PathEscape(s)} {
		all = append(all, escaped, lowerHex(escaped))
	}
	if len(s) < minCovered {
		return all
	}
	for before := range 3 {
		for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			text := enc.EncodeToString([]byte(strings.Repeat("\x00", before) + s))
			from := (before*8 + 5) / 6
			to := len(text)
			if (before+len(s))%3 != 0 {
				to--
			}
			all = append(all, text[from:to])
		}
	}
	return all
}

// lowerHex writes %2F as %2f.
func lowerHex(s string) string {
	b := []byte(s)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i+1:i+3], strings.ToLower(string(b[i+1:i+3])))
		}
	}
	return string(b)
}
