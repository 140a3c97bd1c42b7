package files

import (
	"slices"
	"strings"
	"testing"
	"time"
	"usher/pkg/names"
)

// SPEC S9, S13: a pasted piece of any shape is read.
func TestPiecesOfEveryShape(t *testing.T) {
	for piece, ids := range map[string]string{
		`{"command": "npx", "args": ["-y", "@scope/lab-server@1.2.3"]}`:                                         "lab-server?",
		`{"url": "https://mcp.lab.example/mcp"}`:                                                                "lab?",
		`{"url": "http://127.0.0.1:80/mcp"}`:                                                                    "server?",
		`{"name": "Lab", "command": "x"}`:                                                                       "lab",
		`"lab": {"command": "x"}`:                                                                               "lab",
		`"mcpServers": {"lab": {"command": "x"}},`:                                                              "lab",
		`{"lab": {"command": "x"}, "web": {"url": "https://w.example/"}}`:                                       "lab web",
		`[{"id": "lab", "command": "x"}, {"name": "web", "url": "https://w.example/"}]`:                         "lab web",
		"\xef\xbb\xbf{\r\n\"mcpServers\": {\"lab\": {\"command\": \"x\"},}, // end\r\n}\r\n":                    "lab",
		`{"mcp": {"mcpServers": {"lab": {"command": "x"}}}}`:                                                    "lab",
		`{"amp": {"mcpServers": {"lab": {"command": "x"}}}}`:                                                    "lab",
		`{"context_servers": {"lab": {"source": "custom", "command": {"path": "x", "args": ["a"]}}}}`:           "lab",
		`{"mcp.servers": {"lab": {"command": "x"}}}`:                                                            "lab",
		"[mcp_servers.lab]\ncommand = \"x\"\n":                                                                  "lab",
		"[[mcp_servers]]\nname = \"lab\"\ncommand = \"x\"\n":                                                    "lab",
		"mcp_servers.lab.command = 'x'\n":                                                                       "lab",
		"[mcp_servers]\nlab = { command = 'x', args = ['a', 'b'] }\n":                                           "lab",
		"[lab]\ncommand = 'x'\n":                                                                                "lab",
		"mcpServers:\n  - name: lab\n    command: x\n":                                                          "lab",
		"mcpServers:\n  lab:\n    command: x\n":                                                                 "lab",
		"mcp_servers:\n  lab: {command: x, args: [1, true]}\n":                                                  "lab",
		"---\nextensions:\n  lab: {type: stdio, cmd: x}\n":                                                      "lab",
		"lab:\n  command: x\n":                                                                                  "lab",
		`{"mcpServers": {}}`:                                                                                    "",
		`{"mcpServers": {"cad": {"command": "x"}, "lab": {"command": "x"}, "_off": 1, "$c": {"command": "x"}}}`: "lab",
	} {
		r := Import([]byte(piece), "", "")
		sound(t, []byte(piece), r)
		var got []string
		for _, f := range r.Servers {
			id := string(f.Server.ID)
			if f.Unnamed {
				id += "?"
			}
			got = append(got, id)
		}
		if strings.Join(got, " ") != ids || r.Unusable {
			t.Errorf("%q gave %q, want %q: %s", piece, got, ids, messages(r))
		}
	}
}

// SPEC S13: an unknown document is one clear message: what was found, what is understood.
func TestUnknownDocumentsSaySo(t *testing.T) {
	for piece, want := range map[string]string{
		`{"editor.fontSize": 12, "theme": {}}`: `its top keys are "editor.fontSize", "theme"`,
		`{"mcp": {"allowed": ["docs"]}}`:       `its top keys are "mcp"`,
		`{"extensions": ["a.b"]}`:              "extensions",
		`"just a text"`:                        "neither JSON",
		"hello there":                          "neither JSON nor TOML nor YAML",
		"":                                     "neither JSON nor TOML nor YAML",
		"a = 1\n":                              `its top keys are "a"`,
		"a: 1\n":                               `its top keys are "a"`,
		`{"mcpServers": 7}`:                    "must be a table or a list",
	} {
		r := Import([]byte(piece), "", "")
		sound(t, []byte(piece), r)
		if n := len(r.Problems); n != 1 || len(r.Servers) > 0 || !strings.Contains(r.Problems[0].Message, want) {
			t.Errorf("%q: %s", piece, messages(r))
		}
	}
}

// SPEC S2: names become ids; exact ones come first, reserved ones are refused.
func TestNamesBecomeIDs(t *testing.T) {
	piece := `{"mcpServers": {"my server": {"command": "a"}, "my-server": {"command": "b"}, "21st.dev/magic": {"command": "c"},
		"github.com/modelcontextprotocol/servers/tree/main/src/github": {"command": "d"}, "天气": {"command": "e"}, "MCP": {"command": "f"},
		"сad": {"command": "g"}, "` + strings.Repeat("x", 40) + `": {"command": "h"}, "": {"command": "i"}, "camelCase_x": {"command": "j"}}}`
	r := Import([]byte(piece), "", "")
	sound(t, []byte(piece), r)
	for id, command := range map[string]string{"my-server-2": "a", "my-server": "b", "server-21st-dev-magic": "c", "github": "d", "server": "e",
		strings.Repeat("x", 32): "h", "camelcase-x": "j"} {
		if f := r.server(t, id); f.Server.Command != command {
			t.Errorf("%s is %s", id, f.Server.Command)
		}
	}
	r.refused(t, "MCP", "import/reserved-id")
	r.refused(t, "сad", "import/reserved-id")
	r.refused(t, "", "import/bad-id")
	twice := Import([]byte(`{"servers": [{"id": "a", "command": "x"}, {"id": "a", "command": "y"}]}`), "", "")
	if twice.refused(t, "a", "import/duplicate-id"); twice.server(t, "a").Server.Command != "x" {
		t.Error("the second of two stands")
	}
}

// SPEC S7: the variables of other apps in usher's form.
func TestVariablesInUshersForm(t *testing.T) {
	for _, c := range []struct {
		from       Client
		text, want string
	}{
		{"", "${X}", "${env:X}"}, {"", "${X:-dev}", "${env:X:-dev}"}, {"", "${env:X}/a", "${env:X}/a"}, {"", "$X/y", "$X/y"},
		{"", "${workspaceFolder}/a", "${workspace}/a"}, {"", "${workspace}", "${workspace}"}, {"", "${userHome}", "${env:HOME}"},
		{Gemini, "$X_1-b", "${env:X_1}-b"}, {Gemini, "100$", "100$"}, {Crush, "a$X", "a${env:X}"},
		{OpenCode, "{env:X}", "${env:X}"}, {"", "{env:X}", "{env:X}"}, {"", "{a: 1}", "{a: 1}"},
		{"", "${{ secrets.MY-KEY }}", "${secret:lab/MY_KEY}"}, {"", "${input:a b}", "${secret:lab/A_B}"}, {"", "${secret:X}", "${secret:X}"},
	} {
		piece := `{"lab": {"command": "x", "args": ["` + c.text + `"]}}`
		r := Import([]byte(piece), c.from, "")
		sound(t, []byte(piece), r)
		if got := r.server(t, "lab").Server.Args[0]; got != c.want {
			t.Errorf("%s %q became %q, want %q", c.from, c.text, got, c.want)
		}
	}
	for _, bad := range []string{"${", "${}", "${X", "${a:b}", "${X:-${Y}}", "${{ x }}", "${{ secrets.X }", "${file:/x}", "${secret:a b}", "${secret:other/X}", "${/}"} {
		if r := Import([]byte(`{"lab": {"command": "x", "args": ["`+bad+`"]}}`), "", ""); len(r.Servers) != 0 {
			t.Errorf("%q is imported as %q", bad, r.Servers[0].Server.Args)
		}
	}
	for from, bad := range map[Client]string{OpenCode: "{file:/x}", Crush: "$(cat x)"} {
		if r := Import([]byte(`{"lab": {"command": "x", "args": ["`+bad+`"]}}`), from, ""); len(r.Servers) != 0 {
			t.Errorf("%q is imported", bad)
		}
	}
	for _, entry := range []string{`{"command": "${X}"}`, `{"command": "x", "cwd": "${workspaceFolder}"}`, `{"url": "https://${HOST}/mcp"}`, `{"command": "~/x"}`} {
		if r := Import([]byte(`{"lab": `+entry+`}`), "", ""); len(r.Servers) != 0 {
			t.Errorf("%s is imported", entry)
		}
	}
}

// SPEC S5: the ways of naming variables, alone and mixed.
func TestNamesOfVariables(t *testing.T) {
	piece := "[mcp_servers.a]\ncommand = 'x'\nenv_vars = ['A', {name = 'B', source = 'local'}]\n[mcp_servers.b]\ncommand = 'x'\nenv = {C = 'c'}\nenv_vars = ['A']\n" +
		"[mcp_servers.c]\nurl = 'https://c.example/mcp'\nbearer_token_env_var = 'TOKEN'\nenv_http_headers = {X-Key = 'KEY'}\n"
	r := Import([]byte(piece), "", "")
	sound(t, []byte(piece), r)
	a, b, c := r.server(t, "a"), r.server(t, "b"), r.server(t, "c").Server
	if a.env("A") != "passed" || a.env("B") != "passed" || b.env("A") != "${env:A}" || b.env("C") != "c" {
		t.Errorf("%+v %+v", a.Server.Env, b.Server.Env)
	}
	if c.TokenEnv != "TOKEN" || c.Headers[0].Value.Reveal() != "${env:KEY}" {
		t.Errorf("%+v", c)
	}
}

// SPEC S5: a code-loading variable is kept for the person to allow, and said so.
func TestCodeLoadingVariablesWaitForAPerson(t *testing.T) {
	piece := `{"lab": {"command": "x", "env": {"NODE_OPTIONS": "--trace", "A": "1"}}}`
	r := Import([]byte(piece), "", "")
	sound(t, []byte(piece), r)
	if f := r.server(t, "lab"); !slices.Equal(f.AllowEnv, []names.EnvName{"NODE_OPTIONS"}) || !strings.Contains(messages(r), "--allow-env NODE_OPTIONS") {
		t.Errorf("%+v: %s", f, messages(r))
	}
	if r := Import([]byte(`{"lab": {"command": "x", "env": {"NODE_OPTIONS": "--require /tmp/sk-aaaaaaaaaaaa"}}}`), "", ""); len(r.Servers) != 0 {
		t.Error("what loads code is hidden as a secret")
	}
}

// SPEC S3: time-outs of a start are taken over in their own unit, those of a call are told.
func TestTimeouts(t *testing.T) {
	for _, c := range []struct {
		from  Client
		field string
		want  time.Duration
	}{
		{Codex, `"startup_timeout_sec": 12.5`, 12500 * time.Millisecond}, {Codex, `"startup_timeout_ms": 700`, 700 * time.Millisecond},
		{Codex, `"tool_timeout_sec": 60`, 0}, {Gemini, `"timeout": 600000`, 0}, {OpenCode, `"timeout": 5000`, 5 * time.Second},
		{Kaitoi, `"timeoutMs": 3000`, 3 * time.Second}, {"", `"timeout": "60"`, 0}, {"", `"timeoutMs": 1e400`, 0}, {"", `"timeoutMs": 7`, 0}, {"", `"timeoutMs": -7`, 0},
	} {
		r := Import([]byte(`{"lab": {"command": "x", `+c.field+`}}`), c.from, "")
		if got := r.server(t, "lab").Server.Timeout; got != c.want || c.want == 0 && !strings.Contains(messages(r), "import/timeout") {
			t.Errorf("%s became %v: %s", c.field, got, messages(r))
		}
	}
}
