package cmd

import (
	"context"
	"errors"

	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gate"
)

// saidBy is a decision that a person's answer, or its want, came to.
func saidBy(who string, v gate.Verdict) gate.Decision {
	return gate.Decision{Verdict: v, Reasons: []gate.Reason{{By: who}}}
}

// recorded puts a decision into the audit file before anything follows from it
// (SPEC Z4). The error is that of policy audit.required.
func (c *calling) recorded(ctx context.Context, g ground, r engine.Request, d gate.Decision) error {
	err := g.Record(ctx, engine.At{Surface: c.word()}, r, engine.Outcome{Decision: d, Reports: c.reports})
	if err != nil && !g.Policy.AuditRequired {
		c.problems = append(c.problems, g.UnrecordedProblem(err))
	}
	return g.Unrecorded(err)
}

// unanswered is the end of a question that was not answered with a yes, and its record.
// Where nobody could be asked the question itself is all there is.
func (c *calling) unanswered(ctx context.Context, g ground, r engine.Request, end error) error {
	var e *fault.Error
	if errors.As(end, &e) && e.Kind == fault.NeedsPerson || g.Standing == nil {
		return end
	}
	by := "person"
	if errors.As(end, &e) && e.Kind == fault.Interrupted {
		by = "interrupted"
	}
	_ = c.recorded(ctx, g, r, saidBy(by, gate.Deny)) // refused already
	return end
}
