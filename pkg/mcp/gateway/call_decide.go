package gateway

import (
	"context"
	"fmt"

	"usher/pkg/digest"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hooks"
)

// decide is the gate's decision. Where a hook ran everything is read again after it,
// for a hook may take minutes: what was revoked, denied or edited meanwhile counts,
// beside what the hooks said (SPEC A2, T4).
func (c *call) decide(ctx context.Context) (gate.Decision, error) {
	out := c.hear(ctx, c.fire)
	if ctx.Err() != nil {
		return gate.Decision{}, ctx.Err()
	}
	if len(out.Reports) == 0 || out.Decision.Verdict == gate.Deny {
		return out.Decision, nil
	}
	return c.anew(ctx)
}

// hear runs the hooks that guard the call.
func (c *call) hear(ctx context.Context, fire engine.Fire) engine.Outcome {
	c.guards = c.guarding()
	out := c.ground.Standing().Decide(ctx, c.Request, fire)
	c.g.say(out.Problems...)
	c.reports = append(c.reports, out.Reports...)
	for _, rep := range out.Reports {
		if o, ok := hooks.Opinion(rep); ok {
			c.opinions = append(c.opinions, o)
		}
	}
	return out
}

// guarding tells the hooks that guard the call from others; "" for none.
func (c *call) guarding() string {
	hs := c.ground.Standing().Covering(hooks.PreToolUse, c.Tool)
	if len(hs) == 0 {
		return ""
	}
	return fmt.Sprint(hs)
}

// maxHeard times the hooks of one call may be others than those that spoke.
const maxHeard = 8

// anew decides on what holds now, with what the hooks have said. Where others guard the
// call than those that spoke, they are heard too, and what holds is read again (SPEC V4).
func (c *call) anew(ctx context.Context) (gate.Decision, error) {
	for range maxHeard {
		gr, err := c.g.now(ctx)
		if err != nil {
			return gate.Decision{}, err
		}
		c.ground = gr
		if c.guarding() == c.guards {
			return gr.Standing().Judge(c.Request, c.opinions), nil
		}
		c.late = true
		fire, end := gr.Fire(c.ConversationID)
		c.hear(ctx, fire)
		end()
		if ctx.Err() != nil {
			return gate.Decision{}, ctx.Err()
		}
	}
	return said(gate.Deny, "hooks", "those that guard the call are others again and again; call it again once they stay as they are"), nil
}

// settle turns a decision into leave to go on, or the error that ends the call.
// It is recorded before anything is done (SPEC C4, audit.required).
func (c *call) settle(ctx context.Context, d gate.Decision) error {
	if why := c.unreal(d); why != nil {
		d = gate.Decision{Verdict: gate.Deny, Reasons: []gate.Reason{*why}}
	}
	if d.Verdict == gate.Ask {
		var err error
		if d, err = c.question(ctx, d); err != nil {
			return err
		}
	}
	if err := c.record(ctx, d); err != nil {
		return err
	}
	if d.Verdict != gate.Allow {
		return refusal(d)
	}
	return nil
}

// question puts an ask to the person. After the answer everything is read again: it
// was about that launch, and what was revoked or denied meanwhile counts (SPEC A2, T4).
func (c *call) question(ctx context.Context, d gate.Decision) (gate.Decision, error) {
	if _, fits := argsShown(c.Args); !fits {
		return said(gate.Deny, "input", "the call has too many arguments to be shown, and what is not shown is not asked about", d.Reasons...), nil
	}
	was := c.launch()
	c.asked, c.late = c.definition(), false
	allowed, err := c.put(ctx, d, was)
	if err != nil {
		return d, c.unanswered(ctx, err)
	}
	if !allowed {
		return said(gate.Deny, byPerson, "the call was not allowed when it was asked about", d.Reasons...), nil
	}
	now, err := c.anew(ctx)
	switch {
	case err != nil:
		return d, err
	case now.Verdict == gate.Deny:
		return now, nil
	case c.launch() != was:
		return said(gate.Deny, "server "+string(c.id()), "what it runs changed while the call was asked about; call it again to be asked again"), nil
	case now.Verdict == gate.Ask && c.late:
		return said(gate.Deny, "hooks", "others guard the call than when it was asked about; call it again to be asked again"), nil
	case c.definition() != c.asked:
		return said(gate.Deny, "server "+string(c.id()), "it describes the tool otherwise than when the call was asked about; call it again to be asked again"), nil
	}
	c.allowedOnce = true
	return said(gate.Allow, byPerson, "the call was allowed once"), nil
}

// launch is the launch that the call would use, "" for none.
func (c *call) launch() digest.Digest {
	sv, ok := c.server()
	if !ok {
		return ""
	}
	return c.ground.Standing().Set.Launch(sv).Key.Digest
}

// refusal is a decision's words, with the next commands (SPEC G4, G5).
func refusal(d gate.Decision) error {
	var hints []string
	for _, r := range d.Reasons {
		if r.Hint != "" {
			hints = append(hints, r.Hint)
		}
	}
	return fault.New(fault.Refused, "the call is refused: "+d.Why(), hints...)
}
