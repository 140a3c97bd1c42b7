package gateway

import (
	"context"

	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/trust"
)

// plans are the decisions that stand as long as what holds is the same: those in which
// neither the arguments nor the time nor the conversation have a part. A Standing never
// changes.
type plans struct {
	at   *engine.Standing
	made map[string]*plan // by the name as it stands in a call; nil: it takes the long way
}

// maxPlans names are remembered.
const maxPlans = 1000

type plan struct {
	server effective.Server
	launch effective.Launch
	tool   string
	name   []byte // the same as JSON
	again  bool
	mark   trust.Standing

	list *mcp.Tool // the begin of the list in which the tool was found settled
}

// of is the plan for a tool named by this JSON text.
func (p *plans) of(s *Session, gr Ground, name []byte) *plan {
	if at := gr.Standing(); p.at != at || len(p.made) >= maxPlans {
		p.at, p.made = at, map[string]*plan{}
	}
	made, known := p.made[string(name)]
	if !known {
		made = planned(s, p.at, name)
		p.made[string(name)] = made
	}
	return made
}

// planned decides about a tool; nil for anything but a plain allow by the person's mark.
func planned(s *Session, at *engine.Standing, name []byte) *plan {
	word, ok := textOf(name)
	tool, err := names.ParseTool(word)
	if !ok || err != nil || tool.String() != word || at.Policy.AuditFile != "" || at.Policy.AuditRequired {
		return nil // each decision is recorded before it is acted on, or refused where it cannot be (SPEC Z4)
	}
	p := &plan{tool: tool.Name(), name: quote(tool.Name())}
	if len(at.Covering(hooks.PreToolUse, tool))+len(at.Covering(hooks.PostToolUse, tool)) > 0 {
		return nil
	}
	q := s.requestFor(tool)
	f, out := at.Facts(q), at.Decide(context.Background(), q, nil) // there is no hook to fire
	s.g.say(out.Problems...)
	if f.Target != gate.ServerTool || f.Grant != gate.GrantAllow || out.Decision.Verdict != gate.Allow {
		return nil
	}
	id, _ := tool.Server()
	if p.server, ok = at.Set.Find(id); !ok {
		return nil
	}
	p.launch = at.Set.Launch(p.server)
	p.mark = at.Ledger.Standing(p.launch.Key, tool.Name())
	p.again = p.mark.ReadOnly && !p.mark.Asleep
	return p
}

// fits reports that the server's list has the tool as it was decided about, which the
// first call with that list finds out (SPEC M4).
func (p *plan) fits(g *Gateway, list mcp.Manifest) bool {
	if len(list.Tools) == 0 {
		return false
	}
	if p.list == &list.Tools[0] {
		return true
	}
	tool, offered := list.Tool(p.tool)
	if !offered || tool.Unfit != "" { // which rests on more than the digest covers
		return false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if another(p.mark, tool.Digest) || !g.settled[settledTool{launch: p.launch.Key.Digest, tool: tool.Digest, name: p.tool}] {
		return false
	}
	p.list = &list.Tools[0]
	return true
}
