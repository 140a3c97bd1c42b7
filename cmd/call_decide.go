package cmd

import (
	"context"
	"fmt"

	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/names"
)

// decide is the gate's decision. Where a hook ran everything is read again after it,
// for a hook may take minutes: what was revoked, denied or edited meanwhile counts,
// beside what the hooks said (SPEC A2, T4).
func (c *calling) decide(ctx context.Context, g ground, r engine.Request, fire engine.Fire) (ground, gate.Decision, error) {
	out := g.Decide(ctx, r, fire)
	c.problems, c.reports = out.Problems, out.Reports
	log := logbook{app: c.app, state: g.at.State}
	for _, rep := range out.Reports {
		if o, ok := hooks.Opinion(rep); ok {
			c.opinions = append(c.opinions, o)
		} else {
			log.keep(ctx, rep)
		}
	}
	c.problems = append(c.problems, log.problems...)
	if ctx.Err() != nil {
		return g, gate.Decision{}, fault.New(fault.Interrupted, "interrupted: nothing was called")
	}
	if len(out.Reports) == 0 || out.Decision.Verdict == gate.Deny {
		return g, out.Decision, nil
	}
	now, err := c.firm()
	if err != nil {
		return g, gate.Decision{}, err
	}
	return now, now.Judge(r, c.opinions), nil
}

// vanished refuses a question about a tool that was marked and that the server
// lists no more: there is nothing a person could allow (SPEC M4).
func (g ground) vanished(tool names.Tool, d gate.Decision) error {
	id, _ := tool.Server()
	sv, ok := g.Set.Find(id)
	if !ok || d.Verdict != gate.Ask {
		return nil
	}
	key := g.Set.Launch(sv).Key
	known, kept := g.known(key.Digest)
	if _, listed := known.Tool(tool.Name()); listed || !kept || !g.Ledger.Standing(key, tool.Name()).Asleep {
		return nil
	}
	return fault.New(fault.Refused, fmt.Sprintf("server %q has no tool %q any more", id, tool.Name()),
		"ask it again: usher server tools "+string(id)+" --refresh")
}
