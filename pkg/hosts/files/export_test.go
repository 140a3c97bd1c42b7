package files

import (
	"slices"
	"strings"
	"testing"
	"time"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/redact"
	"usher/pkg/sandbox"
)

func rulesOf(problems []fault.Problem) string {
	var out []string
	for _, p := range problems {
		out = append(out, p.Severity.String()+" "+p.Rule)
	}
	return strings.Join(out, ", ")
}

// SPEC S13: what is written into a client's file is, read back by import, the same server.
func TestWhatIsExportedIsReadBackTheSame(t *testing.T) {
	off := sandbox.Reach{Off: true}
	for _, i := range Catalogue() {
		local := mcp.Server{Command: "/opt/docs", Args: []string{"--a b", "ä\"\\", "-x=1"}, Reach: off,
			Env: []mcp.EnvVar{{Name: "MODE", Value: redact.New("fast: # no")}, {Name: "N", Value: redact.New("12")}}}
		if i.Client == Kkss {
			local.Env = []mcp.EnvVar{{Name: "MODE", Passed: true}}
		}
		remote := mcp.Server{URL: "https://docs.example/mcp", Headers: []mcp.Header{{Name: "X-Team", Value: redact.New("blue")}}}
		if i.Client == Kkss {
			remote.Headers = nil
		}
		for what, s := range map[string]mcp.Server{"local": local, "remote": remote} {
			e, problems := Export(i, s, "docs")
			if what == "remote" && i.Shape.URL == "" {
				if !e.Empty() || rulesOf(problems) != "error export/remote" {
					t.Errorf("%s: %v", i.Client, problems)
				}
				continue
			}
			if e.Empty() || len(problems) > 0 {
				t.Errorf("%s, %s: %v", i.Client, what, problems)
				continue
			}
			data, err := i.Put("f", nil, e)
			if err != nil {
				t.Errorf("%s, %s: %v", i.Client, what, err)
				continue
			}
			r := Import(data, i.Client, i.Files("linux", "/home/me", none).any())
			if len(r.Servers) != 1 || len(r.Servers[0].Secrets) > 0 || string(r.Servers[0].Server.ID) != "docs" {
				t.Errorf("%s, %s: %v from\n%s", i.Client, what, r.All(), data)
				continue
			}
			got := r.Servers[0].Server
			if got.Command != s.Command || !slices.Equal(got.Args, s.Args) || got.URL != s.URL || !slices.Equal(got.Env, s.Env) || !slices.Equal(got.Headers, s.Headers) || got.Disabled {
				t.Errorf("%s, %s: another server is read back: %+v from\n%s", i.Client, what, got, data)
			}
		}
	}
}

// any is one of a client's files.
func (f Files) any() string {
	for _, list := range [][]string{f.User, f.Project} {
		if len(list) > 0 {
			return list[0]
		}
	}
	return ""
}

// SPEC S13, E3: what the client cannot express is said, and no secret is written.
func TestWhatTheClientCannotExpressIsSaid(t *testing.T) {
	value := func(s string) redact.Value { return redact.New(s) }
	const key = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"
	env := func(name, s string) mcp.Server {
		return mcp.Server{Command: "x", Reach: sandbox.Reach{Off: true}, Env: []mcp.EnvVar{{Name: "NAME", Value: value(s)}}}
	}
	for _, c := range []struct {
		client Client
		server mcp.Server
		rules  string
		in     string // what the file then holds
	}{
		{Cursor, env("", "${secret:docs/KEY}"), "warning export/secret", ""},
		{Cursor, env("", key), "warning export/secret", ""},
		{Cursor, env("", "a ${env:HOME}/b"), "", `"NAME": "a ${env:HOME}/b"`},
		{ClaudeCode, env("", "${env:HOME:-/x}"), "", `"NAME": "${HOME:-/x}"`},
		{Cursor, env("", "${env:HOME:-/x}"), "warning export/variable", ""},
		{Gemini, env("", "${env:HOME}x"), "", `"NAME": "${HOME}x"`},
		{Gemini, env("", "costs $FIVE"), "error export/variable", ""},
		{Cursor, env("", "costs $FIVE"), "", `"NAME": "costs $FIVE"`},
		{Crush, env("", "${env:HOME}x"), "warning export/variable", ""},
		{Crush, env("", "${env:HOME}/x"), "", `"NAME": "$HOME/x"`},
		{OpenCode, env("", "${env:HOME}"), "", `"NAME": "{env:HOME}"`},
		{VSCode, env("", "${workspace}/a"), "", `"NAME": "${workspaceFolder}/a"`},
		{Zed, env("", "${workspace}/a"), "warning export/variable", ""},
		{Zed, mcp.Server{Command: "x", Args: []string{"${workspace}"}, Reach: sandbox.Reach{Off: true}}, "error export/variable", ""},
		{Zed, mcp.Server{Command: "x", Args: []string{"--token", key}, Reach: sandbox.Reach{Off: true}}, "error export/secret", ""},
		{Zed, mcp.Server{Command: "x", Args: []string{"--token=${secret:a/B}"}, Reach: sandbox.Reach{Off: true}}, "error export/variable", ""},
		{Zed, mcp.Server{Command: "x"}, "warning export/sandbox", ""},
		{Zed, mcp.Server{Command: "x", Protocol: "2026-07-28", Reach: sandbox.Reach{Off: true}}, "note export/protocol", ""},
		{Zed, mcp.Server{Command: "x", Cwd: "/a", Reach: sandbox.Reach{Off: true}}, "error export/cwd", ""},
		{Codex, mcp.Server{Command: "x", Cwd: "/a", Timeout: 1500 * time.Millisecond, Disabled: true, Reach: sandbox.Reach{Off: true}}, "", "cwd = \"/a\"\nenabled = false\nstartup_timeout_sec = 2\n"},
		{Codex, mcp.Server{Command: "x", Env: []mcp.EnvVar{{Name: "A", Passed: true}}, Reach: sandbox.Reach{Off: true}}, "", `env_vars = ["A"]`},
		{Zed, mcp.Server{Command: "x", Env: []mcp.EnvVar{{Name: "A", Passed: true}}, Reach: sandbox.Reach{Off: true}}, "warning export/env", ""},
		{Cursor, mcp.Server{Command: "x", Disabled: true, Reach: sandbox.Reach{Off: true}}, "error export/disabled", ""},
		{OpenCode, mcp.Server{Command: "x", Disabled: true, Reach: sandbox.Reach{Off: true}}, "", `"enabled": false`},
		{Cursor, mcp.Server{Package: mcp.Package{Kind: "npm", Spec: "a@1.0.0"}}, "error export/package", ""},
		{Cursor, mcp.Server{URL: "https://a.example/mcp", TokenEnv: "TOKEN"}, "", `"Authorization": "Bearer ${env:TOKEN}"`},
		{Codex, mcp.Server{URL: "https://a.example/mcp", TokenEnv: "TOKEN"}, "", `bearer_token_env_var = "TOKEN"`},
		{Zed, mcp.Server{URL: "https://a.example/mcp", TokenEnv: "TOKEN"}, "warning export/token", ""},
		{Zed, mcp.Server{URL: "https://a.example/mcp", OAuth: mcp.OAuth{Scopes: []string{"read"}}}, "warning export/oauth", ""},
		{Cursor, mcp.Server{URL: "https://a.example/mcp", Headers: []mcp.Header{{Name: "Authorization", Value: value("Bearer " + key)}}}, "warning export/secret", ""},
		{Cursor, mcp.Server{URL: "https://a.example/mcp?token=" + key}, "error export/secret", ""},
	} {
		i, _ := Find(c.client)
		e, problems := Export(i, c.server, "docs")
		if got := rulesOf(problems); got != c.rules || e.Empty() != strings.Contains(c.rules, "error") {
			t.Errorf("%s %+v: %q, %v", c.client, c.server, got, problems)
		}
		for _, p := range problems {
			if strings.Contains(p.String()+p.Hint, key) {
				t.Errorf("a secret is said: %v", p)
			}
		}
		if e.Empty() {
			continue
		}
		data, err := i.Put("f", nil, e)
		if err != nil || strings.Contains(string(data), key) || !strings.Contains(string(data), c.in) {
			t.Errorf("%s: %v, %s", c.client, err, data)
		}
	}
	code, _ := Find(ClaudeCode)
	if e, problems := Export(code, gatewayServer, "workspace"); !e.Empty() || len(problems) == 0 {
		t.Error("a name of the client's own is taken")
	}
}

func FuzzPutAndTake(f *testing.F) {
	clients := []Client{Cursor, Kkss, Codex, Vibe, Goose, Continue}
	for n, c := range clients {
		i, _ := Find(c)
		for _, text := range samples(f, i) {
			f.Add(uint8(n), text)
		}
		f.Add(uint8(n), "")
	}
	f.Fuzz(func(t *testing.T, n uint8, text string) {
		i, _ := Find(clients[int(n)%len(clients)])
		e := gatewayEntry(t, i)
		put, err := i.Put("f", []byte(text), e)
		if err != nil {
			return
		}
		if p, err := i.Look("f", put, e); p != Exact || err != nil {
			t.Fatalf("%s, %v: %q", p, err, put)
		}
		if again, err := i.Put("f", put, e); err != nil || string(again) != string(put) {
			t.Fatalf("%v: %q", err, again)
		}
		if back, found, err := i.Take("f", put, "usher"); err == nil {
			if p, err := i.Look("f", back, e); !found || p != Missing || err != nil {
				t.Fatalf("%v, %s, %v: %q", found, p, err, back)
			}
		}
	})
}
