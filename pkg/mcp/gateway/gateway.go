package gateway

import (
	"context"
	"errors"
	"io"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/mcp/client"
	"usher/pkg/names"

	"usher/pkg/effective"
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
	Say         func(fault.Problem) // to the person, on stderr; may be called from several goroutines, never twice at once
}

// Gateway is one front for any number of sessions.
type Gateway struct {
	o Options
}

// New makes a gateway; it starts nothing.
func New(o Options) *Gateway { return &Gateway{o: o} }

// ServeStdio speaks with one assistant, a message a line, until in ends, ctx does or
// out breaks. Calls that are under way are cancelled then, and have ended when it returns.
func (g *Gateway) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	return errors.New("not built yet")
}

// Stateless answers one message of an assistant that speaks 2026-07-28, which has no
// sessions; it returns when the answer was sent.
func (g *Gateway) Stateless(ctx context.Context, message []byte, out Sink) {}

// Changed tells every session that a server's tools changed, Notice what a server
// tells: the params of one of its notifications, as sent. They are what a Pool is given.
func (g *Gateway) Changed(id names.ServerID) {}

func (g *Gateway) Notice(id names.ServerID, method string, params []byte) {}
