//go:build linux && !race

package cmd_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The conformance suite of MCP, as its makers publish it, against a gateway with a
// server behind that has what the suite looks for: all of it passes but for what is
// listed here, with the reason (SPEC V1, V3, V7).
func TestConformance_V3(t *testing.T) {
	t.Parallel()
	suite := client(t, "conformance", "dist/index.js")
	here, err := filepath.Abs("testdata/conformance")
	must(t, err)
	h := newHouse(t)
	h.copies(t, "testdata/conformance")
	h.put(t, "mcp.json", `{"servers":[{"id":"conf","command":"python3","args":["server.py"]}]}`)
	h.approves(t, "conf")
	digest := h.launch(t, "conf")
	h.does(t, 0, "server", "tools", "conf", "--refresh")
	for _, tool := range []string{"*", "resources/read", "prompts/get"} {
		h.does(t, 0, "grant", "set", "conf", tool, "--allow", "--digest", digest)
	}
	h.put(t, "policy.json", `{"serve":{"allowedTools":["conf__*"],"prompts":true,"resources":true}}`)
	for version, not := range map[string]map[string]string{"2025-11-25": notInSessions, "2026-07-28": notStateless} {
		p := newHelper(t, "conf")
		g := h.servesHTTP(t, "--origin", "http://"+p.addr)
		p.between(t, g)
		r := h.node(t, "--import", filepath.Join(here, "node20.mjs"), suite, "server", "--url", p.url, "--spec-version", version)
		told := regexp.MustCompile(`(?m)^\W*([a-z0-9-]+): (\d+) passed, (\d+) failed`).FindAllStringSubmatch(r.out, -1)
		t.Logf("%s: %d scenarios", version, len(told))
		if len(told) < 20 {
			t.Fatalf("%s: %d scenarios: %v", version, len(told), r)
		}
		for _, one := range told {
			if why, known := not[one[1]]; (one[3] != "0") != known {
				t.Errorf("%s: %s: %s passed, %s failed; known: %q", version, one[1], one[2], one[3], why)
			}
		}
		if all := g.end(t); strings.Contains(all, g.token) || strings.Contains(r.out, g.token) {
			t.Error("the token is printed")
		}
	}
	h.gone(t)
}

// What cannot pass through a gateway of usher's, by scenario.
var notInSessions = map[string]string{
	"tools-call-sampling":          sampling,
	"tools-call-elicitation":       questions,
	"elicitation-sep1034-defaults": questions,
	"elicitation-sep1330-enums":    questions,
}

const (
	sampling  = "a server may not use the assistant's model: sampling is not announced to it (Q7)"
	questions = "a server may not ask the person through usher: elicitation is not announced to it (Q7)"
)

var notStateless = map[string]string{}
