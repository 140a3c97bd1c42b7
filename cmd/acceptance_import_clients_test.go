//go:build linux && !race

package cmd_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/hosts/files"
)

const clientFiles = "../pkg/hosts/files/testdata/clients/"

// clientHouse is a house in which every client of the catalogue has its file, where
// it keeps it on this system; those with files in projects alone have it in one.
func clientHouse(t *testing.T) (h *house, at map[string]string) {
	t.Helper()
	h = newHouse(t)
	h.env = append(h.env, "XDG_CONFIG_HOME="+filepath.Join(h.home, ".config"))
	at = map[string]string{}
	getenv := func(string) string { return "" }
	for _, info := range files.Catalogue() {
		found, err := filepath.Glob(clientFiles + string(info.Client) + ".*")
		if err != nil || len(found) != 1 {
			t.Fatalf("%s has %v (%v)", info.Client, found, err)
		}
		data, err := os.ReadFile(found[0])
		must(t, err)
		where := info.Files("linux", h.home, getenv)
		path := filepath.Join(h.dir, "project", string(info.Client), "mcp.json")
		if len(where.User) > 0 {
			path = where.User[0]
		}
		must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must(t, os.WriteFile(path, data, 0o600))
		at[string(info.Client)] = path
	}
	return h, at
}

// SPEC S13: every client's file is listed, read from where the client has it, and
// taken over: with its secrets in the store and nothing approved.
func TestEveryClientIsImported_S13(t *testing.T) {
	t.Parallel()
	h, at := clientHouse(t)
	var list struct {
		Clients []struct {
			Client, File, Why string
			Servers           int
		}
	}
	must(t, json.Unmarshal([]byte(h.does(t, 0, "server", "import", "-o", "json").out), &list))
	if want := len(files.Catalogue()) - 2; len(list.Clients) != want { // two have files in projects alone
		t.Errorf("%d clients are listed, want %d", len(list.Clients), want)
	}
	for _, c := range list.Clients {
		if c.File != at[c.Client] || c.Servers == 0 || c.Why != "" {
			t.Errorf("%+v", c)
		}
	}
	for _, info := range files.Catalogue() {
		t.Run(string(info.Client), func(t *testing.T) { h.importsClient(t, info, at[string(info.Client)]) })
	}
}

func (h *house) importsClient(t *testing.T, info files.Info, path string) {
	for _, file := range []string{h.mcpFile(), filepath.Join(h.state, "secrets", "secrets.json")} {
		_ = os.Remove(file)
	}
	before := h.file(t, path)
	args := []string{"server", "import", "--from", string(info.Client), "--yes", "--all"}
	if len(info.Files("linux", h.home, func(string) string { return "" }).User) == 0 {
		args = []string{"server", "import", path, "--from", string(info.Client), "--yes"}
	}
	r := launch(t, h.command("usher", append(args, "-o", "json")...), "")
	var v struct {
		Client, From string
		Saved        int
		Servers      []importedRow
	}
	if err := json.Unmarshal([]byte(r.out), &v); err != nil || r.code > 1 {
		t.Fatalf("%v: %v", err, r)
	}
	if v.Client != string(info.Client) || v.From != path || v.Saved == 0 {
		t.Errorf("%+v", v)
	}
	for _, s := range v.Servers {
		if s.Saved && (s.Approved || s.Status == "not probed" || s.Status == "ready") || !s.Saved && s.Result != "refused" {
			t.Errorf("%+v", s)
		}
	}
	if docs := h.file(t, h.mcpFile()); !strings.Contains(docs, "docs-mcp@1.2.3") {
		t.Error(docs)
	}
	if h.file(t, path) != before {
		t.Error("the client's own file was changed")
	}
	h.nothingApproved(t)
	again := launch(t, h.command("usher", append(args, "-o", "json")...), "")
	if strings.Contains(again.out, `"saved": true`) || strings.Contains(again.out, `"exists"`) {
		t.Errorf("a second import finds something to do: %v", again)
	}
}

// disguises are a value as it stands and as programs write it down.
func disguises(value string) []string {
	quoted, _ := json.Marshal(value)
	return []string{value, base64.StdEncoding.EncodeToString([]byte(value)), base64.RawURLEncoding.EncodeToString([]byte(value)),
		hex.EncodeToString([]byte(value)), url.QueryEscape(value), strings.Trim(string(quoted), `"`)}
}

// SPEC E3: no value of the source is in anything that usher says or writes, but for
// the store of secrets, on any way through import and add.
func TestNoSecretOfAFileIsShown_E3(t *testing.T) {
	const canary = `C4n4ry/tok+en="9`
	h := newHouse(t)
	file := filepath.Join(h.dir, "theirs.json")
	quoted, err := json.Marshal(canary)
	must(t, err)
	text := `{"mcpServers": {
		"docs": {"command": "cat", "args": ["--api-key", "C4n4ryArgument9"], "env": {"API_KEY": ` + string(quoted) + `, "NODE_OPTIONS": "--no-warnings"}},
		"bad": {"command": 7, "env": {"API_KEY": ` + string(quoted) + `}, "headers": {"Authorization": "C4n4ryArgument9"}},
		"web": {"url": "https://web.example/mcp", "headers": {"Authorization": "Bearer C4n4ryArgument9"}},
		"user": {"url": "https://me:C4n4ryArgument9@web.example/mcp"}}}`
	must(t, os.WriteFile(file, []byte(text), 0o600))
	h.put(t, "policy.json", `{"approve":{"unattended":true}}`)
	var said strings.Builder
	for _, line := range [][]string{
		{"server", "import", file}, {"server", "import", file, "--dry-run", "-o", "json"}, {"server", "import", file, "docs", "--yes", "-v"},
		{"server", "import", file, "--yes", "--allow-env", "NODE_OPTIONS"}, {"server", "import", file, "--yes"}, {"server", "import", file, "--yes", "--replace", "-o", "json"},
		{"server", "import", file, "--from", "gemini"}, {"server", "import", file, "--from", "codex"}, {"server", "import"},
		{"server", "add", "--json", "-"}, {"server", "add", "other", "--json", text}, {"server", "list", "-v"}, {"server", "show", "docs"}, {"secret", "list"}, {"log"},
	} {
		r := launch(t, h.command("usher", line...), text)
		said.WriteString(r.out + r.err)
	}
	if h.ids(t, "needs approval") == "" || !strings.Contains(h.file(t, filepath.Join(h.state, "secrets", "secrets.json")), "C4n4ryArgument9") {
		t.Fatalf("nothing was imported:\n%s", said.String())
	}
	looked := 0
	must(t, filepath.WalkDir(h.home, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && filepath.Base(path) != "secrets.json" {
			looked++
			said.WriteString(h.file(t, path))
		}
		return err
	}))
	if looked < 3 {
		t.Errorf("only %d files were looked at", looked)
	}
	for _, value := range []string{canary, "C4n4ryArgument9"} {
		for _, form := range disguises(value) {
			if at := strings.Index(said.String(), form); at >= 0 {
				t.Errorf("%q is shown: …%s", form, short(said.String()[max(0, at-200):at+40]))
			}
		}
	}
}

// SPEC F5, config-19: twenty imports at once lose nothing.
func TestImportsAtOnceLoseNothing_F5(t *testing.T) {
	h := newHouse(t)
	h.put(t, "mcp.json", "{\"servers\": [\n  // first\n  {\"id\": \"first\", \"command\": \"cat\"}\n]}\n")
	var all []*running
	for i := range 20 {
		id := "s-" + string(rune('a'+i))
		all = append(all, begin(t, h.command("usher", "server", "import", "-", "--yes"),
			`{"mcpServers":{"`+id+`":{"command":"cat","env":{"API_KEY":"key-not-real-`+id+`"}}}}`))
	}
	for _, r := range all {
		if e := r.end(t); e.code != 0 {
			t.Errorf("%v", e)
		}
	}
	if got := len(h.servers(t)); got != 21 || !strings.Contains(h.file(t, h.mcpFile()), "// first") {
		t.Errorf("%d servers:\n%s", got, h.file(t, h.mcpFile()))
	}
	if kept := strings.Count(h.file(t, filepath.Join(h.state, "secrets", "secrets.json")), `"name":"secret/s-`); kept != 20 {
		t.Errorf("%d secrets are kept", kept)
	}
}
