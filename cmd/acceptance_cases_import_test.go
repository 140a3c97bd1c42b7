//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The import cases from real reports, from the built program: by "server import"
// and, as people paste them, by "server add --json".

const importCases = "../pkg/mcp/testdata/cases/"

// importedRow is what the answer says of one entry.
type importedRow struct {
	Name, ID, Result, Why, Runs, Status, Digest string
	Saved, Disabled, Approved                   bool
	Secrets                                     []struct{ Name, Field, State string }
	Problems                                    []problem
}

// said are the row's rules and words.
func (r importedRow) said() string {
	var b strings.Builder
	b.WriteString(r.Why)
	for _, p := range r.Problems {
		b.WriteString("\n" + p.Rule + " " + p.Message + " " + p.Hint)
	}
	return b.String()
}

// imports runs a command that takes servers over, and gives its rows by name.
func (h *house) imports(t *testing.T, code int, stdin string, args ...string) (map[string]importedRow, ran) {
	t.Helper()
	r := launch(t, h.command("usher", append(args, "-o", "json")...), stdin)
	if r.code != code {
		t.Fatalf("want status %d: %v", code, r)
	}
	var v struct{ Servers []importedRow }
	if err := json.Unmarshal([]byte(r.out), &v); err != nil {
		t.Fatalf("%v: %v", err, r)
	}
	rows := map[string]importedRow{}
	for _, s := range v.Servers {
		rows[s.Name] = s
	}
	return rows, r
}

// bothWays imports a case's file in a house of its own each, and gives the rows.
func bothWays(t *testing.T, code int, path string, test func(t *testing.T, h *house, rows map[string]importedRow)) {
	t.Helper()
	data, err := os.ReadFile(importCases + path)
	must(t, err)
	t.Run("import", func(t *testing.T) {
		h := newHouse(t)
		file := filepath.Join(h.dir, "theirs.json")
		must(t, os.WriteFile(file, data, 0o644))
		rows, _ := h.imports(t, code, "", "server", "import", file, "--yes")
		test(t, h, rows)
		h.nothingApproved(t)
	})
	t.Run("add", func(t *testing.T) {
		h := newHouse(t)
		rows, _ := h.imports(t, code, string(data), "server", "add", "--json", "-")
		test(t, h, rows)
		h.nothingApproved(t)
	})
}

// nothingApproved holds that no decision came with an import (SPEC M3).
func (h *house) nothingApproved(t *testing.T) {
	t.Helper()
	if ledger := h.ledger(t); ledger != "" {
		t.Errorf("the ledger was written: %s", ledger)
	}
	for _, s := range h.servers(t) {
		if s.Status != "needs approval" && s.Status != "disabled" && s.Status != "unavailable" {
			t.Errorf("%s is %q", s.ID, s.Status)
		}
	}
}

// secretIs holds that a secret was stored and stands nowhere else of what usher wrote.
func (h *house) secretIs(t *testing.T, name, value string) {
	t.Helper()
	if kept := h.file(t, filepath.Join(h.state, "secrets", "secrets.json")); !strings.Contains(kept, `"name":"secret/`+name+`","value":"`+value+`"`) {
		t.Errorf("%s is not stored", name)
	}
	if file := h.file(t, h.mcpFile()); strings.Contains(file, value) || !strings.Contains(file, "${secret:"+name+"}") {
		t.Errorf("mcp.json: %s", file)
	}
}

func TestCommandListsAreTaken_import01(t *testing.T) {
	bothWays(t, 0, "import-01-command-array/snippet.json", func(t *testing.T, h *house, rows map[string]importedRow) {
		if d := rows["docs"]; !d.Saved || !d.Disabled || d.Status != "disabled" || d.Runs != "npx -y fake-docs@1.2.3" {
			t.Errorf("%+v", d)
		}
		if w := rows["web"]; !w.Saved || w.Runs != "https://lab.example/mcp" || w.Status != "needs approval" {
			t.Errorf("%+v", w)
		}
		h.secretIs(t, "docs/DOCS_KEY", "not-a-real-key")
	})
}

func TestNestedShapesAreTaken_import03(t *testing.T) {
	bothWays(t, 0, "import-03-nested-shapes/both.json", func(t *testing.T, _ *house, rows map[string]importedRow) {
		if !rows["a"].Saved || !rows["b"].Saved {
			t.Errorf("%+v", rows)
		}
	})
	bothWays(t, 0, "import-03-nested-shapes/nested.json", func(t *testing.T, _ *house, rows map[string]importedRow) {
		if l := rows["lab"]; !l.Saved || l.Runs != "https://lab.example/mcp" {
			t.Errorf("%+v", l)
		}
	})
	bothWays(t, 0, "import-03-nested-shapes/inputs.json", func(t *testing.T, h *house, rows map[string]importedRow) {
		l := rows["lab"]
		if !l.Saved || len(l.Secrets) != 1 || l.Secrets[0].Name != "lab/KEY" || l.Secrets[0].State != "missing" {
			t.Errorf("%+v", l)
		}
		if file := h.file(t, h.mcpFile()); !strings.Contains(file, `"K": "${secret:lab/KEY}"`) || strings.Contains(file, "input:") {
			t.Error(file)
		}
	})
}

func TestEveryServerIsReported_import04(t *testing.T) {
	mine, err := os.ReadFile(importCases + "import-04-partial-and-names/mcp.json")
	must(t, err)
	snippet, err := os.ReadFile(importCases + "import-04-partial-and-names/snippet.json")
	must(t, err)
	for _, add := range []bool{false, true} {
		h := newHouse(t)
		h.put(t, "mcp.json", string(mine))
		args, renamed := []string{"server", "import", "-", "--yes"}, "new"
		if add {
			args, renamed = []string{"server", "add", "--json", "-"}, "refused" // another name needs a yes
		}
		rows, _ := h.imports(t, 1, string(snippet), args...)
		for name, want := range map[string]string{"My Server": renamed, "cad": "refused", "lab": "exists", "ok": "new", "ok-two": "new"} {
			if r := rows[name]; r.Result != want || r.Saved != (want == "new") {
				t.Errorf("%s: %+v", name, r)
			}
		}
		if rows["My Server"].ID != "my-server" || !strings.Contains(rows["cad"].said(), "import/reserved-id") {
			t.Errorf("%+v", rows)
		}
		if file := h.file(t, h.mcpFile()); !strings.Contains(file, "old.py") || strings.Contains(file, "new.py") {
			t.Error(file)
		}
		h.nothingApproved(t)
	}
}

func TestDisabledFolderAndTimeout_import06(t *testing.T) {
	bothWays(t, 0, "import-06-disabled-cwd-timeout/snippet.json", func(t *testing.T, h *house, rows map[string]importedRow) {
		erp, old := rows["erp"], rows["erp-old"]
		if !erp.Saved || erp.Status != "disabled" || !strings.Contains(h.file(t, h.mcpFile()), `"cwd": "D:/Work/erp"`) {
			t.Errorf("%+v", erp)
		}
		h.secretIs(t, "erp/ERP_PASS", "not-real-1")
		if said := old.said(); !old.Saved || !strings.Contains(said, "import/timeout") || !strings.Contains(said, "old SSE transport") {
			t.Errorf("%+v", old)
		}
	})
}

func TestVariableForms_import07(t *testing.T) {
	bothWays(t, 2, "import-07-var-forms/snippet.json", func(t *testing.T, h *house, rows map[string]importedRow) {
		if said := rows["a"].said(); rows["a"].Saved || !strings.Contains(said, "BASE") || strings.Contains(said, "lab.example") {
			t.Errorf("a: %s", said)
		}
		if said := rows["b"].said(); rows["b"].Saved || !strings.Contains(said, "args[2] holds a variable that is never closed") {
			t.Errorf("b: %s", said)
		}
		if h.file(t, h.mcpFile()) != "" {
			t.Error("something was saved")
		}
	})
	// Where the address is whole and the braces are closed, the rest is read.
	h := newHouse(t)
	rows, _ := h.imports(t, 0, `{"mcpServers":{"a":{"type":"http","url":"https://lab.example/mcp","headers":{"Authorization":"Bearer ${A_TOKEN}"}},
		"b":{"command":"python3","args":["${env:HOME}/x","$USER"],"env":{"K":"${B_KEY:-dev}"}}}}`, "server", "import", "-", "--yes")
	if said := rows["b"].said(); !strings.Contains(said, "/no-expansion") {
		t.Errorf("$USER: %s", said)
	}
	for _, want := range []string{`"Authorization": "Bearer ${env:A_TOKEN}"`, `"${env:HOME}/x"`, `"$USER"`, `"K": "${env:B_KEY:-dev}"`} {
		if file := h.file(t, h.mcpFile()); !strings.Contains(file, want) {
			t.Errorf("no %s: %s", want, file)
		}
	}
}

func TestTransportWords_import09(t *testing.T) {
	bothWays(t, 1, "import-09-transport-words/snippet.json", func(t *testing.T, _ *house, rows map[string]importedRow) {
		for _, name := range []string{"a", "b", "d", "e"} {
			if !rows[name].Saved {
				t.Errorf("%+v", rows[name])
			}
		}
		for name, words := range map[string]string{"c": "old SSE", "f": "web socket", "g": "has none", "h": "has an address"} {
			if r := rows[name]; r.Saved || r.Result != "refused" || strings.Count(r.said(), "import/transport") != 1 || !strings.Contains(r.said(), words) {
				t.Errorf("%s: %s", name, r.said())
			}
		}
	})
}

// config-21: the words of --command, each line of the case.
func TestOneLineOfArguments_config21(t *testing.T) {
	table, err := os.ReadFile(filepath.Join(casesDir, "config-21-quoting-in-form", "args.txt"))
	must(t, err)
	rows := 0
	for line := range strings.Lines(string(table)) {
		text, want, ok := strings.Cut(strings.TrimRight(line, "\n"), "=> ")
		if !ok {
			text, want, ok = strings.Cut(strings.TrimRight(line, "\n"), "=>")
		}
		if !ok {
			continue
		}
		rows++
		h := newHouse(t)
		code := 0
		if want = strings.TrimSpace(want); want == "refused" {
			code = 2
		}
		h.does(t, code, "server", "add", "x", "--command", "cat "+text)
		if code != 0 {
			if h.file(t, h.mcpFile()) != "" {
				t.Errorf("%s: something was saved", text)
			}
			continue
		}
		var file struct{ Servers []struct{ Args []string } }
		must(t, json.Unmarshal([]byte(h.file(t, h.mcpFile())), &file))
		var args []string
		must(t, json.Unmarshal([]byte(want), &args))
		if got := file.Servers[0].Args; strings.Join(got, "\x00") != strings.Join(args, "\x00") {
			t.Errorf("%s became %q, want %q", text, got, args)
		}
	}
	if rows != 6 {
		t.Errorf("%d rows", rows)
	}
}
