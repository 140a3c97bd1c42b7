package mcp

import (
	"os"
	"slices"
	"strings"
	"testing"

	"usher/pkg/names"
)

func parseCase(t *testing.T, name string, r Rules) File {
	t.Helper()
	data, err := os.ReadFile("testdata/cases/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if r.GOOS == "" {
		r.GOOS = "linux"
	}
	f := ParseFile(data, Source{Path: name}, r)
	placed(t, name, f)
	return f
}

func ids(f File) string {
	var out []string
	for _, s := range f.Servers {
		out = append(out, string(s.ID))
	}
	return strings.Join(out, " ")
}

func droppedRules(f File) string {
	var out []string
	for _, d := range f.Dropped {
		out = append(out, d.ID+":"+strings.TrimPrefix(d.Problem.Rule, "mcp/"))
	}
	return strings.Join(out, " ")
}

// The reported cases: what loads, what is dropped by which rule, what a message says.
func TestReportedCases(t *testing.T) {
	yours, folder := Rules{Layer: "yours"}, Rules{Layer: "project", Project: true}
	for _, c := range []struct {
		name, loads, drops string
		rules              Rules
		says               []string
	}{
		{"config-01-comments/mcp.json", "good", "", yours, nil},
		{"config-03-bom/mcp.json", "good", "", yours, nil},
		{"config-06-duplicate-ids/mcp.json", "lab", "lab:duplicate-id", yours, []string{`"lab"`, "line 3"}},
		{"config-07-one-bad-entry/mcp.json", "good", ":bad-type :null :bad-type nocmd:neither", yours,
			[]string{"servers[1]", "servers[2]", "servers[3]", `server "nocmd"`}},
		{"config-09-unknown-fields/mcp.json", "", "a:unknown-key b:key-case c:unknown-key", yours,
			[]string{"environment", `"env"`, "tokenenv", `"tokenEnv"`, "alwaysAllow"}},
		{"config-10-env-types/mcp.json", "good", "map:secret-in-project str:bad-type num:bad-type bad:bad-env-name", folder,
			[]string{"a project file cannot hold a secret", `"A=…"`, `""`, `"MY VAR"`, `"1X"`}},
		{"config-10-env-types/mcp.json", "good map", "str:bad-type num:bad-type bad:bad-env-name", yours, nil},
		{"config-12-both-or-neither/mcp.json", "good", "both:both none:neither", yours, []string{"command or a url, not both"}},
		{"config-13-windows-backslashes/mcp2.json", "", "b:control-char", yours, []string{`"C:\nvm4w\tools\node.exe"`, "written twice"}},
		{"config-15-reserved-ids/mcp.json", "app-2 cads", "cad:reserved-id mesh:reserved-id kratos:reserved-id pdf:reserved-id app:reserved-id mcp:reserved-id",
			yours, []string{"reserved"}},
		{"config-16-url-rules/mcp.json", "", "u0:url u1:url u2:url u3:user-info u4:url u5:url u6:url u7:url", yours, nil},
		{"config-22-tilde-in-args/mcp.json", "fs", "", yours, []string{"args[1]", "args[2]", "as they are"}},
		{"gate-03-look-alikes/mcp.json", "acme", "", yours, nil},
		{"import-04-partial-and-names/snippet.json", "lab ok ok-two", ":bad-id cad:reserved-id", yours, []string{"My Server", `"my-server"`}},
		{"import-06-disabled-cwd-timeout/snippet.json", "erp erp-old", "", yours, []string{"timeout", "old SSE"}},
		{"import-06-disabled-cwd-timeout/snippet.json", "erp-old", "erp:secret-in-project", folder, []string{"env.ERP_PASS"}},
		{"import-07-var-forms/snippet.json", "", "a:no-expansion b:reference", yours, []string{"args[2]", "args[3]", "args[1] holds ~ or $"}},
		{"import-09-transport-words/snippet.json", "a b e", "c:transport d:unknown-key f:transport g:neither h:unknown-key", yours, []string{"old SSE", "web socket", `"type"`}},
		{"server-30-environment/mcp.json", "acme", "", folder, nil},
		{"sandbox-03-reach/mcp.json", "acme", "", yours, nil},
	} {
		f := parseCase(t, c.name, c.rules)
		if f.Unusable || ids(f) != c.loads || droppedRules(f) != c.drops {
			t.Errorf("%s as %s: loads %q drops %q, want %q and %q\n%s", c.name, c.rules.Layer, ids(f), droppedRules(f), c.loads, c.drops, text(f))
		}
		for _, w := range c.says {
			if !strings.Contains(text(f), w) {
				t.Errorf("%s: no message says %q\n%s", c.name, w, text(f))
			}
		}
		if strings.Contains(text(f), "not-real") {
			t.Errorf("%s: a value stands in a message\n%s", c.name, text(f))
		}
	}
}

// config-04, -13, -18, import-01, -03: a file of no shape is refused as a whole, saying why.
func TestReportedFilesThatAreRefused(t *testing.T) {
	for name, says := range map[string]string{
		"config-04-utf16/mcp.json":               "UTF-16",
		"config-13-windows-backslashes/mcp.json": `\\`,
		"config-18-root-and-size/empty.json":     "expected an object",
		"config-18-root-and-size/blank.json":     "expected an object",
		"config-18-root-and-size/root-null.json": "expected an object",
		"config-18-root-and-size/root-list.json": "expected an object",
		"config-18-root-and-size/root-text.json": "expected an object",
		"gate-03-look-alikes/ids.json":           "expected an object",
		"import-01-command-array/snippet.json":   `"mcp"`,
		"import-03-nested-shapes/nested.json":    `"mcp"`,
		"import-03-nested-shapes/both.json":      "both",
		"import-03-nested-shapes/inputs.json":    `"inputs"`,
	} {
		f := parseCase(t, name, Rules{Layer: "yours"})
		if !f.Unusable || len(f.Servers)+len(f.Dropped) != 0 || !strings.Contains(text(f), says) {
			t.Errorf("%s: unusable %v, want a message with %q\n%s", name, f.Unusable, says, text(f))
		}
	}
}

// SPEC S7: ${NAME} and ${NAME:-default} are ${env:…} in the mcpServers shape.
func TestOtherAppsVariablesReadAsEnv(t *testing.T) {
	s := own(theirs(`"command":"x","args":["a${A}b","${B:-c}"],"env":{"K":"${C:-}"}`)).Servers[0]
	if !slices.Equal(s.Args, []string{"a${env:A}b", "${env:B:-c}"}) || s.Env[0].Value.Reveal() != "${env:C:-}" {
		t.Errorf("%q %q", s.Args, s.Env[0].Value.Reveal())
	}
	if !slices.Equal(s.EnvNames(), []names.EnvName{"A", "B", "C"}) {
		t.Errorf("reads %v", s.EnvNames())
	}
}

// SPEC S2, gate-03: no id that is, or looks like, a reserved or a machine's one.
func TestIDsThatNobodyMayTake(t *testing.T) {
	machine := Rules{Layer: "yours", Reserved: []names.ServerID{"corp"}}
	for _, c := range []struct{ id, rule, readable string }{
		{"usher", "mcp/reserved-id", "usher"},
		{"аpp", "mcp/reserved-id", ""},
		{"cad\u200b", "mcp/reserved-id", ""},
		{"KRATOS", "mcp/reserved-id", ""},
		{"ｐｄｆ", "mcp/reserved-id", ""},
		{"corp", "mcp/reserved-id", "corp"},
		{"ϲorp", "mcp/reserved-id", ""},
		{"Corp", "mcp/reserved-id", ""},
		{"--force", "mcp/bad-id", ""},
		{"", "mcp/bad-id", ""},
		{"a__b", "mcp/bad-id", ""},
	} {
		for _, data := range []string{`{"servers":[{"id":"` + c.id + `","command":"x"}]}`, `{"mcpServers":{"` + c.id + `":{"command":"x"}}}`} {
			f := ParseFile([]byte(data), Source{Path: "mcp.json"}, machine)
			if len(f.Servers) != 0 || len(f.Dropped) != 1 || f.Dropped[0].Problem.Rule != c.rule || f.Dropped[0].ID != c.readable {
				t.Errorf("%s: %+v\n%s", data, f.Dropped, text(f))
			}
		}
	}
}

// config-06: the first entry of an id stands, also where it does not load: which
// of two was meant is not for usher to guess.
func TestRepeatedIDIsDroppedEvenBehindABadOne(t *testing.T) {
	f := own(`{"servers":[{"id":"lab"},{"id":"lab","command":"x"},{"id":"lab","command":"y"}]}`)
	if ids(f) != "" || droppedRules(f) != "lab:neither lab:duplicate-id lab:duplicate-id" {
		t.Errorf("loads %q, drops %q", ids(f), droppedRules(f))
	}
}
