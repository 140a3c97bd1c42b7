package engine

import (
	"usher/pkg/effective"
	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/names"
	"usher/pkg/trust"
)

// Explanation is a View of one call, with what the facts were taken from.
type Explanation struct {
	View
	ID       names.ServerID     // of the tool, "" for a host's own
	Server   *effective.Server  // nil where no server of that id stands
	Shadowed []effective.Server // those it hides
	Launch   effective.Launch
	Approved bool
	Mark     trust.Standing // what the ledger says about the tool
	Hooks    Cast
}

// Cast are the hooks of all layers as one call sees them. Run are those it is
// shown to, in order, unless it is refused before; the others are counted by why
// they stay out.
type Cast struct {
	Run       []hooks.Hook
	Parked    int // "enabled": false
	Off       int // they match, and policy keeps them from running
	Waiting   int // they match, in a hooks file that nobody accepted
	Unmatched int // their pattern does not cover the tool
	Elsewhere int // for another event
}

// Explain takes one call apart. No hook is fired and nothing is asked (SPEC H5).
func (s *Standing) Explain(r Request) Explanation {
	e := Explanation{Hooks: s.cast(r.Tool)}
	e.View = s.pointedAt(Explain(s.Facts(r), len(e.Hooks.Run) > 0))
	id, ok := r.Tool.Server()
	if !ok || e.Facts.Target == gate.OwnTool {
		e.Obstacles = unmarked(e.Obstacles)
		return e
	}
	e.ID = id
	e.Launch.Key.Server = id
	if sv, ok := s.Set.Find(id); ok {
		e.Server, e.Launch = &sv, s.Set.Launch(sv)
		e.Approved = sv.Layer == trust.Machine || s.Ledger.Approved(e.Launch.Key) || s.ApprovedByPin(sv)
	}
	for _, sv := range s.Set.Servers {
		if sv.ID == id && sv.ShadowedBy != "" {
			e.Shadowed = append(e.Shadowed, sv)
		}
	}
	e.Mark = s.Ledger.Standing(e.Launch.Key, r.Tool.Name())
	if e.Server == nil && e.Mark.Decision == "" {
		e.Obstacles = later(e.Obstacles, "once the server is there: usher grant set "+string(id)+" "+QuoteArg(r.Tool.Name())+" --allow")
	}
	return e
}

// pointedAt is a View whose commands name the definition that is known now.
func (s *Standing) pointedAt(v View) View {
	for _, d := range [...]*gate.Decision{&v.Before, &v.Best, &v.Worst} {
		*d = s.pointed(v.Facts, *d)
	}
	for i := range v.Obstacles {
		v.Obstacles[i].Reasons = s.precise(v.Facts, v.Obstacles[i].Reasons)
	}
	return v
}

// later is what to do about a mark that waits for its server.
func later(os []Obstacle, hint string) []Obstacle {
	for _, o := range os {
		for i := range o.Reasons {
			if o.Fact == AGrant {
				o.Reasons[i].Hint = hint
			}
		}
	}
	return os
}

// unmarked leaves the mark out where there cannot be one: a host's own tool.
func unmarked(os []Obstacle) []Obstacle {
	var out []Obstacle
	for _, o := range os {
		if o.Fact != AGrant {
			out = append(out, o)
		}
	}
	return out
}

func (s *Standing) cast(t names.Tool) Cast {
	c := Cast{Run: hooks.Select(s.Set.Running(), hooks.PreToolUse, t)}
	running := map[string]bool{}
	for _, h := range c.Run {
		running[h.ID()+" "+h.Where()] = true
	}
	for _, h := range s.Set.Hooks {
		switch {
		case running[h.ID()+" "+h.Where()]:
		case h.Event != hooks.PreToolUse:
			c.Elsewhere++
		case h.Parked:
			c.Parked++
		case !h.Match.Match(t):
			c.Unmatched++
		default:
			c.Off++
		}
	}
	for _, w := range s.Set.Waiting {
		c.Waiting += len(hooks.Select(w.Hooks, hooks.PreToolUse, t))
	}
	return c
}
