//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The gate cases from real reports, with grants by --digest: nothing starts a
// server yet, so what a server would list (gate-03's and gate-04's own tools, a
// '*' allow over a listed one) is for the step that does.

// TestExitZeroIsNoOpinion_gate01 (SPEC H6, G1, G3, G4).
func TestExitZeroIsNoOpinion_gate01(t *testing.T) {
	h := caseHouse(t, "gate-01-exit-0-is-no-opinion", "aread", "bread", "cread")
	h.decide(t, callOf("acme__ask", canAsk)).wants(t, "ask", "you have not marked this tool")
	h.decide(t, callOf("acme__ask")).wants(t, "deny", "nobody can be asked")
	h.decide(t, callOf("acme__aread")).wants(t, "allow")

	v := h.decide(t, callOf("acme__bread", canAsk))
	v.wants(t, "ask", "hook three")
	if v.OffersAlways {
		t.Errorf("a hook's question offers a lasting answer: %v", v.ran)
	}
	h.decide(t, callOf("acme__bread")).wants(t, "deny", "hook three", "nobody can be asked")
	h.decide(t, callOf("acme__bread", canAsk, `"mode":"headless"`)).wants(t, "deny", "hook three")
	h.decide(t, callOf("acme__bread", canAsk, `"source":"meta"`)).wants(t, "deny", "hook three")

	h.decide(t, callOf("acme__cread", canAsk)).wants(t, "deny", "hook both-2")
}

// TestLookAlikeIdsAreRefused_gate03 (SPEC S2): in both shapes of the file, and by
// every command that takes an id.
func TestLookAlikeIdsAreRefused_gate03(t *testing.T) {
	h := caseHouse(t, "gate-03-look-alikes")
	data, err := os.ReadFile(filepath.Join(casesDir, "gate-03-look-alikes", "ids.json"))
	must(t, err)
	var ids []string
	must(t, json.Unmarshal(data, &ids))
	for _, id := range ids {
		quoted, _ := json.Marshal(id)
		for _, file := range []string{
			`{"servers":[{"id":` + string(quoted) + `,"command":"sh"}]}`,
			`{"mcpServers":{` + string(quoted) + `:{"command":"sh"}}}`,
		} {
			h.put(t, "ids.json", file)
			for _, as := range []string{"yours", "project"} {
				if ps := h.check(t, 1, "server", "check", "--as", as, filepath.Join(h.conf, "ids.json")); len(ps) == 0 {
					t.Errorf("%q loads: %s", id, file)
				}
			}
		}
		for _, args := range [][]string{{"server", "approve", id}, {"grant", "set", id, "run", "--allow"}, {"grant", "set", id, "run", "--deny"}} {
			if r := h.usher(t, args...); r.code != 2 {
				t.Errorf("want status 2: %v", r)
			} else {
				harmless(t, r)
			}
		}
	}
}

// TestNamesAreComparedExactly_gate03 (SPEC H4, M2).
func TestNamesAreComparedExactly_gate03(t *testing.T) {
	h := caseHouse(t, "gate-03-look-alikes", "lookup", "kratos__run")
	for _, tool := range []string{"acme__lookup", "mcp__acme__lookup", "mcp.acme.lookup", "mcp_acme_lookup", "acme__kratos__run"} {
		h.decide(t, callOf(tool)).wants(t, "allow")
	}
	for _, tool := range []string{
		"kratos__run", "acme__lookup ", " acme__lookup", "acme__l\u043eokup", "acme__Lookup", "acme__lookup\u200b", "acme__look",
		"acme__lookupx", "\uff41cme__lookup", "Acme__lookup", "acme_lookup", "lookup", "acme__", "acme__kratos", "mcp__acme__lookup ",
	} {
		if v := h.decide(t, callOf(tool, canAsk)); v.word() == "allow" {
			t.Errorf("%q is taken for another tool: %v", tool, v.ran)
		}
	}
	for _, tool := range []string{"acme__lookup\n", "acme__look\x00up", "", strings.Repeat("x", 513)} {
		h.decide(t, callOf(tool, canAsk)).wants(t, "deny")
	}
}

// TestStarAndOwnDecisions_gate04 (SPEC M2, A6): a tool's own decision beats the
// star; a star allow covers no tool that nobody listed; what is denied stays so.
func TestStarAndOwnDecisions_gate04(t *testing.T) {
	h := caseHouse(t, "gate-04-star-grant-and-new-tools")
	digest := h.digest(t, "acme")
	r := h.does(t, 0, "grant", "set", "acme", "*", "--allow", "--digest", digest)
	if !strings.Contains(r.out, "covers nothing") {
		t.Errorf("a star allow that covers nothing does not say so: %v", r)
	}
	h.does(t, 0, "grant", "set", "acme", "wipe", "--deny")
	v := h.decide(t, callOf("acme__wipe", canAsk))
	v.wants(t, "deny", "grant: you marked this tool as never to be called")
	h.decide(t, callOf("acme__lookup", canAsk)).wants(t, "ask")

	h.does(t, 0, "grant", "set", "acme", "*", "--deny", "--digest", digest)
	h.decide(t, callOf("acme__lookup", canAsk)).wants(t, "deny", "grant: ")
	h.does(t, 0, "grant", "set", "acme", "lookup", "--allow", "--digest", digest)
	h.decide(t, callOf("acme__lookup")).wants(t, "allow")
	h.decide(t, callOf("acme__anything", canAsk)).wants(t, "deny", "grant: ")

	// The server changes: every allow is void, every denial stays, and going back
	// brings nothing back once a decision was made about the new launch.
	data, err := os.ReadFile(h.mcpFile())
	must(t, err)
	h.put(t, "mcp.json", strings.Replace(string(data), `"server.py"`, `"server.py", "--more"`, 1))
	h.decide(t, callOf("acme__lookup", canAsk)).wants(t, "deny", "grant: ") // the star's denial stays too
	changed := h.digest(t, "acme")
	h.does(t, 0, "grant", "remove", "acme", "*", "--digest", changed)
	h.decide(t, callOf("acme__lookup", canAsk)).wants(t, "deny", "not approved")
	h.does(t, 0, "server", "approve", "acme", "--digest", changed)
	h.decide(t, callOf("acme__lookup", canAsk)).wants(t, "ask", "you have not marked this tool")
	h.decide(t, callOf("acme__wipe", canAsk)).wants(t, "deny", "never to be called")
	h.put(t, "mcp.json", string(data))
	h.decide(t, callOf("acme__lookup", canAsk)).wants(t, "deny", "not approved")
	h.decide(t, callOf("acme__wipe", canAsk)).wants(t, "deny", "never to be called")
}

// TestDecisionsNeedAPersonOrADigest (SPEC A4, A5): without policy, without a
// digest, with another launch's, or where an assistant runs the command, nothing
// is recorded.
func TestDecisionsNeedAPersonOrADigest(t *testing.T) {
	h := newHouse(t)
	h.put(t, "mcp.json", acmeServers)
	digest := h.digest(t, "acme")
	commands := [][]string{
		{"server", "approve", "acme"}, {"server", "mark", "acme", "lookup", "read-only"},
		{"grant", "set", "acme", "lookup", "--allow"}, {"grant", "set", "acme", "lookup", "--read-only"},
	}
	none := func(when string, code int, given ...string) {
		t.Helper()
		for _, c := range commands {
			if r := h.usher(t, append(append([]string{}, c...), given...)...); r.code != code {
				t.Errorf("%s: want status %d: %v", when, code, r)
			}
		}
		if _, err := os.Stat(filepath.Join(h.state, "ledger.json")); err == nil {
			t.Fatalf("%s: something was recorded", when)
		}
	}
	none("no policy", 3, "--digest", digest)
	h.put(t, "policy.json", `{"approve":{"unattended":true}}`)
	none("no digest", 3)
	none("another launch's digest", 2, "--digest", "sha256:"+strings.Repeat("0", 64))
	none("no digest at all", 2, "--digest", "yes")
	clean := h.env
	for _, marker := range []string{"CLAUDECODE", "AI_AGENT", "CODEX_THREAD_ID", "CODEX_SESSION_ID", "CODEX_CI", "CODEX_SANDBOX", "COPILOT_CLI",
		"COPILOT_AGENT_SESSION_ID", "GEMINI_CLI", "QWEN_CODE", "OPENCODE", "CURSOR_AGENT", "KAITOI_SESSION_ID"} {
		h.env = append(clean[:len(clean):len(clean)], marker+"=1")
		none(marker, 3, "--digest", digest)
	}
	h.env = append(clean[:len(clean):len(clean)], "USHER_HOOK_EVENT=PreToolUse")
	none("inside a hook", 2, "--digest", digest)
	h.env = clean
	for _, c := range commands {
		h.does(t, 0, append(c, "--digest", digest)...)
	}
	h.decide(t, callOf("acme__lookup")).wants(t, "allow")
}
