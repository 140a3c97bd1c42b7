package files

import (
	"slices"
	"strings"
	"testing"
)

func importCase(t *testing.T, path string) Report {
	t.Helper()
	data := bytesOf(t, "../../mcp/testdata/cases/"+path)
	r := Import(data, "", "")
	sound(t, data, r)
	return r
}

// import-01: a command list, environment, enabled and remote of opencode.
func TestCaseCommandArray(t *testing.T) {
	r := importCase(t, "import-01-command-array/snippet.json")
	docs := r.server(t, "docs")
	if s := docs.Server; s.Command != "npx" || !slices.Equal(s.Args, []string{"-y", "fake-docs@1.2.3"}) || !s.Disabled {
		t.Errorf("docs became %+v", s)
	}
	if s, ok := docs.secret("docs/DOCS_KEY"); !ok || s.Value.Reveal() != "not-a-real-key" || s.Field != "env.DOCS_KEY" {
		t.Errorf("the key became %+v", docs.Secrets)
	}
	if web := r.server(t, "web").Server; web.URL != "https://lab.example/mcp" || web.Disabled {
		t.Errorf("web became %+v", web)
	}
}

// import-03: mcp.servers, servers with inputs, and two roots at once.
func TestCaseNestedShapes(t *testing.T) {
	lab := importCase(t, "import-03-nested-shapes/inputs.json").server(t, "lab")
	if s, ok := lab.secret("lab/KEY"); !ok || !s.Value.Empty() || lab.env("K") != "${secret:lab/KEY}" {
		t.Errorf("${input:key} became %q, %+v", lab.env("K"), lab.Secrets)
	}
	importCase(t, "import-03-nested-shapes/nested.json").server(t, "lab")
	both := importCase(t, "import-03-nested-shapes/both.json")
	both.server(t, "a")
	both.server(t, "b")
	if !strings.Contains(messages(both), "import/shapes") {
		t.Error("nobody says that there are two roots")
	}
}

// import-04: a report for each; one with a space is renamed, a reserved one refused.
func TestCasePartialAndNames(t *testing.T) {
	r := importCase(t, "import-04-partial-and-names/snippet.json")
	if my := r.server(t, "my-server"); !my.Renamed || my.Name != "My Server" || !strings.Contains(messages(r), `called "My Server"`) {
		t.Errorf("My Server became %+v", my)
	}
	r.refused(t, "cad", "import/reserved-id")
	for _, id := range []string{"lab", "ok", "ok-two"} {
		if r.server(t, id).Renamed {
			t.Errorf("%s is renamed", id)
		}
	}
}

// import-06: disabled and cwd stay, the password moves out, timeout and /sse are told.
func TestCaseDisabledCwdTimeout(t *testing.T) {
	r := importCase(t, "import-06-disabled-cwd-timeout/snippet.json")
	erp := r.server(t, "erp")
	if s := erp.Server; !s.Disabled || s.Cwd != "D:/Work/erp" || erp.env("ERP_USER") != "robot" || erp.env("ERP_PASS") != "${secret:erp/ERP_PASS}" {
		t.Errorf("erp became %+v", s)
	}
	old := r.server(t, "erp-old")
	if old.Server.Timeout != 0 || !strings.Contains(messages(r), "import/timeout") || !strings.Contains(messages(r), "/sse") {
		t.Errorf("erp-old: %s", messages(r))
	}
}

// import-07: an address is never expanded, a broken variable refuses, none is sent as it stands.
func TestCaseVariableForms(t *testing.T) {
	r := importCase(t, "import-07-var-forms/snippet.json")
	if p := r.refused(t, "a", "import/reference"); !strings.Contains(p.Message, "BASE") || strings.Contains(p.Message, "lab.example") {
		t.Errorf("the address: %s", p.Message)
	}
	if p := r.refused(t, "b", "import/reference"); !strings.Contains(p.Message, "args[2]") || strings.Contains(p.Message, "A_TOKEN") {
		t.Errorf("the open variable: %s", p.Message)
	}
}

// import-09: the words for what kind of server it is.
func TestCaseTransportWords(t *testing.T) {
	r := importCase(t, "import-09-transport-words/snippet.json")
	for _, id := range []string{"a", "b", "d", "e"} {
		r.server(t, id)
	}
	for name, word := range map[string]string{"c": "old SSE", "f": "web socket", "g": "has none", "h": "has an address"} {
		if p := r.refused(t, name, "import/transport"); !strings.Contains(p.Message, word) {
			t.Errorf("%s: %s", name, p.Message)
		}
	}
	if len(r.Refused) != 4 {
		t.Errorf("%d are refused", len(r.Refused))
	}
}
