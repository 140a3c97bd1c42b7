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
	maxSessions    = 256
	maxHeader      = 16 << 10
	maxBody        = 16 << 20

	headerWait = 10 * time.Second // for the head of a request
	bodyWait   = 30 * time.Second // for its body
	writeWait  = 30 * time.Second // for a client to take what is sent
	idleWait   = 2 * time.Minute  // for the next request on a connection
	breath     = 25 * time.Second // between signs of life on a stream
	closeWait  = 2 * time.Second  // for answers under way when the door closes
	longIdle   = time.Hour        // a session that nobody used is ended
)

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
		ReadHeaderTimeout: headerWait,
		IdleTimeout:       idleWait,
		MaxHeaderBytes:    maxHeader,
		BaseContext:       func(net.Listener) context.Context { return inner },
		ErrorLog:          slog.NewLogLogger(&told{say: h.say}, slog.LevelError),
	}
	ended := make(chan error, 1)
	go func() {
		ended <- srv.Serve(&bounded{Listener: l, free: make(chan struct{}, maxConnections), say: h.say})
	}()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
		h.close() // what is under way is cancelled, so that its requests end
		cancel()
		late, done := context.WithTimeout(context.Background(), closeWait)
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
