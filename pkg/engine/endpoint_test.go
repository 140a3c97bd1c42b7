package engine

import (
	"context"
	"strings"
	"testing"

	"usher/pkg/gate"
)

// SPEC V2: an endpoint calls what serve.allowedTools covers and the person allowed, and
// nothing else; the patterns widen no mark, and no hook sees what they do not cover.
func TestAnEndpointNeedsAPatternAndAMark_V2(t *testing.T) {
	const guard = `{"hooks":[{"name":"watch","event":"PreToolUse","command":"0"}]}`
	for name, c := range map[string]struct {
		policy, hint, by string
		marked           bool
		want             gate.Verdict
		hooks            int
	}{
		"no pattern, allowed":      {``, "usher policy set serve.allowedTools acme__lookup", "policy serve.allowedTools", true, gate.Deny, 0},
		"another pattern, allowed": {`{"serve":{"allowedTools":["lab__*"]}}`, "usher policy set serve.allowedTools 'lab__*' acme__lookup", "policy serve.allowedTools", true, gate.Deny, 0},
		"a pattern, no mark":       {`{"serve":{"allowedTools":["acme__*"]}}`, "usher grant set acme lookup --allow --digest sha256:", "grant", false, gate.Deny, 1},
		"a pattern, allowed":       {`{"serve":{"allowedTools":["acme__look*"]}}`, "", "grant", true, gate.Allow, 1},
		"every tool, and denied":   {`{"serve":{"allowedTools":["*"]},"tools":{"deny":["acme__*"]}}`, "", "policy tools.deny", true, gate.Deny, 0},
		"every tool, and asked":    {`{"serve":{"allowedTools":["*"]},"tools":{"ask":["acme__*"]}}`, "", "policy tools.ask", true, gate.Deny, 1},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"mcp.json": acme, "hooks.json": guard}
			if c.policy != "" {
				files["policy.json"] = c.policy
			}
			h := newHouse(t, files)
			h.decides("acme", approved)
			if c.marked {
				h.decides("acme", allowed("lookup"))
			}
			var ran []string
			r := request(t, "acme__lookup")
			r.Caller, r.Source, r.CanAsk, r.Endpoint = gate.Gateway, Meta, false, true
			out := h.read().Decide(context.Background(), r, exits(&ran))
			if d := out.Decision; d.Verdict != c.want || d.Reasons[0].By != c.by || !strings.Contains(d.Reasons[0].Hint, c.hint) || len(ran) != c.hooks {
				t.Errorf("got %+v, hooks %v", d, ran)
			}
			r.Endpoint = false
			if d := h.read().Decide(context.Background(), r, exits(&ran)).Decision; len(d.Reasons) == 0 || d.Reasons[0].By == "policy serve.allowedTools" {
				t.Errorf("without an endpoint: %+v", d)
			}
		})
	}
	own := request(t, "app__skill_load")
	own.Caller, own.Endpoint, own.CanAsk = gate.Gateway, true, false
	if d := newHouse(t, nil).read().Decide(context.Background(), own, nil).Decision; d.Verdict != gate.Allow {
		t.Errorf("usher's own tool: %+v", d)
	}
}
