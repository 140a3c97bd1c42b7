package gate_test

import (
	"fmt"
	"sync"
	"testing"

	"usher/pkg/gate"
	"usher/pkg/names"
)

// The dimensions of the facts. Each enum carries one value that no constant
// has: unknown must refuse.
const (
	dCaller = iota
	dCanAsk
	dTarget
	dState
	dGrant
	dReadOnly
	dAsleep
	dAllowance
	dPlan
	dBlocks
	dPolicyDeny
	dPolicyAsk
	dLostGuard
	dims
)

const unknown = 200

var (
	callers = [...]gate.Caller{gate.CallerUnclear, gate.Native, gate.Host, gate.Command, gate.Gateway, unknown}
	targets = [...]gate.Target{gate.TargetUnclear, gate.NoServer, gate.ServerTool, gate.OwnTool, unknown}
	states  = [...]gate.State{gate.StateUnclear, gate.Ready, gate.Disabled, gate.Shadowed, gate.NotApproved, gate.NotTrusted, gate.Dropped, gate.Forbidden, unknown}
	grants  = [...]gate.Grant{gate.GrantUnset, gate.GrantAsk, gate.GrantAllow, gate.GrantDeny, unknown}

	no      = gate.Refuse(gate.Reason{By: "hook no", Says: "no"})
	first   = gate.AskFirst(gate.Reason{By: "hook first", Says: "ask first"})
	answers = [...][]gate.Opinion{nil, {no}, {first}, {no, no}, {no, first}, {first, no}, {first, first}}

	sizes = [dims]int{len(callers), 2, len(targets), len(states), len(grants), 2, 2, 2, 2, 2, 2, 2, 2}
)

// Places in answers.
const (
	aNone = iota
	aRefuse
	aAsk
	aRefuseRefuse
	aRefuseAsk
	aAskRefuse
	aAskAsk
)

// point is one combination: an index into each dimension.
type point [dims]int

func pointOf(n int) point {
	var p point
	for d := dims - 1; d >= 0; d-- {
		p[d] = n % sizes[d]
		n /= sizes[d]
	}
	return p
}

func (p point) index() int {
	n := 0
	for d := range dims {
		n = n*sizes[d] + p[d]
	}
	return n
}

// with is p with one dimension at another value.
func (p point) with(dim, value int) point {
	p[dim] = value
	return p
}

var (
	tool   = names.NewTool("acme", "lookup")
	voiceA = []gate.Reason{{By: "file a", Says: "a"}}
	voiceB = []gate.Reason{{By: "policy tools.deny", Says: "b"}}
	voiceC = []gate.Reason{{By: "policy tools.ask", Says: "c"}}
	voiceD = []gate.Reason{{By: "folder", Says: "d"}}
)

func (p point) facts() gate.Facts {
	f := gate.Facts{
		Caller: callers[p[dCaller]], CanAsk: p[dCanAsk] == 1, Tool: tool,
		Target: targets[p[dTarget]], State: states[p[dState]],
		Grant: grants[p[dGrant]], ReadOnly: p[dReadOnly] == 1, Asleep: p[dAsleep] == 1,
		Allowance: p[dAllowance] == 1, PlanOnly: p[dPlan] == 1,
	}
	if p[dBlocks] == 1 {
		f.Blocks = voiceA
	}
	if p[dPolicyDeny] == 1 {
		f.PolicyDeny = voiceB
	}
	if p[dPolicyAsk] == 1 {
		f.PolicyAsk = voiceC
	}
	if p[dLostGuard] == 1 {
		f.LostGuard = voiceD
	}
	return f
}

// rank orders what a decision lets happen. Silent lets another assistant's own
// permission flow decide: looser than a question of usher's, never an allow.
type rank uint8

const (
	denied rank = iota
	asked
	silent
	allowed
)

func rankOf(d gate.Decision) rank {
	switch {
	case d.Verdict == gate.Deny:
		return denied
	case d.Verdict == gate.Ask && d.Silent:
		return silent
	case d.Verdict == gate.Ask:
		return asked
	}
	return allowed
}

// ranks holds what was decided for one point under each list of answers.
type ranks [len(answers)]rank

func (r ranks) looserThan(other ranks) bool {
	for i := range r {
		if r[i] > other[i] {
			return true
		}
	}
	return false
}

// space is every decision there is, by point.index.
type space []ranks

func (s space) at(p point) ranks { return s[p.index()] }

// everywhere runs check on every point, a worker per caller, each of which
// stops at its fifth failure.
func everywhere(t *testing.T, check func(p point) error) {
	t.Helper()
	part := 1
	for _, s := range sizes[1:] {
		part *= s
	}
	var wg sync.WaitGroup
	for c := range sizes[dCaller] {
		wg.Go(func() {
			failed := 0
			for n := c * part; n < (c+1)*part && failed < 5; n++ {
				p := pointOf(n)
				if err := check(p); err != nil {
					failed++
					t.Errorf("%+v: %v", p.facts(), err)
				}
			}
		})
	}
	wg.Wait()
}

// decideAll decides every point under every list of answers, and checks what
// each decision must be by itself.
func decideAll(t *testing.T, check func(f gate.Facts, screened gate.Decision, answer int, d gate.Decision) error) space {
	t.Helper()
	total := 1
	for _, s := range sizes {
		total *= s
	}
	all := make(space, total)
	everywhere(t, func(p point) error {
		if pointOf(p.index()) != p {
			return fmt.Errorf("the test's own index is wrong: %v", p)
		}
		f := p.facts()
		screened := gate.Screen(f)
		for i, opinions := range answers {
			d := gate.Decide(f, opinions)
			all[p.index()][i] = rankOf(d)
			if err := check(f, screened, i, d); err != nil {
				return fmt.Errorf("answers %d: %w", i, err)
			}
		}
		return nil
	})
	return all
}
