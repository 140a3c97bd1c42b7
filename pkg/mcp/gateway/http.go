package gateway

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"usher/pkg/fault"
)

// Bounds of the HTTP door (SPEC Q9). A client has them to itself: none of them
// limits how long a call may take.
const (
	maxConnections = 512
	maxStrangers   = 256 // of them, that have shown no token yet
	maxSessions    = 256
	maxHeader      = 16 << 10
	slop           = 4 << 10 // net/http takes so much more
	maxBody        = 16 << 20

	longIdle = time.Hour // a session that nobody used is ended
)

// waits are how long a hall waits for a client.
type waits struct {
	head, body time.Duration // to come, each whole
	write      time.Duration // to be taken
	idle       time.Duration // for the next request on a connection
	breath     time.Duration // between signs of life to a client that waits for an answer
	close      time.Duration // for answers under way when the door closes
}

// patience is less between signs of life than proxies commonly wait for one.
func patience() waits {
	return waits{head: 10 * time.Second, body: 30 * time.Second, write: 30 * time.Second,
		idle: 2 * time.Minute, breath: 20 * time.Second, close: 2 * time.Second}
}

// Door is what stands between a network and the gateway (SPEC Q9).
type Door struct {
	Token   string   // on every request; never empty
	Hosts   []string // the Host headers that are let in, as sent, port included
	Origins []string // the Origin headers that are let in; a request without one comes from no page
}

// front is what the door leads to: a Gateway, and in tests something in its place.
type front interface {
	begin() talker
	Stateless(ctx context.Context, message []byte, out Sink)
	mirrors(ctx context.Context, tool string) []mirrored
}

// talker is a Session.
type talker interface {
	ID() string
	Take(ctx context.Context, message []byte, out Sink)
	Listen(out Sink) (stop func())
	Close()
}

func (g *Gateway) begin() talker { return g.NewSession() }

// ServeNet speaks MCP over HTTP with whoever holds the token, on connections of l,
// until ctx ends. Calls that are under way are cancelled then, and have ended when it
// returns; l is closed.
func (g *Gateway) ServeNet(ctx context.Context, l net.Listener, d Door) error {
	say := g.o.Say
	if say == nil {
		say = func(fault.Problem) {}
	}
	return newHall(g, d, say).serve(ctx, l)
}

// serve is ServeNet.
func (h *hall) serve(ctx context.Context, l net.Listener) error {
	inner, cancel := context.WithCancel(context.WithoutCancel(ctx)) // it ends after the sessions, which say why
	defer cancel()
	srv := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: h.waits.head,
		IdleTimeout:       h.waits.idle,
		MaxHeaderBytes:    maxHeader - slop,
		BaseContext:       func(net.Listener) context.Context { return inner },
		ErrorLog:          slog.NewLogLogger(&told{say: h.say}, slog.LevelError),
	}
	ended := make(chan error, 1)
	in := &bounded{Listener: l, free: make(chan struct{}, maxConnections), say: h.say}
	h.knows = in.knows
	go func() { ended <- srv.Serve(in) }()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
		h.close() // what is under way is cancelled, so that its requests end
		cancel()
		late, done := context.WithTimeout(context.Background(), h.waits.close)
		_ = srv.Shutdown(late) // whoever does not take its answer in time is cut off
		done()
	}
	cancel()
	h.close()
	_ = srv.Close() // its listener is closed already
	h.busy.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
