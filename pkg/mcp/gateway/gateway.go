package gateway

import (
	"context"
	"sync"

	"usher/pkg/digest"
	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/mcp/client"
	"usher/pkg/names"
)

// Servers are the running servers; Pool is them.
type Servers interface {
	// Conn is a server that runs, started now if need be, with its list of tools,
	// fetched and learned before it is handed out (SPEC M4).
	Conn(ctx context.Context, g Ground, sv effective.Server) (*client.Conn, mcp.Manifest, error)

	// Keep ends what may not run any more.
	Keep(g Ground)
}

// Options is what a gateway works with.
type Options struct {
	House       House
	Pool        Servers
	Version     string              // usher's own, told to the assistant
	Interactive bool                // the assistant is a chat with a person behind it (SPEC V2)
	Say         func(fault.Problem) // to the person, on stderr; never called twice at once; nil: nobody listens
}

// Gateway is one front for any number of sessions.
type Gateway struct {
	o       Options
	methods map[string]method
	states  states
	reach   func(ctx context.Context, g Ground, sv effective.Server) (server, mcp.Manifest, error)
	running func(g Ground, sv effective.Server, l effective.Launch) (beginner, mcp.Manifest, bool)

	mu       sync.Mutex
	sessions map[*Session]bool
	subs     map[*subscription]bool
	settled  map[settledTool]bool
	late     map[names.ServerID]bool
	slow     map[names.ServerID]digest.Digest // the launch that was slow when it was last waited for with others
	calls    map[names.ServerID][]*underway   // that are under way

	saying sync.Mutex
	said   map[fault.Problem]bool
}

// server is what is used of a client.Conn.
type server interface {
	Forward(ctx context.Context, f client.Forward) (result []byte, err error)
	Offers(capability string) bool
}

// New makes a gateway; it starts nothing.
func New(o Options) *Gateway {
	g := &Gateway{
		o: o, methods: table(), states: newStates(),
		sessions: map[*Session]bool{}, subs: map[*subscription]bool{}, settled: map[settledTool]bool{}, late: map[names.ServerID]bool{}, slow: map[names.ServerID]digest.Digest{}, calls: map[names.ServerID][]*underway{}, said: map[fault.Problem]bool{},
	}
	g.reach = func(ctx context.Context, gr Ground, sv effective.Server) (server, mcp.Manifest, error) {
		conn, m, err := o.Pool.Conn(ctx, gr, sv)
		if err != nil {
			return nil, m, err
		}
		return conn, m, nil
	}
	g.running = func(gr Ground, sv effective.Server, l effective.Launch) (beginner, mcp.Manifest, bool) {
		if p, ok := o.Pool.(*Pool); ok {
			return p.running(gr, sv, l)
		}
		return nil, mcp.Manifest{}, false
	}
	return g
}

// now is what holds at this moment; whatever may not run any more is ended (SPEC V4).
func (g *Gateway) now(ctx context.Context) (Ground, error) {
	gr, err := g.o.House.Now(ctx)
	if err != nil {
		return nil, err
	}
	if g.o.Pool != nil {
		g.o.Pool.Keep(gr)
	}
	return gr, nil
}

// maxSaid problems are remembered, so that each is said once.
const maxSaid = 1000

// say tells the person of problems, each once.
func (g *Gateway) say(problems ...fault.Problem) {
	if g.o.Say == nil {
		return
	}
	g.saying.Lock()
	defer g.saying.Unlock()
	for _, p := range problems {
		if g.said[p] {
			continue
		}
		if len(g.said) >= maxSaid {
			clear(g.said)
		}
		g.said[p] = true
		g.o.Say(p)
	}
}
