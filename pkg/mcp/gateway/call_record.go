package gateway

import (
	"context"
	"errors"

	"usher/pkg/engine"
	"usher/pkg/gate"
	"usher/pkg/names"
)

// Who ended a question, in the record.
const (
	byPerson      = "person"
	byNobody      = "unanswered"
	byInterrupted = "interrupted"
)

// record puts a decision into the record before anything follows from it, with the
// hooks that ran (SPEC Z4).
func (c *call) record(ctx context.Context, d gate.Decision) error {
	at := engine.At{Surface: "serve", Host: c.caller(), Front: c.s.front}
	return c.ground.Decided(ctx, at, c.Request, engine.Outcome{Decision: d, Reports: c.reports})
}

// unanswered is the end of a question that nobody answered, and its record. A question
// that is the answer itself is answered with the next request.
func (c *call) unanswered(ctx context.Context, end error) error {
	if errors.As(end, new(inputRequired)) {
		return end
	}
	by := byNobody
	if ctx.Err() != nil {
		by = byInterrupted
	}
	_ = c.record(ctx, said(gate.Deny, by, "nothing was called")) // refused already
	return end
}

// said is a decision that one voice came to, before the others.
func said(v gate.Verdict, by, says string, others ...gate.Reason) gate.Decision {
	return gate.Decision{Verdict: v, Reasons: append([]gate.Reason{{By: by, Says: says}}, others...)}
}

func (c *call) id() names.ServerID {
	id, _ := c.Tool.Server()
	return id
}

// caller is what the assistant calls itself, cleaned and cut. It is its own word.
func (r *request) caller() string {
	if r.modern {
		return whoOf(r.meta.Find(r.b, keyInfo))
	}
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	return r.s.who
}
