package gateway

import (
	"context"
	"fmt"

	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/names"
)

// Keep ends what may not run any more: what is gone, defined otherwise, not approved,
// disabled, of a folder that is not trusted now, or refused by a policy (SPEC V4). A
// call that is under way there fails at once. It does not wait for their end.
func (p *Pool) Keep(g Ground) { p.Sweep(g) }

// Sweep is Keep and gives the ids of the servers that it ended.
func (p *Pool) Sweep(g Ground) []names.ServerID {
	s := g.Standing()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.swept == s { // which never changes
		return nil
	}
	p.swept = s
	var ended []names.ServerID
	for id, k := range p.servers {
		sv, ok := s.Set.Find(id)
		if ok {
			l := s.Set.Launch(sv)
			if state, _ := s.State(sv, l); state == gate.Ready && l.Key == k.launch.Key {
				k.ground = g
				continue
			}
		}
		if k.conn != nil || k.flight != nil {
			ended = append(ended, id)
		}
		p.drop(k)
	}
	return ended
}

// drop takes a server out of the pool and ends it; the pool is locked. What comes back
// is closed when nothing of it is left.
func (p *Pool) drop(k *kept) (gone <-chan struct{}) {
	done := make(chan struct{})
	if p.servers[k.server.ID] == k {
		delete(p.servers, k.server.ID)
	}
	k.dropped = true
	if k.stop != nil {
		k.stop()
	}
	conn, f := k.conn, k.flight
	p.group.Go(func() {
		defer close(done)
		if conn != nil {
			conn.Close()
		}
		if f != nil { // a start ends what it started itself
			<-f.done
		}
	})
	return done
}

// Restart ends a server, forgets its failures and starts it as it is defined now. One
// that may not run stays ended, and why is the error (SPEC S12).
func (p *Pool) Restart(ctx context.Context, g Ground, id names.ServerID) error {
	p.mu.Lock()
	k := p.servers[id]
	var gone <-chan struct{}
	if k != nil {
		gone = p.drop(k)
	}
	p.mu.Unlock()
	if gone != nil {
		select {
		case <-gone:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	sv, ok := g.Standing().Set.Find(id)
	if !ok {
		return fault.New(fault.Failed, fmt.Sprintf("no server %q is defined", id), "usher server list")
	}
	if _, _, err := p.Conn(ctx, g, sv); err != nil {
		return err
	}
	p.o.Changed(id)
	return nil
}
