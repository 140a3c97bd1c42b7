package gateway

import "usher/pkg/names"

// calling notes that a session's call is under way at a server, until done is called.
func (g *Gateway) calling(id names.ServerID, s *Session) (done func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.calls[id] == nil {
		g.calls[id] = map[*Session]int{}
	}
	g.calls[id][s]++
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.calls[id][s]--; g.calls[id][s] == 0 {
			delete(g.calls[id], s)
		}
	}
}

// causing is the session whose call a server's message is taken to be about: the one
// whose calls are under way there, on stdio the only one. What several may have caused
// is told to none of them, for it may hold what another sent (SPEC V7).
func (g *Gateway) causing(id names.ServerID) *Session {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.calls[id]) == 1 {
		for s := range g.calls[id] {
			return s
		}
	}
	if len(g.calls[id]) == 0 && len(g.sessions) == 1 {
		for s := range g.sessions {
			if s.front == "stdio" {
				return s
			}
		}
	}
	return nil
}
