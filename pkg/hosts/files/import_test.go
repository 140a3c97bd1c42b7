package files

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/redact"
	"usher/pkg/strictjson"
)

func bytesOf(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// sound holds what is true of every report, whatever was read (SPEC M3, S6, E3).
func sound(t *testing.T, data []byte, r Report) {
	t.Helper()
	if r.Unusable && (len(r.Servers)+len(r.Refused) > 0 || !hasError(r.Problems)) {
		t.Errorf("an unusable document has servers, or no reason: %+v", r)
	}
	seen := map[string]bool{}
	for _, f := range r.Servers {
		checkFound(t, f)
		if seen[string(f.Server.ID)] {
			t.Errorf("two servers have the id %s", f.Server.ID)
		}
		seen[string(f.Server.ID)] = true
	}
	for _, f := range r.Refused {
		if !hasError(f.Problems) {
			t.Errorf("%q is refused without an error", f.Name)
		}
	}
	text := messages(r)
	for _, f := range r.Servers {
		for _, s := range f.Secrets {
			if v := s.Value.Reveal(); len(v) > 15 && strings.Contains(text, v) {
				t.Errorf("a message holds the secret %s", s.Name)
			}
		}
	}
	if strings.ContainsFunc(text, func(c rune) bool { return c < ' ' && c != '\n' || c == 0x7f || c == '\u202e' || c == '\u200b' }) {
		t.Errorf("a message moves the cursor: %q", text)
	}
}

// checkFound: the entry loads as one's own with nothing but the allowances it
// asks for, and no literal of it looks like a secret.
func checkFound(t *testing.T, f Found) {
	t.Helper()
	s := f.Server
	if left := mcp.PlainSecrets(s); len(left) > 0 {
		t.Errorf("%s still holds a secret in %v", s.ID, left)
	}
	for _, v := range s.Env {
		noLiteralSecret(t, "env."+string(v.Name), v.Value)
	}
	for _, h := range s.Headers {
		noLiteralSecret(t, "headers."+h.Name, h.Value)
	}
	if s.Reach.Off {
		t.Errorf("%s is imported without a sandbox", s.ID)
	}
	if hasError(f.Notes) {
		t.Errorf("%s is offered with an error: %v", s.ID, f.Notes)
	}
	data, err := mcp.With(nil, s)
	if err != nil {
		t.Errorf("%s cannot be saved: %v", s.ID, err)
		return
	}
	rules := mcp.Rules{Layer: "yours"}
	for _, name := range f.AllowEnv {
		rules.AllowEnv = append(rules.AllowEnv, string(name))
	}
	if again := mcp.ParseFile(data, mcp.Source{}, rules); len(again.Servers) != 1 {
		t.Errorf("%s does not load when saved: %v", s.ID, again.Problems)
	}
	for _, secret := range f.Secrets {
		if !strings.HasPrefix(string(secret.Name), string(s.ID)+"/") || !slices.Contains(s.SecretNames(), secret.Name) {
			t.Errorf("%s: the secret %s is not the server's own, or nothing names it", s.ID, secret.Name)
		}
	}
}

func noLiteralSecret(t *testing.T, field string, v redact.Value) {
	t.Helper()
	for _, piece := range strings.Split(v.Reveal(), "${") {
		if _, rest, ok := strings.Cut(piece, "}"); ok {
			piece = rest
		}
		if mcp.Secretish(piece) {
			t.Errorf("%s keeps a literal that looks like a secret", field)
		}
	}
}

func hasError(problems []fault.Problem) bool {
	return slices.ContainsFunc(problems, func(p fault.Problem) bool { return p.Severity == fault.SeverityError })
}

func messages(r Report) string {
	var b strings.Builder
	for _, p := range r.All() {
		b.WriteString(p.String() + " " + p.Hint + "\n")
	}
	return b.String()
}

// server is the server of an id, or a fatal error.
func (r Report) server(t *testing.T, id string) Found {
	t.Helper()
	for _, f := range r.Servers {
		if string(f.Server.ID) == id {
			return f
		}
	}
	t.Fatalf("no server %q: %s", id, messages(r))
	return Found{}
}

func (r Report) refused(t *testing.T, name, rule string) fault.Problem {
	t.Helper()
	for _, f := range r.Refused {
		if f.Name != name {
			continue
		}
		for _, p := range f.Problems {
			if p.Rule == rule && p.Severity == fault.SeverityError {
				return p
			}
		}
	}
	t.Errorf("%q is not refused by %s: %s", name, rule, messages(r))
	return fault.Problem{}
}

func (f Found) env(name string) string {
	for _, v := range f.Server.Env {
		if string(v.Name) == name {
			if v.Passed {
				return "passed"
			}
			return v.Value.Reveal()
		}
	}
	return ""
}

func (f Found) secret(name string) (Secret, bool) {
	i := slices.IndexFunc(f.Secrets, func(s Secret) bool { return string(s.Name) == name })
	if i < 0 {
		return Secret{}, false
	}
	return f.Secrets[i], true
}

// SPEC S13: a realistic file of every client in the catalogue is read, each in
// its own format and shape, and nothing it allows comes along.
func TestEveryClientsFileIsRead(t *testing.T) {
	for _, info := range Catalogue() {
		paths, err := filepath.Glob("testdata/clients/" + string(info.Client) + ".*")
		if err != nil || len(paths) != 1 {
			t.Errorf("%s has no file in testdata/clients", info.Client)
			continue
		}
		data := bytesOf(t, paths[0])
		for _, from := range []Client{info.Client, ""} {
			r := Import(data, from, paths[0])
			sound(t, data, r)
			if from != "" && r.Client != from {
				t.Errorf("%s is taken for %q", info.Client, r.Client)
			}
			docs := r.server(t, "docs")
			if s := docs.Server; s.Command != "npx" || !slices.Equal(s.Args, []string{"-y", "docs-mcp@1.2.3"}) || s.Disabled {
				t.Errorf("%s: docs became %+v", info.Client, s)
			}
			if key := docs.env("API_KEY"); key != "${secret:docs/API_KEY}" && info.Client != Kaitoi && info.Client != Kkss {
				t.Errorf("%s: API_KEY became %q", info.Client, key)
			}
			if url := docs.env("API_URL"); url == "" || from != "" && url == "$API_URL" {
				t.Errorf("%s: API_URL became %q", info.Client, url)
			}
			if info.Client == ClaudeDesktop {
				continue
			}
			web := r.server(t, "web").Server
			if web.URL != "https://web.example/mcp" || len(web.Headers) == 0 && web.TokenEnv == "" {
				t.Errorf("%s: web became %+v", info.Client, web)
			}
			if len(web.Headers) > 0 && web.Headers[0].Value.Reveal() != "Bearer ${secret:web/BEARER}" {
				t.Errorf("%s: the header became %q", info.Client, web.Headers[0].Value.Reveal())
			}
		}
	}
}

// SPEC S13: a client is recognised where only one writes so, and by its file's name.
func TestClientsAreRecognised(t *testing.T) {
	for name, want := range map[string]Client{"vscode.json": VSCode, "codex.toml": Codex, "zed.json": Zed, "opencode.jsonc": OpenCode, "goose.yaml": Goose,
		"continue.yaml": Continue, "amp.json": Amp, "vibe.toml": Vibe, "kkss.json": Kkss, "claude-code.json": ClaudeCode, "cursor.json": ""} {
		if r := Import(bytesOf(t, "testdata/clients/"+name), "", ""); r.Client != want {
			t.Errorf("%s is taken for %q, want %q", name, r.Client, want)
		}
	}
	data := bytesOf(t, "testdata/clients/cursor.json")
	for file, want := range map[string]Client{"/home/me/.cursor/mcp.json": Cursor, `C:\Users\me\.codeium\windsurf\mcp_config.json`: Windsurf,
		".mcp.json": "", "~/.gemini/settings.json": Gemini, "mcp.json": ""} {
		if r := Import(data, "", file); r.Client != want {
			t.Errorf("%s is taken for %q, want %q", file, r.Client, want)
		}
	}
	if r := Import(data, "netscape", ""); !r.Unusable || r.Problems[0].Rule != "import/unknown-client" {
		t.Errorf("an unknown client: %+v", r)
	}
}

// SPEC S13: what a client's file says beside the server is told, with its place.
func TestWhatIsLeftBehindIsTold(t *testing.T) {
	r := Import(bytesOf(t, "testdata/clients/gemini.json"), Gemini, "settings.json")
	for _, want := range []string{"import/approval", "import/timeout", "import/secret"} {
		i := slices.IndexFunc(r.All(), func(p fault.Problem) bool { return p.Rule == want })
		if i < 0 || r.All()[i].Line == 0 || r.All()[i].File != "settings.json" || r.All()[i].Entry == "" {
			t.Errorf("no placed message of %s: %s", want, messages(r))
		}
	}
	if p := r.All(); !slices.IsSortedFunc(p, func(a, b fault.Problem) int { return a.Line - b.Line }) {
		t.Error("the messages are not in file order")
	}
	local := Import(bytesOf(t, "testdata/clients/claude-code.json"), ClaudeCode, "").server(t, "local")
	if local.Scope != "/home/me/project" {
		t.Errorf("the local scope is %q", local.Scope)
	}
	kaitoi := Import(bytesOf(t, "testdata/clients/kaitoi.json"), Kaitoi, "").server(t, "docs").Server
	if kaitoi.Reach.Off || len(kaitoi.Reach.Read) != 1 {
		t.Errorf("the sandbox became %+v", kaitoi.Reach)
	}
	if code := Import(bytesOf(t, "testdata/clients/codex.toml"), "", "config.toml").server(t, "web").Server; code.Place != (strictjson.Place{Line: 18, Column: 14}) {
		t.Errorf("web stands at %v", code.Place)
	}
}
