package engine

import (
	"slices"

	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/names"
	"usher/pkg/trust"
)

// Covering are the hooks that an event about a tool fires, in their order: of several
// tools that could be meant, those of any.
func (s *Standing) Covering(e hooks.Event, tools ...names.Tool) []hooks.Hook {
	running := s.Set.Running()
	if len(tools) == 1 {
		return hooks.Select(running, e, tools[0])
	}
	var out []hooks.Hook
	for i := range running {
		for _, t := range tools {
			if one := hooks.Select(running[i:i+1], e, t); len(one) > 0 {
				out = append(out, one...)
				break
			}
		}
	}
	return out
}

// strictest are the facts of what could be meant for which the verdict is strictest
// (SPEC G6); of equals the first.
func (s *Standing) strictest(r Request) gate.Facts {
	f := s.Facts(r)
	for _, t := range r.Also {
		other := r
		other.Tool = t
		if g := s.Facts(other); gate.Stricter(gate.Screen(g), gate.Screen(f)) {
			f = g
		}
	}
	return f
}

// ProjectsAlone leaves of the hooks those of the project folder: for a second folder
// that guards the same call, where the others run once already (SPEC L5).
func (s *Standing) ProjectsAlone() {
	s.Set.Hooks = slices.DeleteFunc(slices.Clone(s.Set.Hooks), func(h hooks.Hook) bool { return h.Layer != trust.Project })
}

// Servers are the ids that stand in a definition or in a decision.
func (s *Standing) Servers() []names.ServerID {
	var out []names.ServerID
	for _, sv := range s.Set.Servers {
		out = append(out, sv.ID)
	}
	for _, d := range s.Ledger.Decisions() {
		if d.Server != "" {
			out = append(out, d.Server)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Tools are the tools of a server that are known: a person decided about them, or the
// server listed them when it was last asked. A list that cannot be read adds none.
func (s *Standing) Tools(id names.ServerID) []string {
	var out []string
	for _, d := range s.Ledger.Decisions() {
		if d.Server == id && d.Tool != "" && d.Tool != trust.Star {
			out = append(out, d.Tool)
		}
	}
	for _, sv := range s.Set.Servers {
		if sv.ID != id || s.stateDir == "" {
			continue
		}
		for _, t := range s.list(sv).Tools {
			out = append(out, t.Name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
