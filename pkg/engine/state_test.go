package engine

import (
	"context"
	"strings"
	"testing"

	"usher/pkg/gate"
)

// SPEC C4, G2: what a policy keeps from starting is refused before any hook, whatever
// a person approved and marked, and the reason names the key and the place; another
// assistant's server of that name is none of usher's (G6).
func TestPolicyKeepsAServerFromStarting_C4(t *testing.T) {
	for _, c := range []struct{ policy, by, file, says string }{
		{`{"servers":{"deny":["sh"]}}`, "policy servers.deny", ":1:21", `the pattern "sh" covers`},
		{`{"servers":{"deny":["/bin/*"]}}`, "policy servers.deny", ":1:21", "covers what the server launches"},
		{`{"servers":{"allow":["node"]}}`, "policy servers.allow", ":1:21", "no pattern of this list covers"},
		{`{"servers":{"allow":["sh"],"deny":["SH"]}}`, "policy servers.deny", ":1:36", "covers"},
		{`{"servers":{"allow":["/bin/sh"],"deny":["node"]}}`, "", "", ""},
		{`{"servers":{"allow":["sh"]}}`, "", "", ""},
	} {
		t.Run(c.policy, func(t *testing.T) {
			h := newHouse(t, map[string]string{
				"mcp.json": acme, "policy.json": c.policy, "hooks.json": `{"hooks":[{"name":"watch","event":"PreToolUse","command":"0"}]}`,
			})
			h.decides("acme", allowed("lookup"))
			var ran []string
			d := h.read().Decide(context.Background(), request(t, "acme__lookup"), exits(&ran)).Decision
			if c.by == "" {
				if d.Verdict != gate.Allow || len(ran) != 1 {
					t.Errorf("%+v, hooks ran: %v", d, ran)
				}
				return
			}
			if d.Verdict != gate.Deny || len(ran) != 0 {
				t.Fatalf("%+v, hooks ran: %v", d, ran)
			}
			r := d.Reasons[0]
			if r.By != c.by || r.Layer != "yours" || !strings.HasSuffix(r.File, "policy.json"+c.file) || !strings.Contains(r.Says, c.says) || r.Hint != "see what the policy says: usher policy get "+strings.TrimPrefix(c.by, "policy ") {
				t.Errorf("the reason does not say who, where and what next: %+v", r)
			}
			host := request(t, "acme__lookup")
			host.Caller = gate.Host
			if d := h.read().Decide(context.Background(), host, exits(&ran)).Decision; !d.Silent {
				t.Errorf("a host's own server: %+v", d)
			}
		})
	}
}

// SPEC C4, L7: a server that a policy refuses still has its name.
func TestARefusedServerKeepsItsName_L7(t *testing.T) {
	h := newHouse(t, map[string]string{"mcp.json": acme, "policy.json": `{"servers":{"deny":["*"]}}`})
	s := h.read()
	sv, ok := s.Set.Find("acme")
	if !ok {
		t.Fatal("the server is gone")
	}
	r, refused := s.Set.Refusal(sv)
	if state, why := s.State(sv, s.Set.Launch(sv)); !refused || state != gate.Forbidden || !strings.Contains(r.Words(), "policy servers.deny ("+why.File+")") {
		t.Errorf("%v, %+v, %+v", state, why, r)
	}
}
