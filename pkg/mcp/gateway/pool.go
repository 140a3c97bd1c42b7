package gateway

import (
	"context"
	"sync"
	"time"

	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/mcp/client"
	"usher/pkg/names"
)

// PoolOptions is what a Pool works with. Changed and Notice are called from several
// goroutines, and a nil one is not called.
type PoolOptions struct {
	Dial    func(context.Context, client.Target) (*client.Conn, error)
	Changed func(names.ServerID)                                              // its tools changed, or it is another one now
	Notice  func(id names.ServerID, method string) (take func(params []byte)) // what a server tells, see client.Conn.OnNotice
	Now     func() time.Time
}

// Pool is the servers that a gateway runs (SPEC V5). Each starts when it is first
// needed, once however many ask, and waits for no other; its list is fetched and
// learned before it is handed out (SPEC M4). None outlives Close.
type Pool struct {
	o PoolOptions

	mu      sync.Mutex
	servers map[names.ServerID]*kept
	closed  bool
	swept   *engine.Standing // no server may run that may not by it; nil: not known
	group   sync.WaitGroup   // starts and ends that are under way
}

// NewPool makes a pool; it starts nothing.
func NewPool(o PoolOptions) *Pool {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Changed == nil {
		o.Changed = func(names.ServerID) {}
	}
	return &Pool{o: o, servers: map[names.ServerID]*kept{}}
}

// Conn is a server that runs as g defines it, started now if need be, with its list
// of tools. One that failed is not started again before its time, and after
// MaxFailures in a row not at all: that is said at once (SPEC V5). ctx is the
// asker's: a start goes on without it, for the next that asks.
func (p *Pool) Conn(ctx context.Context, g Ground, sv effective.Server) (*client.Conn, mcp.Manifest, error) {
	l := g.Standing().Set.Launch(sv)
	for {
		f, err := p.board(g, sv, l)
		if err != nil {
			return nil, mcp.Manifest{}, err
		}
		select {
		case <-f.done:
		case <-ctx.Done():
			return nil, mcp.Manifest{}, ctx.Err()
		}
		if !f.again {
			return f.conn, f.list, f.err
		}
	}
}

// flight is something that is under way with a server, and how it came out.
type flight struct {
	done chan struct{} // closed when the rest is set

	conn  *client.Conn
	list  mcp.Manifest
	err   error
	again bool // look once more: it ended, and that is noted now
}

// landed is a flight that is over.
func landed(conn *client.Conn, list mcp.Manifest) *flight {
	f := &flight{done: make(chan struct{}), conn: conn, list: list}
	close(f.done)
	return f
}

// board gives the flight to wait for: the one under way, one that is over where the
// server runs, else a start.
func (p *Pool) board(g Ground, sv effective.Server, l effective.Launch) (*flight, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, fault.New(fault.Failed, "the gateway is ending, so no server is started")
	}
	k := p.servers[sv.ID]
	if k != nil && k.launch.Key != l.Key {
		p.drop(k)
		k = nil
	}
	if k == nil {
		k, p.swept = &kept{server: sv, launch: l}, nil
		p.servers[sv.ID] = k
	}
	k.ground = g
	switch {
	case k.flight != nil:
		return k.flight, nil
	case k.conn != nil && over(k.conn.Done()):
		return k.ending, nil
	case k.conn != nil:
		k.calls++
		return landed(k.conn, k.list), nil
	}
	if err := k.refusal(p.o.Now()); err != nil {
		return nil, err
	}
	p.start(k)
	return k.flight, nil
}

// running is Conn where the server runs and nothing is under way with it.
func (p *Pool) running(g Ground, sv effective.Server, l effective.Launch) (beginner, mcp.Manifest, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	k := p.servers[sv.ID]
	if p.closed || k == nil || k.conn == nil || k.flight != nil || k.launch.Key != l.Key || over(k.conn.Done()) {
		return nil, mcp.Manifest{}, false
	}
	k.ground = g
	k.calls++
	return k.conn, k.list, true
}

func over(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}

// Close ends every server with everything it started, and waits for it.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	for _, k := range p.servers {
		p.drop(k)
	}
	p.mu.Unlock()
	p.group.Wait()
}
