package mcp

import (
	"strings"
	"testing"
)

// SPEC S9: on a command line the name of a flag or a variable counts as that of
// --env does, however the text behind it looks; what names a secret, a path, a yes
// or no, or another flag is none.
func TestTypedSecretsAreFoundByName_S9(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-y pkg@1.0.0 --token=abcdef0123456789abcdef0123456789", "args[2]"},
		{"--password hunter2", "args[1]"}, {"--password=hunter2", "args[0]"}, {"--db-password hunter2 x", "args[1]"}, {"-pw hunter2", "args[1]"},
		{"run -e API_KEY=hunter2 image", "args[2]"}, {"run -eAPI_KEY=hunter2 image", "args[1]"}, {"--env=API_KEY=hunter2", "args[0]"},
		{"env dbPassword=hunter2", "args[1]"}, {"--api-key=a$b(c)\"é", "args[0]"}, {"--apiKey a", "args[1]"},
		{"--header X-Api-Key:hunter2", "args[1]"}, {"-H Authorization:hunter2", "args[1]"}, {"X-Auth-Token:\u00a0", ""},
		{"https://h/mcp?x=1&api_key=hunter2", "args[0]"}, {"--token=${env:T:-hunter2}", "args[0]"}, {"--token ${env:T:-hunter2}", "args[1]"},
		{"--password=a${env:T}", "args[0]"}, {"--token ghp_0123456789abcdefghij", "args[1]"},

		{"--token ${env:T}", ""}, {"--token=${secret:lab/T}", ""}, {"-e API_KEY=${secret:A}", ""}, {"-e API_KEY", ""}, {"-e API_KEY=", ""},
		{"--header Authorization:${env:T}", ""}, {"--token --verbose", ""}, {"--key /etc/key.pem", ""}, {"--key ./k", ""}, {"--auth none", ""},
		{"--token-limit 100", ""}, {"--key-file k", ""}, {"--port=80 --mode fast", ""}, {"auth:2.1", ""}, {"9fceb02d0ae598e95dc970b74767f19372d61af8", ""},
		{"--from=git+https://h/x token", ""}, {"https://h/mcp?api_key=${env:T}", ""}, {"", ""},
	} {
		if got := strings.Join(TypedSecrets(Server{Args: strings.Split(c.args, " ")}), " "); got != c.want {
			t.Errorf("%q: %q, want %q", c.args, got, c.want)
		}
	}
	for arg, want := range map[string]string{"X-Api-Key: plain": "args[0]", "Authorization: Bearer ${env:T}": "", "Authorization: ${env:T}": "", "a note: token": ""} {
		if got := strings.Join(TypedSecrets(Server{Args: []string{arg}}), " "); got != want {
			t.Errorf("%q: %q, want %q", arg, got, want)
		}
	}
}
