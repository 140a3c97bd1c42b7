package engine

import (
	"context"

	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/names"
)

// Fire runs one hook to its end.
type Fire func(context.Context, hooks.Hook, hooks.Payload) hooks.Report

// Decide takes a request to its decision (SPEC G1 to G5). PreToolUse hooks run
// one after another; the first refusal ends it, an ask does not (SPEC H5). A
// call that the facts already refuse is shown to no hook.
func (s *Standing) Decide(ctx context.Context, r Request, fire Fire) Outcome {
	out := Outcome{Problems: s.amiss()}
	f := s.strictest(r)
	if d := gate.Screen(f); d.Verdict == gate.Deny {
		out.Decision = s.pointed(f, d)
		return out
	}
	p := hooks.Payload{
		Event: hooks.PreToolUse, Source: r.Source, ConversationID: r.ConversationID,
		Tool: r.Tool, Args: r.Args, Files: r.Files, Host: r.Host,
	}
	guards := s.Covering(hooks.PreToolUse, append([]names.Tool{r.Tool}, r.Also...)...)
	out.Decision = s.pointed(f, gate.Decide(f, s.heard(ctx, p, guards, fire, func(rep hooks.Report) {
		out.Reports = append(out.Reports, rep)
		if rep.Verdict == hooks.Warned {
			out.Problems = append(out.Problems, warned(rep.Hook, rep))
		}
	})))
	return out
}

// heard runs the guards of a call to the first refusal. A project folder
// that moved meanwhile is one too, and no hook of it is started from then on.
func (s *Standing) heard(ctx context.Context, p hooks.Payload, guards []hooks.Hook, fire Fire, ran func(hooks.Report)) (opinions []gate.Opinion) {
	look := s.watch()
	for _, h := range guards {
		if r, moved := look.before(h); moved {
			return append(opinions, gate.Refuse(r))
		}
		rep := fire(ctx, h, p)
		ran(rep)
		if o, ok := hooks.Opinion(rep); ok {
			opinions = append(opinions, o)
			if o.Verdict() == gate.Deny {
				return opinions
			}
		}
	}
	if r, moved := look.after(); moved {
		opinions = append(opinions, gate.Refuse(r))
	}
	return opinions
}

// After fires the PostToolUse hooks of a call that was made (SPEC H5). They
// observe: a failing one changes nothing, and is a problem in the reports' place.
func (s *Standing) After(ctx context.Context, r Request, res hooks.Result, fire Fire) ([]hooks.Report, []fault.Problem) {
	p := hooks.Payload{
		Event: hooks.PostToolUse, Source: r.Source, ConversationID: r.ConversationID,
		Tool: r.Tool, Args: r.Args, Files: r.Files, Result: &res,
	}
	var reports []hooks.Report
	var problems []fault.Problem
	look := s.watch()
	for _, h := range hooks.Select(s.Set.Running(), hooks.PostToolUse, r.Tool) {
		if r, moved := look.before(h); moved {
			reports, problems = append(reports, unrun(h, r)), append(problems, unrunProblem(h, r))
			continue
		}
		rep := fire(ctx, h, p)
		reports = append(reports, rep)
		if rep.Verdict == hooks.Warned || rep.Verdict == hooks.FailedHook {
			problems = append(problems, warned(h, rep))
		}
	}
	return reports, problems
}

// amiss is what a decision tells of what stands. A named assistant folder that does
// not exist is a first use, or a slip with which every guard is gone (SPEC F4).
func (s *Standing) amiss() []fault.Problem {
	out := errorsOf(s.Problems)
	if p, off := s.ProjectOff(); off {
		out = append(out, p)
	}
	out = append(out, s.Missed()...)
	if s.Absent != "" {
		out = append(out, fault.Problem{
			File: s.Absent, Rule: AbsentRule, Severity: fault.SeverityNote,
			Message: "the assistant folder that was named does not exist, so no hook, server or policy of yours counts",
			Hint:    "where it should be: usher home",
		})
	}
	return out
}

// AbsentRule is the problem of an assistant folder that was named and does not exist.
const AbsentRule = "places/absent"

// errorsOf leaves warnings and notes to list and check: what was dropped or
// cannot be used matters to a call, a habit worth mending does not (SPEC F4).
func errorsOf(ps []fault.Problem) []fault.Problem {
	var out []fault.Problem
	for _, p := range ps {
		if p.Severity == fault.SeverityError {
			out = append(out, p)
		}
	}
	return out
}

// warned names a hook that failed where its entry says that a failure only warns
// (SPEC H6); silence would hide that a guard does not work (SPEC F4).
func warned(h hooks.Hook, rep hooks.Report) fault.Problem {
	return fault.Problem{
		File: h.File, Line: h.Place.Line, Column: h.Place.Column, Entry: string(h.Name),
		Rule: "hooks/failed", Severity: fault.SeverityWarning, Message: rep.Reason, Hint: "usher hooks test " + string(h.Name),
	}
}
