package gateway

import (
	"context"
	"fmt"

	"usher/pkg/digest"
	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/trust"
)

// settledTool is a tool as one list of a launch describes it, after what the marks
// remember was compared with it.
type settledTool struct {
	launch, tool digest.Digest
	name         string
}

// maxSettled of them are remembered; more are compared again.
const maxSettled = 100_000

// compare sees that the tool is one the server offers, and decides once more where its
// definition is not known to be the one the decision was about. The hooks have spoken
// already, and what they said still counts; the mark is what may have changed.
// Where the server was waited for it is decided anew in any case (SPEC V4).
func (c *call) compare(ctx context.Context, sv effective.Server, m mcp.Manifest, waited bool) error {
	if !c.tools && !waited {
		return nil
	}
	tool, offered := m.Tool(c.Tool.Name())
	if c.tools && (!offered || tool.Unfit != "") {
		return notOffered(sv.ID, c.Tool.Name(), m)
	}
	if c.tools && c.outran(sv, tool.Digest) {
		if _, err := c.ground.Learn(ctx, c.ground.Standing().Set.Launch(sv).Key, m); err != nil {
			return err
		}
		waited = true
	}
	this := settledTool{launch: c.launch(), tool: tool.Digest, name: c.Tool.Name()}
	c.g.mu.Lock()
	known := c.g.settled[this]
	c.g.mu.Unlock()
	other := c.allowedOnce && c.tools && c.asked != "" && c.asked != tool.Digest // than the person was asked about
	if known && !other && !waited {
		return nil
	}
	slept := c.asleep(sv)
	d, err := c.anew(ctx)
	if err != nil {
		return err
	}
	if c.launch() != this.launch {
		return c.settle(ctx, said(gate.Deny, "server "+string(sv.ID), "what it runs changed meanwhile; call it again"))
	}
	// Who allowed the call just now is asked again only where the tool is another since.
	if d.Verdict == gate.Deny || d.Verdict == gate.Ask && (!c.allowedOnce || other || c.late || c.asleep(sv) && !slept) {
		if err := c.settle(ctx, d); err != nil {
			return err
		}
	}
	if d.Verdict != gate.Allow || !c.tools {
		return nil // what a person allowed once is no more than that
	}
	c.g.mu.Lock()
	defer c.g.mu.Unlock()
	if len(c.g.settled) >= maxSettled {
		clear(c.g.settled)
	}
	c.g.settled[this] = true
	return nil
}

// outran reports a mark that was made about another definition than the server's list
// has, after that was learned: nobody saw that the two differ (SPEC M4).
func (c *call) outran(sv effective.Server, now digest.Digest) bool {
	at := c.ground.Standing()
	return another(at.Ledger.Standing(at.Set.Launch(sv).Key, c.Tool.Name()), now)
}

// another reports a mark that does not sleep and is about another definition.
func another(mark trust.Standing, now digest.Digest) bool {
	return mark.ToolDigest != "" && mark.ToolDigest != now && !mark.Asleep && (mark.Decision == trust.Allow || mark.ReadOnly)
}

// asleep reports that the tool's mark does not count, because the tool changed.
func (c *call) asleep(sv effective.Server) bool {
	at := c.ground.Standing()
	return at.Ledger.Standing(at.Set.Launch(sv).Key, c.Tool.Name()).Asleep
}

func notOffered(id names.ServerID, tool string, m mcp.Manifest) error {
	hint := "usher server tools " + string(id)
	if t, listed := m.Tool(tool); listed {
		return fault.New(fault.Refused, notOfferedFor(tool, t.Unfit), hint)
	}
	for _, n := range m.NotOffered {
		if n.Name == tool {
			return fault.New(fault.Refused, notOfferedFor(n.Name, n.Why), hint)
		}
	}
	return fault.New(fault.Refused, fmt.Sprintf("server %q has no tool %q", id, tool), hint)
}
