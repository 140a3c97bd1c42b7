package engine

import (
	"context"

	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/names"
)

// FireOutcome is what an event came to. Denied is never set for an event that
// only observes. Reports are those of every hook that ran, in their order.
type FireOutcome struct {
	Denied   bool
	Reasons  []gate.Reason // why it is denied, the deciding one first
	Reports  []hooks.Report
	Unrun    []hooks.Report // of a project's hooks that were not started, because the folder moved
	Problems []fault.Problem
}

// Fire runs the hooks of an event one after another (SPEC H5, H6); p is what they
// are told. The first refusal ends it. It decides nothing beyond what the hooks
// say: a person's marks are the gate's affair, and so no event is ever allowed.
func (s *Standing) Fire(ctx context.Context, p hooks.Payload, fire Fire) FireOutcome {
	return s.FireMeant(ctx, p, nil, fire)
}

// FireMeant is Fire where the caller's name for the tool could mean others as well:
// their hooks run too (SPEC G6).
func (s *Standing) FireMeant(ctx context.Context, p hooks.Payload, also []names.Tool, fire Fire) FireOutcome {
	out := FireOutcome{Problems: s.Amiss(p.Event)}
	if p.Event == hooks.PreToolUse {
		s.guard(ctx, p, also, fire, &out)
		return out
	}
	if r, unheard := s.Unheard(p.Event); unheard {
		out.Denied, out.Reasons = true, []gate.Reason{r}
		return out
	}
	look := s.watch()
	for _, h := range s.Covering(p.Event, append([]names.Tool{p.Tool}, also...)...) {
		if r, moved := look.before(h); moved {
			out.Unrun = append(out.Unrun, unrun(h, r))
			out.Problems = append(out.Problems, unrunProblem(h, r))
			continue
		}
		rep := fire(ctx, h, p)
		out.add(rep)
		if rep.Verdict != hooks.Refused {
			continue
		}
		if o, ok := hooks.Opinion(rep); ok {
			out.Denied, out.Reasons = true, []gate.Reason{o.Reason()}
			break
		}
	}
	return out
}

// Amiss is what is wrong with what stands, as an event tells it. What refuses every
// call is about tool calls: a message and the end of a turn pass (SPEC H13), and it
// is said, as are hooks of a trusted folder that do not hear of the event.
func (s *Standing) Amiss(e hooks.Event) []fault.Problem {
	problems := s.amiss()
	if e == hooks.PreToolUse {
		return problems
	}
	for _, b := range s.Blocks {
		problems = append(problems, blocked(b))
	}
	return append(problems, s.lostHooks(e)...)
}

// guard is a call as its guards see it: what refuses every call, then the hooks.
// Nobody can be asked through an event, so a question is a refusal (SPEC G4).
func (s *Standing) guard(ctx context.Context, p hooks.Payload, also []names.Tool, fire Fire, out *FireOutcome) {
	tools := append([]names.Tool{p.Tool}, also...)
	// Of the facts only those count that stand in the hooks' place.
	f := gate.Facts{Caller: gate.Native, CanAsk: true, Tool: p.Tool, Target: gate.OwnTool}
	for _, t := range tools {
		all := s.Facts(Request{Caller: gate.Native, Tool: t, Args: p.Args, Source: p.Source, Files: p.Files})
		if f.LostGuard = all.LostGuard; len(f.Blocks) == 0 {
			f.Blocks = all.Blocks
		}
	}
	var opinions []gate.Opinion
	if gate.Screen(f).Verdict != gate.Deny {
		opinions = s.heard(ctx, p, s.Covering(hooks.PreToolUse, tools...), fire, out.add)
	}
	d := gate.Decide(f, opinions)
	if d.Verdict == gate.Allow {
		return
	}
	out.Denied, out.Reasons = true, d.Reasons
	for i := range out.Reasons {
		if d.Verdict == gate.Ask {
			out.Reasons[i].Says += "; nobody can be asked here, so the call is refused"
		}
	}
}

// add takes one run in; a failure that changes nothing is a problem (SPEC H6, F4).
func (o *FireOutcome) add(rep hooks.Report) {
	o.Reports = append(o.Reports, rep)
	if rep.Verdict == hooks.Warned || rep.Verdict == hooks.FailedHook && rep.Hook.Event != hooks.PreToolUse {
		o.Problems = append(o.Problems, warned(rep.Hook, rep))
	}
}

// blocked says on an event that is no call what refuses every call.
func blocked(r gate.Reason) fault.Problem {
	return fault.Problem{
		File: r.File, Rule: "calls/refused", Severity: fault.SeverityWarning,
		Message: "every tool call is refused (" + r.By + "): " + r.Says, Hint: r.Hint,
	}
}
