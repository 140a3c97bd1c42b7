package engine

import (
	"usher/pkg/gate"
)

// View is what the gate makes of facts, taken apart (SPEC G8). Before is the
// verdict before any hook. Best and Worst are what the hooks can still make of it:
// the same where none is going to run.
type View struct {
	Facts       gate.Facts
	Before      gate.Decision
	Best, Worst gate.Decision
	Obstacles   []Obstacle // what keeps the call from being allowed, each by itself; none where Best allows
}

// Obstacle is one fact because of which a call is not allowed, whatever else is
// changed. Reasons are the gate's own words for it; each Hint is what a person does
// about it, where anything can be done.
type Obstacle struct {
	Fact    string
	Reasons []gate.Reason
}

// Facts that can stand in the way.
const (
	AFault      = "fault"      // something refuses every call
	ACaller     = "caller"     // another assistant's form is never allowed
	APolicyDeny = "policy"     // a tools.deny pattern
	AServer     = "server"     // not defined, or not to be started
	AGrant      = "grant"      // what the person said about the tool
	ADefinition = "definition" // the tool says something else than when it was marked
	APlan       = "plan"       // plan mode
	APolicyAsk  = "question"   // a tools.ask pattern
	AFolder     = "folder"     // a trusted folder's hooks no longer hold
)

// Explain takes facts apart. Every verdict in it is the gate's: a fact is an
// obstacle where the gate does not allow with all the others cleared. hooked says
// that a hook covers the call.
func Explain(f gate.Facts, hooked bool) View {
	v := View{Facts: f, Before: gate.Screen(f), Best: gate.Decide(f, nil)}
	v.Worst = v.Best
	if hooked && v.Before.Verdict != gate.Deny {
		v.Worst = gate.Decide(f, []gate.Opinion{gate.Refuse(gate.Reason{By: "hook", Says: "a hook refuses the call"})})
	}
	all := cleared()
	for i := range all {
		left := f
		for j, other := range all {
			if i != j {
				other.clear(&left)
			}
		}
		if d := gate.Screen(left); d.Verdict != gate.Allow {
			v.Obstacles = append(v.Obstacles, Obstacle{Fact: all[i].fact, Reasons: remedied(d.Reasons)})
		}
	}
	return v
}

// Unanswered reports a call that would be put to a person, and is refused because
// nobody can be asked (SPEC G4).
func (v View) Unanswered() bool {
	return v.Before.Verdict == gate.Ask && !v.Before.Silent && v.Best.Verdict == gate.Deny
}

// clearing is a fact, and what the facts are without it.
type clearing struct {
	fact  string
	clear func(*gate.Facts)
}

func cleared() []clearing {
	return []clearing{
		{AFault, func(f *gate.Facts) { f.Blocks = nil }},
		{ACaller, func(f *gate.Facts) { f.Caller = gate.Native }},
		{APolicyDeny, func(f *gate.Facts) { f.PolicyDeny = nil }},
		{AServer, func(f *gate.Facts) {
			if f.Target != gate.OwnTool {
				f.Target, f.State = gate.ServerTool, gate.Ready
			}
		}},
		{AGrant, func(f *gate.Facts) { f.Grant = gate.GrantAllow }},
		{ADefinition, func(f *gate.Facts) { f.Asleep = false }},
		{APlan, func(f *gate.Facts) { f.PlanOnly = false }},
		{APolicyAsk, func(f *gate.Facts) { f.PolicyAsk = nil }},
		{AFolder, func(f *gate.Facts) { f.LostGuard = nil }},
	}
}

// remedied are reasons of which each one that stands in a file says at least where
// the edit is to be made.
func remedied(rs []gate.Reason) []gate.Reason {
	out := make([]gate.Reason, len(rs))
	for i, r := range rs {
		if r.Hint == "" && r.File != "" {
			r.Hint = "change it in " + r.File
		}
		out[i] = r
	}
	return out
}
