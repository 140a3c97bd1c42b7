//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const scope = "@modelcontextprotocol/"

// installed is the main file of a real MCP server that scripts/deps.sh installs,
// at the version that it names.
func installed(t *testing.T, pkg string) string {
	t.Helper()
	script, err := os.ReadFile("../scripts/deps.sh")
	must(t, err)
	pin := regexp.MustCompile(regexp.QuoteMeta(pkg) + `@([0-9.]+)\n`).FindSubmatch(script)
	if pin == nil {
		t.Fatalf("scripts/deps.sh does not name a version of %s", pkg)
	}
	cache, err := os.UserCacheDir()
	must(t, err)
	dir := filepath.Join(cache, "usher-test-servers", "node_modules", pkg)
	var about struct {
		Version string
		Bin     map[string]string
	}
	data, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil || json.Unmarshal(data, &about) != nil || about.Version != string(pin[1]) || len(about.Bin) != 1 {
		t.Fatalf("%s %s is not installed in %s (%v); to install it: bash scripts/deps.sh", pkg, pin[1], dir, err)
	}
	for _, file := range about.Bin {
		return filepath.Join(dir, file)
	}
	return ""
}

// Real servers, as people use them: added, approved by digest, listed, marked,
// called, and nothing of them left.
func TestRealServers(t *testing.T) {
	t.Parallel()
	shared := filepath.Join(t.TempDir(), "shared folder")
	must(t, os.Mkdir(shared, 0o755))
	must(t, os.WriteFile(filepath.Join(shared, "note.txt"), []byte("a beam of 4 m\n"), 0o644))
	path, err := json.Marshal(filepath.Join(shared, "note.txt"))
	must(t, err)
	fan(t, 2, []realServer{
		{"server-filesystem", []string{shared}, 14, "read_text_file", `{"path":` + string(path) + `}`, "a beam of 4 m\n", "write_file", []string{"--read", shared}},
		{"server-everything", nil, 13, "get-sum", `{"a":40,"b":2}`, "The sum of 40 and 2 is 42.\n", "get-env", nil},
		{"server-memory", nil, 9, "search_nodes", `{"query":"nothing"}`, `"entities": []`, "create_entities", nil},
	}, func(r realServer) string { return r.pkg }, func(t *testing.T, r realServer) {
		r.works(t, installed(t, scope+r.pkg))
	})
}

type realServer struct {
	pkg          string
	args         []string
	tools        int
	reads, given string // a tool that is marked read-only, its arguments
	answers      string
	asks         string // a tool that nobody marks
	reach        []string
}

func (r realServer) works(t *testing.T, main string) {
	h := newHouse(t)
	h.put(t, "policy.json", `{"approve":{"unattended":true}}`)
	says(t, h.does(t, 0, append(append([]string{"server", "add", "real"}, r.reach...), append([]string{"--", "node", main}, r.args...)...)...), "real is saved and needs approval")
	h.does(t, 2, "server", "tools", "real")
	h.does(t, 2, "call", "real__"+r.reads, "--args", r.given)
	digest := h.launch(t, "real")
	h.does(t, 0, "server", "approve", "real", "--digest", digest)
	if s := h.listed(t)[0]; s.Status != "ready" || s.Tools == nil || *s.Tools != r.tools {
		t.Errorf("%+v", s)
	}
	h.gone(t)
	list := h.tools(t, "real", "--refresh")
	if len(list.Tools) != r.tools || len(list.NotOffered) > 0 || !strings.Contains(" "+list.offered()+" ", " "+r.reads+" ") {
		t.Errorf("%s: %+v", list.offered(), list.NotOffered)
	}
	says(t, h.does(t, 0, "server", "tools", "real"), r.asks)
	h.does(t, 3, "call", "real__"+r.reads, "--args", r.given)
	h.does(t, 0, "server", "mark", "real", r.reads, "read-only", "--digest", digest)
	for range 2 { // its list is the same each time: the mark stays awake
		says(t, h.does(t, 0, "call", "real__"+r.reads, "--args", r.given), r.answers)
		h.gone(t)
	}
	says(t, h.does(t, 0, "call", "real__"+r.reads, "--args", r.given, "--raw"), `{"content":[`)
	h.does(t, 3, "call", "real__"+r.asks)
	h.does(t, 0, "grant", "set", "real", r.asks, "--deny")
	h.does(t, 2, "call", "real__"+r.asks)
	says(t, h.does(t, 0, "server", "restart", "real"), "real works: ")
	h.gone(t)
}

// A folder that was not given to the server is the server's own refusal, which
// usher passes on as a failed tool; pictures are saved.
func TestRealServersRefusalsAndPictures(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	shared := t.TempDir()
	h.put(t, "mcp.json", `{"servers":[{"id":"files","command":"node","args":["`+installed(t, scope+"server-filesystem")+`","`+shared+`"],"sandbox":{"read":["`+shared+`"]}},
		{"id":"every","command":"node","args":["`+installed(t, scope+"server-everything")+`"]}]}`)
	h.approves(t, "files", "every")
	h.does(t, 0, "grant", "set", "files", "read_text_file", "--allow", "--digest", h.launch(t, "files"))
	says(t, h.does(t, 1, "call", "files__read_text_file", "--args", `{"path":"/etc/hostname"}`), "Access denied")
	h.does(t, 0, "grant", "set", "every", "get-tiny-image", "--allow", "--digest", h.launch(t, "every"))
	says(t, h.does(t, 0, "call", "every__get-tiny-image"), "saved: every__get-tiny-image-1.png")
	data, err := os.ReadFile(filepath.Join(h.dir, "every__get-tiny-image-1.png"))
	if err != nil || !strings.HasPrefix(string(data), "\x89PNG") {
		t.Errorf("%v", err)
	}
	h.does(t, 0, "grant", "set", "every", "resources/read", "--allow", "--digest", h.launch(t, "every"))
	says(t, h.does(t, 0, "read", "every", "demo://resource/dynamic/text/1"), "Resource 1")
	h.gone(t)
}
