package mcp

import (
	"strings"
	"testing"

	"usher/pkg/redact"
)

// SPEC S9: what looks like a secret in plain text is found in every field, by the
// rules of a project's file, and what only names one is not.
func TestPlainSecretsAreFoundByField_S9(t *testing.T) {
	const token = "ghp_0123456789abcdefghij"
	for _, c := range []struct {
		server Server
		want   string
	}{
		{Server{Args: []string{"x", token, "--token", "a8F3kQ9zL0pW7mR2tY5v", "--token", "name"}}, "args[1] args[3]"},
		{Server{Args: []string{"${secret:A}", "${env:TOKEN}", "9fceb02d0ae598e95dc970b74767f19372d61af8"}}, ""},
		{Server{Args: []string{"${A:" + token}}, "args[0]"},
		{Server{Env: []EnvVar{{Name: "MODE", Value: redact.New("fast")}, {Name: "API_KEY", Value: redact.New("plainword")}}}, "env.API_KEY"},
		{Server{Env: []EnvVar{{Name: "API_KEY", Value: redact.New("${env:OTHER}")}, {Name: "TOKEN", Passed: true}}}, ""},
		{Server{Env: []EnvVar{{Name: "A", Value: redact.New("${env:B:-" + token + "}")}}}, "env.A"},
		{Server{URL: "https://h/mcp?api_key=plainword"}, "url"},
		{Server{URL: "https://h/mcp", Headers: []Header{{Name: "X-Api-Key", Value: redact.New("plainword")}}}, "headers.X-Api-Key"},
		{Server{URL: "https://h/mcp", Headers: []Header{{Name: "Authorization", Value: redact.New("Bearer ${secret:A}")}}}, ""},
	} {
		if got := strings.Join(PlainSecrets(c.server), " "); got != c.want {
			t.Errorf("%+v: %q, want %q", c.server, got, c.want)
		}
	}
}

// SPEC S5: what one server may set another may not, and a project's none.
func TestVariablesAreAllowedByServer_S5(t *testing.T) {
	file := `{"servers":[{"id":"a","command":"x","env":["NODE_OPTIONS"]},{"id":"b","command":"x","env":["NODE_OPTIONS"]},{"command":"x","env":["NODE_OPTIONS"]}]}`
	for rules, want := range map[string]string{"a/NODE_OPTIONS": "a", "b/NODE_OPTIONS": "b", "NODE_OPTIONS": "a b", "a/node_options": "", "/NODE_OPTIONS": "", "NODE_OPTIONS/a": ""} {
		f := ParseFile([]byte(file), Source{}, Rules{Layer: "yours", AllowEnv: []string{rules}})
		if got := strings.Join(strings.Fields(ids(f)), " "); got != want {
			t.Errorf("%s: %q, want %q", rules, got, want)
		}
		if f := ParseFile([]byte(file), Source{}, Rules{Layer: "project", Project: true, AllowEnv: []string{rules}}); len(f.Servers) != 0 {
			t.Errorf("%s: a project's file", rules)
		}
	}
	f := ParseFile([]byte(file), Source{}, Rules{Layer: "yours"})
	if hint := f.Dropped[0].Problem.Hint; hint != "allow it by name: usher server edit a --allow-env NODE_OPTIONS" {
		t.Error(hint)
	}
}
