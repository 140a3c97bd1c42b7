package mcp

import (
	"strings"
	"testing"
)

// SPEC S6, F6: a text stays readable, and what looks like a secret in it is covered.
func TestSecretsInATextAreCovered_S6(t *testing.T) {
	token := "ghp_" + strings.Repeat("a1B2", 9)
	for text, want := range map[string]string{
		"": "", "sh -c 'echo hello'": "sh -c 'echo hello'",
		"export T=" + token + " && run":                             "export T=*** && run",
		`curl -H "Authorization: Bearer abcDEF123/x+y==" https://x`: `curl -H "Authorization: Bearer ***" https://x`,
		"a token refresh, basic usage":                              "a token refresh, basic usage",
		"psql postgres://me:p@ss@db/x 'ssh://me@host'":              "psql postgres://me:***@db/x 'ssh://me@host'",
		"https://a:b@c https://d:e@f?g":                             "https://a:***@c https://d:***@f?g",
		"sha256:" + strings.Repeat("ab12", 16):                      "sha256:" + strings.Repeat("ab12", 16),
		"é" + token:                                                 "é" + token, // one word, of no known make
	} {
		if got := Cover(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, c := range [][3]string{
		{"API_KEY", "hello", "***"}, {"apiKey", "hello", "***"}, {"PATH", "/bin", "/bin"}, {"API_KEY", "${secret:X}", "${secret:X}"},
		{"X-Auth", "aB3dE6gH9jK2mN5pQ8sT", "***"}, {"description", "aB3dE6gH9jK2mN5pQ8sT", "aB3dE6gH9jK2mN5pQ8sT"},
		{"command", token, "***"}, {"Authorization", "Bearer ${env:T}", "Bearer ${env:T}"},
	} {
		if got := CoverEntry(c[0], c[1]); got != c[2] {
			t.Errorf("%s %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}
