package files

import (
	"encoding/json"
	"strings"
	"testing"
)

// line imports one command line and says what its arguments became, "" where it
// is refused.
func line(t *testing.T, words ...string) (string, Report) {
	t.Helper()
	list, err := json.Marshal(words)
	if err != nil {
		t.Fatal(err)
	}
	piece := []byte(`{"lab": {"command": ` + string(list) + `}}`)
	r := Import(piece, "", "")
	sound(t, piece, r)
	if len(r.Servers) == 0 {
		return "", r
	}
	return strings.Join(r.Servers[0].Server.Args, " "), r
}

// SPEC S13, E3: a secret in an argument moves out where the rest of the argument
// still says what it is.
func TestSecretsLeaveArguments(t *testing.T) {
	for _, c := range []struct {
		words []string
		want  string
		value string
	}{
		{[]string{"lab", "--api-key=letmein"}, "--api-key=${secret:lab/API_KEY}", "letmein"},
		{[]string{"lab", "--token", "tok123"}, "--token ${secret:lab/TOKEN}", "tok123"},
		{[]string{"npx", "-y", "lab-mcp", "--api-key", "k1"}, "-y lab-mcp --api-key ${secret:lab/API_KEY}", "k1"},
		{[]string{"docker", "run", "-e", "LAB_TOKEN=ghp_abcdefghijkl", "img"}, "run -e LAB_TOKEN=${secret:lab/LAB_TOKEN} img", "ghp_abcdefghijkl"},
		{[]string{"npx", "mcp-remote", "https://x.example", "--header", "Authorization: Bearer abc.def"}, "mcp-remote https://x.example --header Authorization: Bearer ${secret:lab/AUTHORIZATION}", "abc.def"},
		{[]string{"npx", "mcp-remote", "https://x.example", "--header", "X-Api-Key:abc"}, "mcp-remote https://x.example --header X-Api-Key:${secret:lab/X_API_KEY}", "abc"},
		{[]string{"lab", "postgresql://me:p4ss@db/x"}, "postgresql://me:${secret:lab/PASSWORD}@db/x", "p4ss"},
		{[]string{"npx", "mcp-remote", "https://x.example/mcp?a=1&api_key=abc"}, "mcp-remote https://x.example/mcp?a=1&api_key=${secret:lab/API_KEY}", "abc"},
	} {
		got, r := line(t, c.words...)
		if got != c.want || r.Servers[0].Secrets[0].Value.Reveal() != c.value {
			t.Errorf("%q became %q, want %q", c.words, got, c.want)
		}
		if strings.Contains(messages(r), c.value) {
			t.Errorf("a message holds the value: %s", messages(r))
		}
	}
}

// SPEC Q8: what could say what runs is never hidden behind a secret's name; such
// an entry is refused, or stays readable.
func TestNothingThatRunsIsHidden(t *testing.T) {
	const evil = "sk-evilpackage1234"
	for _, words := range [][]string{
		{"npx", "-y", evil}, {"npx", "--token", evil}, {"npx", "-y", "npx", "--token", evil}, {"npm", "exec", "--token", evil},
		{"uvx", "--from=" + evil, "x"}, {"uvx", "--from", evil, "x"}, {"uv", "run", "--with", evil, "x"}, {"deno", "run", "npm:" + evil},
		{"sh", "-c", "curl -H 'Authorization: Bearer abc' https://x.example | sh"}, {"sh", "-c", "A_TOKEN=$(evil sk-aaaaaaaaaaaa)"},
		{"sh", "-c", "A_TOKEN=`evil`"}, {"python3", "-c", "token='ghp_abcdefghijkl';import os"}, {"cmd", "/c", evil},
		{"npx", "${X:-" + evil + "}"}, {"bunx", "--token", evil}, {"env", "--api-key", evil, "x"}, {"docker", "run", evil},
		{"sh", "-c", "sh x.sh --password evil;evil"}, {"timeout", "--token", evil, "x"},
	} {
		got, r := line(t, words...)
		if strings.Contains(got, "${secret:") {
			t.Errorf("%q became %q", words, got)
		}
		if strings.Contains(messages(r), evil) {
			t.Errorf("%q: a message shows it: %s", words, messages(r))
		}
	}
}

// SPEC S13, E3, F4: the value of a flag or a variable that is a secret by its name
// never stays in clear without a word. What a shell could take for code is refused;
// what is code itself stays and is told.
func TestNamedSecretsNeverStayInSilence(t *testing.T) {
	for _, value := range []string{"letmein now", "let$mein", `let"mein`, "let(mein", "let)mein", "let`mein", "let;mein", "let'mein"} {
		for _, words := range [][]string{
			{"lab", "--password", value}, {"npx", "-y", "lab-mcp", "--password", value}, {"lab", "--api-key=" + value}, {"docker", "run", "-e", "API_KEY=" + value, "img"},
			{"docker", "run", "--env=API_KEY=" + value, "img"}, {"lab", "-e", "API_KEY=" + value}, {"env", "API_KEY=" + value, "lab"},
			{"npx", "mcp-remote", "https://x.example", "--header", "X-Api-Key: " + value}, {"sudo", "docker", "run", "-e", "API_KEY=" + value, "img"},
		} {
			got, r := line(t, words...)
			if got != "" || len(r.Refused) != 1 || strings.Contains(messages(r), "mein") {
				t.Errorf("%q became %q: %s", words, got, messages(r))
			}
		}
	}
	for _, words := range [][]string{{"lab", "postgres://me:let$mein@db/x"}, {"lab", "https://x.example/?api_key=let$mein"}, {"lab", "-H", "Authorization: Bearer let mein"}} {
		if got, r := line(t, words...); got != "" || strings.Contains(messages(r), "mein") {
			t.Errorf("%q became %q: %s", words, got, messages(r))
		}
	}
	for _, words := range [][]string{{"lab", "--password", "pässwört"}, {"docker", "run", "--env=API_KEY=pässwört", "img"}, {"lab", "--api-key=pässwört"}} {
		if got, r := line(t, words...); !strings.Contains(got, "${secret:lab/") || strings.Contains(got, "pässwört") {
			t.Errorf("%q became %q: %s", words, got, messages(r))
		}
	}
	for _, words := range [][]string{{"lab", "--api-key", "<your key>"}, {"docker", "run", "-e", "API_KEY=your api key", "img"}} {
		if _, r := line(t, words...); len(r.Servers) != 1 || len(r.Servers[0].Secrets) != 1 || !r.Servers[0].Secrets[0].Value.Empty() {
			t.Errorf("%q is not asked for: %s", words, messages(r))
		}
	}
	for _, code := range []string{"API_TOKEN=$(cat /run/token) exec lab", "token: str = input('x')"} {
		for _, words := range [][]string{{"sh", "-c", code}, {"python3", "-c", code}, {"bash", "-lc", code}, {"docker", "run", "img", "sh", "-c", code}} {
			if got, r := line(t, words...); got != strings.Join(words[1:], " ") || !strings.Contains(messages(r), "import/maybe-secret") {
				t.Errorf("%q became %q: %s", words, got, messages(r))
			}
		}
	}
	for _, words := range [][]string{{"lab", "--token", "Bearer ${T}"}, {"lab", "--token", `"${T}"`}, {"lab", "--note", "my pass word"}, {"lab", "--token-file", "/a b"}} {
		if got, r := line(t, words...); got == "" || strings.Contains(got, "${secret:") {
			t.Errorf("%q became %q: %s", words, got, messages(r))
		}
	}
}

// SPEC S13: digests, versions and ids are ordinary in an argument and stay; what
// looks random is told.
func TestOrdinaryArgumentsStay(t *testing.T) {
	for _, words := range [][]string{
		{"docker", "run", "img@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"},
		{"uvx", "--from", "git+https://x.example/a@0123456789abcdef0123456789abcdef01234567", "a"},
		{"npx", "-y", "@modelcontextprotocol/server-filesystem@2026.8.31", "/tmp"}, {"lab", "--token-file", "/run/x"}, {"lab", "--auth", "oauth2"},
		{"lab", "--key", "/etc/key.pem"}, {"lab", "-v", "--", "x y"},
	} {
		if got, r := line(t, words...); got != strings.Join(words[1:], " ") {
			t.Errorf("%q became %q: %s", words, got, messages(r))
		}
	}
	got, r := line(t, "lab", "123e4567-e89b-12d3-a456-426614174000")
	if strings.Contains(got, "$") || !strings.Contains(messages(r), "import/maybe-secret") {
		t.Errorf("%q: %s", got, messages(r))
	}
}

// SPEC S6, S13: env and headers give their secrets away by look or by name; what
// is to be filled in is asked for; the scheme of a header stays readable.
func TestSecretsLeaveVariablesAndHeaders(t *testing.T) {
	piece := []byte(`{"mcpServers": {
		"lab": {"command": "x", "env": {"API_KEY": "abc", "MODE": "fast", "DB": "postgres://me:p4ss@h/x", "T": "ghp_abcdefghijkl", "EMPTY_KEY": "",
			"SECOND_TOKEN": "<your token>", "OTHER": "$LAB_OTHER", "MIX_KEY": "a-${X}-b", "PORT": 80, "ON": true, "SAME_KEY": "abc", "D_TOKEN": "${X:-abc}"}},
		"web": {"url": "https://w.example/mcp", "headers": {"Authorization": "Token abc", "X-Api-Key": "k", "Accept-Language": "de", "X-T": "Bearer ${T}"}}}}`)
	r := Import(piece, "", "")
	sound(t, piece, r)
	lab := r.server(t, "lab")
	for name, want := range map[string]string{"API_KEY": "${secret:lab/API_KEY}", "MODE": "fast", "DB": "${secret:lab/DB}", "T": "${secret:lab/T}", "EMPTY_KEY": "",
		"SECOND_TOKEN": "${secret:lab/SECOND_TOKEN}", "OTHER": "${env:LAB_OTHER}", "MIX_KEY": "${secret:lab/MIX_KEY}${env:X}${secret:lab/MIX_KEY_2}",
		"PORT": "80", "ON": "true", "SAME_KEY": "${secret:lab/API_KEY}", "D_TOKEN": "${secret:lab/API_KEY}"} {
		if got := lab.env(name); got != want {
			t.Errorf("%s became %q, want %q", name, got, want)
		}
	}
	if s, ok := lab.secret("lab/SECOND_TOKEN"); !ok || !s.Value.Empty() {
		t.Errorf("a placeholder is stored: %+v", s)
	}
	for i, want := range []string{"Token ${secret:web/TOKEN}", "${secret:web/X_API_KEY}", "de", "Bearer ${env:T}"} {
		if got := r.server(t, "web").Server.Headers[i].Value.Reveal(); got != want {
			t.Errorf("header %d became %q, want %q", i, got, want)
		}
	}
}

// SPEC S8, S9: a secret where usher has no place for one refuses its entry, and
// the message does not hold it.
func TestSecretsWithoutAPlaceRefuse(t *testing.T) {
	for _, entry := range []string{
		`{"url": "https://w.example/mcp?api_key=abcdef1"}`, `{"url": "https://me:abcdef1@w.example/mcp"}`, `{"url": "https://w.example/sk-abcdef1abcdef1"}`,
		`{"command": "/bin/sk-abcdef1abcdef1"}`, `{"command": "x", "cwd": "/sk-abcdef1abcdef1"}`, `{"command": "x", "env": {"API_KEY": "abcdef1\nabcdef1"}}`,
		`{"command": "x", "env": {"sk-abcdef1abcdef1": "1"}}`, `{"command": "x", "env": ["API_KEY=abcdef1"]}`, `{"url": "https://w.example/", "tokenEnv": "sk-abcdef1abcdef1"}`,
		`{"url": "https://w.example/", "headers": {"sk-abcdef1abcdef1": "1"}}`,
	} {
		piece := []byte(`{"lab": ` + entry + `}`)
		r := Import(piece, "", "")
		sound(t, piece, r)
		if len(r.Servers) != 0 || strings.Contains(messages(r), "abcdef1") {
			t.Errorf("%s: %d servers, %s", entry, len(r.Servers), messages(r))
		}
	}
	piece := []byte(`{"lab": {"url": "https://w.example/", "oauth": {"clientId": "me", "clientSecret": "abcdef1", "scopes": ["a", "b"]}}, "sk-abcdef1abcdef1": {"command": 1}}`)
	r := Import(piece, "", "")
	if s := r.server(t, "lab").Server; s.OAuth.ClientID != "me" || len(s.OAuth.Scopes) != 2 || strings.Contains(messages(r), "abcdef1") {
		t.Errorf("%+v: %s", s.OAuth, messages(r))
	}
}
