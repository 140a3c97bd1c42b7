package engine

import (
	"context"

	"usher/pkg/gate"
	"usher/pkg/hooks"
)

// Fire runs one hook to its end.
type Fire func(context.Context, hooks.Hook, hooks.Payload) hooks.Report

// Decide takes a request to its decision (SPEC G1 to G5). PreToolUse hooks run
// one after another; the first refusal ends it, an ask does not (SPEC H5). A
// call that the facts already refuse is shown to no hook.
func (s *Standing) Decide(ctx context.Context, r Request, fire Fire) Outcome {
	out := Outcome{Problems: s.Problems}
	f := s.Facts(r)
	if d := gate.Screen(f); d.Verdict == gate.Deny {
		out.Decision = d
		return out
	}
	p := hooks.Payload{
		Event: hooks.PreToolUse, Source: r.Source, ConversationID: r.ConversationID,
		Tool: r.Tool, Args: r.Args, Files: r.Files,
	}
	var opinions []gate.Opinion
	for _, h := range hooks.Select(s.Set.Running(), hooks.PreToolUse, r.Tool) {
		rep := fire(ctx, h, p)
		out.Reports = append(out.Reports, rep)
		if o, ok := hooks.Opinion(rep); ok {
			opinions = append(opinions, o)
			if o.Verdict() == gate.Deny {
				break
			}
		}
	}
	out.Decision = gate.Decide(f, opinions)
	return out
}
