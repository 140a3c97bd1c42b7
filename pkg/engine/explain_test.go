package engine

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"usher/pkg/gate"
	"usher/pkg/names"
	"usher/pkg/trust"
)

// everyFacts hands each combination of the facts to check, a worker per caller.
func everyFacts(t *testing.T, check func(f gate.Facts) error) {
	t.Helper()
	const beyond = 200 // what no constant is
	one := []gate.Reason{{By: "file a", Says: "a", File: "a:1:1"}}
	var wg sync.WaitGroup
	for _, caller := range []gate.Caller{gate.CallerUnclear, gate.Native, gate.Host, gate.Command, gate.Gateway, beyond} {
		wg.Go(func() {
			for _, target := range []gate.Target{gate.TargetUnclear, gate.NoServer, gate.ServerTool, gate.OwnTool, beyond} {
				states := []gate.State{gate.StateUnclear, gate.Ready} // of what is no server there is none to look at
				if target == gate.ServerTool {
					states = []gate.State{gate.StateUnclear, gate.Ready, gate.Disabled, gate.Shadowed, gate.NotApproved, gate.NotTrusted, gate.Dropped, beyond}
				}
				for _, state := range states {
					for _, grant := range []gate.Grant{gate.GrantUnset, gate.GrantAsk, gate.GrantAllow, gate.GrantDeny, beyond} {
						for bits := range 1 << 9 {
							f := gate.Facts{
								Caller: caller, Target: target, State: state, Grant: grant, Tool: names.NewTool("acme", "lookup"),
								CanAsk: bits&1 > 0, ReadOnly: bits&2 > 0, Asleep: bits&4 > 0, Allowance: bits&8 > 0, PlanOnly: bits&16 > 0,
							}
							for i, to := range [...]*[]gate.Reason{&f.Blocks, &f.PolicyDeny, &f.PolicyAsk, &f.LostGuard} {
								if bits&(32<<i) > 0 {
									*to = one
								}
							}
							if err := check(f); err != nil {
								t.Errorf("%+v: %v", f, err)
								return
							}
						}
					}
				}
			}
		})
	}
	wg.Wait()
}

// TestExplanationIsTheGates_G8: over every combination of the facts, what an
// explanation says is what the gate decides, and something stands in the way of
// exactly the calls that are not allowed.
func TestExplanationIsTheGates_G8(t *testing.T) {
	no, first := gate.Refuse(gate.Reason{}), gate.AskFirst(gate.Reason{})
	answers := [][]gate.Opinion{nil, {no}, {first}, {no, first}, {first, no}}
	everyFacts(t, func(f gate.Facts) error {
		v := Explain(f, true)
		best, worst := gate.Deny, gate.Allow
		for _, a := range answers {
			d := gate.Decide(f, a)
			best, worst = max(best, d.Verdict), min(worst, d.Verdict)
		}
		alone := Explain(f, false)
		switch decided := gate.Decide(f, nil); {
		case v.Before.Verdict != gate.Screen(f).Verdict || v.Best.Verdict != best || v.Worst.Verdict != worst:
			return fmt.Errorf("%v, %v to %v; the gate says %v to %v", v.Before.Verdict, v.Best.Verdict, v.Worst.Verdict, best, worst)
		case alone.Best.Verdict != decided.Verdict || alone.Worst.Verdict != decided.Verdict || alone.Best.Silent != decided.Silent:
			return fmt.Errorf("without hooks %v, the gate says %v", alone.Best.Verdict, decided.Verdict)
		case (len(v.Obstacles) == 0) != (decided.Verdict == gate.Allow):
			return fmt.Errorf("%v, and in the way are %v", decided.Verdict, v.Obstacles)
		case v.Unanswered() && (f.CanAsk || decided.Verdict != gate.Deny):
			return fmt.Errorf("a question that nobody answers, of %v", decided.Verdict)
		}
		return without(f, v.Obstacles)
	})
}

// without checks that a call is allowed once all that stands in its way is gone,
// and not before.
func without(f gate.Facts, os []Obstacle) error {
	left := map[string]bool{}
	for _, o := range os {
		left[o.Fact] = true
	}
	for _, stays := range append([]Obstacle{{}}, os...) {
		g := f
		for _, c := range cleared() {
			if left[c.fact] && c.fact != stays.Fact {
				c.clear(&g)
			}
		}
		if allowed := gate.Decide(g, nil).Verdict == gate.Allow; allowed != (stays.Fact == "") {
			return fmt.Errorf("without %v but %q: allowed is %v", os, stays.Fact, allowed)
		}
	}
	return nil
}

// SPEC G8, G4: each thing that stands in the way names its next command, all of
// them at once, and none hides another.
func TestEveryObstacleNamesItsCommand_G8(t *testing.T) {
	h := newHouse(t, map[string]string{
		"mcp.json":    acme,
		"policy.json": `{"tools":{"deny":["acme__look*"],"ask":["acme__*"]}}`,
		"hooks.json":  `{"hooks":[{"name":"bad","event":"PreToolUse","match":"acme__*"}]}`,
	})
	h.decides("acme", func(l *trust.Ledger, _ trust.Key) {
		deny := trust.Deny
		l.SetMark(trust.Key{Server: "acme"}, "lookup", trust.MarkChange{Decision: &deny})
	})
	got := map[string]string{}
	for _, o := range h.read().Explain(request(t, "acme__lookup")).Obstacles {
		for _, r := range o.Reasons {
			got[o.Fact] += r.Hint
		}
	}
	for fact, hint := range map[string]string{
		AFault: "usher hooks check ", APolicyDeny: "policy.json:1:19", APolicyAsk: "policy.json:1:41",
		AServer: "usher server approve acme --digest sha256:", AGrant: "usher grant remove acme lookup",
	} {
		if !strings.Contains(got[fact], hint) {
			t.Errorf("%s: %q, want %q in it", fact, got[fact], hint)
		}
	}
	if len(got) != 5 {
		t.Errorf("%v", got)
	}
}

// SPEC H5, G8: explaining fires nothing, and says which hooks a call meets, in
// their order, and why the others stay out.
func TestHooksOfAnExplanation_H5(t *testing.T) {
	h := newHouse(t, map[string]string{"mcp.json": acme, "hooks.json": `{"hooks":[
		{"name":"first","event":"PreToolUse","command":"c0"},
		{"name":"other","event":"PreToolUse","match":"x__*","command":"c0"},
		{"name":"second","event":"PreToolUse","match":"acme__*","command":"c2"},
		{"name":"parked","event":"PreToolUse","command":"c0","enabled":false},
		{"name":"after","event":"PostToolUse","command":"c0"}]}`})
	h.decides("acme", allowed("lookup"))
	s := h.read()
	e := s.Explain(request(t, "acme__lookup"))
	if len(e.Hooks.Run) != 2 || e.Hooks.Run[0].Name != "first" || e.Hooks.Run[1].Name != "second" {
		t.Errorf("%+v", e.Hooks)
	}
	if c := e.Hooks; c.Parked != 1 || c.Unmatched != 1 || c.Elsewhere != 1 || c.Off != 0 {
		t.Errorf("%+v", c)
	}
	var ran []string
	if d := s.Decide(context.Background(), request(t, "acme__lookup"), exits(&ran)).Decision; d.Verdict != e.Worst.Verdict || e.Best.Verdict != gate.Allow {
		t.Errorf("%v, explained as %v to %v", d.Verdict, e.Best.Verdict, e.Worst.Verdict)
	}
	h.write("policy.json", `{"hooks":{"enabled":false}}`)
	if c := h.read().Explain(request(t, "acme__lookup")).Hooks; len(c.Run) != 0 || c.Off != 2 {
		t.Errorf("hooks are off: %+v", c)
	}
}
