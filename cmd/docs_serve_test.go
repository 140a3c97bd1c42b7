//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestTheServePageIsTrue: each entry of docs/serve.md for an assistant starts a gateway
// that answers, its policy loads, and its sessions print what the page says (SPEC V1).
func TestTheServePageIsTrue(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	sessions, entries := 0, 0
	for _, e := range examples(t, "../docs/serve.md", 4) {
		switch e.name {
		case "session":
			sessions += h.session(t, h.dir, e.text)
		case "client.json":
			entries++
			h.starts(t, strings.ReplaceAll(e.text, "HOME", h.home))
		case "policy.json":
			h.put(t, e.name, e.text)
			if code, out := h.shown(t, "policy", "get", "serve.allowedTools", "-o", "json"); code != 0 || !strings.Contains(out, "lab__*") {
				t.Errorf("%s: status %d\n%s", e.name, code, out)
			}
		default:
			continue // of another part of the page
		}
	}
	if sessions < 2 || entries < 2 {
		t.Errorf("only %d commands and %d entries are shown", sessions, entries)
	}
}

// starts starts what an assistant's entry says, in an empty house: usher's own tool is
// offered.
func (h *house) starts(t *testing.T, text string) {
	t.Helper()
	var file struct {
		Servers map[string]struct {
			Command string
			Args    []string
		} `json:"mcpServers"`
	}
	must(t, json.Unmarshal([]byte(text), &file))
	entry := file.Servers["usher"]
	if entry.Command != "usher" || len(entry.Args) == 0 || entry.Args[0] != "serve" {
		t.Fatalf("the entry starts %q", entry)
	}
	a := h.serves(t, entry.Args[1:]...)
	if got := a.ask("tools/list", "{}"); !strings.Contains(got, `"name":"app__skill_load"`) {
		t.Errorf("%s", got)
	}
	_ = a.in.Close()
	if e := a.end(t); e.code != 0 {
		t.Errorf("%v", e)
	}
}
