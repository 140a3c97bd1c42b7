package mcp

import (
	"testing"

	"usher/pkg/redact"
)

// SPEC A3, S6: what the launch digest covers is shown, but for what looks like a
// secret by its form or its name.
func TestShownTexts_A3(t *testing.T) {
	for _, c := range []struct {
		name, text      string
		literal, hidden bool
	}{
		{"MODE", "fast", true, false},
		{"MODE", "", true, false},
		{"MODE", "${workspace}", true, false},
		{"HOME", "${env:HOME}", false, false},
		{"KEY", "${secret:lab/KEY}", false, false},
		{"DIR", "${env:HOME}/evil", true, false},
		{"DIR", "${env:DIR:-/evil}", true, false},
		{"DIR", "${env:A}${env:B}", true, false},
		{"Authorization", "Bearer ${secret:web/KEY}", true, false},
		{"Authorization", "Bearer abc", true, true},
		{"X-Password", "/abc", true, true},
		{"API_KEY", "${env:KEY:-abc}", true, true},
		{"API_KEY", "abc${env:KEY}", true, true},
		{"MODE", "ghp_0123456789", true, true},
		{"MODE", "ghp_01${env:A}23456789", true, true},
		{"URL", "https://ann:word@lab.example", true, true},
	} {
		s := Show(c.name, redact.New(c.text))
		want := Shown{Text: c.text, Literal: c.literal, Hidden: c.hidden}
		if c.hidden {
			want.Text = ""
		}
		if s != want {
			t.Errorf("%s: %s: %+v", c.name, c.text, s)
		}
	}
}
