package gateway

import (
	"slices"

	"usher/pkg/names"
)

// underway is a call that a server works at: whose it is, and where its answer goes.
type underway struct {
	s   *Session
	out Sink
}

// calling notes that a session's call is under way at a server, until done is called.
func (g *Gateway) calling(id names.ServerID, s *Session, out Sink) (done func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	this := &underway{s, out}
	g.calls[id] = append(g.calls[id], this)
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.calls[id] = slices.DeleteFunc(g.calls[id], func(c *underway) bool { return c == this })
	}
}

// causing is the session whose call a server's message is taken to be about: the one
// whose calls are under way there, on stdio the only one; and where the answer to that
// call goes, if it is but one. What several may have caused is told to none of them, for
// it may hold what another sent (SPEC V7).
func (g *Gateway) causing(id names.ServerID) underway {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch calls := g.calls[id]; {
	case len(calls) == 1:
		return *calls[0]
	case len(calls) > 1:
		if !slices.ContainsFunc(calls, func(c *underway) bool { return c.s != calls[0].s }) {
			return underway{s: calls[0].s}
		}
	case len(g.sessions) == 1:
		for s := range g.sessions {
			if s.front == "stdio" {
				return underway{s: s}
			}
		}
	}
	return underway{}
}
