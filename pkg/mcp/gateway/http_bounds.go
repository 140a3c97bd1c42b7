package gateway

import (
	"context"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"

	"usher/pkg/clean"
	"usher/pkg/fault"
)

// bounded is a listener that holds so many connections and no more: one too many is
// closed at once, so that those who wait in front hold up nobody.
type bounded struct {
	net.Listener
	free chan struct{}
	full atomic.Bool
	say  func(fault.Problem)
}

func (b *bounded) Accept() (net.Conn, error) {
	for {
		c, err := b.Listener.Accept()
		if err != nil {
			return nil, err
		}
		select {
		case b.free <- struct{}{}:
			b.full.Store(false)
			return &held{Conn: c, give: sync.OnceFunc(func() { <-b.free })}, nil
		default:
			_ = c.Close() // nothing was said on it
			if !b.full.Swap(true) {
				b.say(fault.Problem{Rule: "serve/connections", Severity: fault.SeverityWarning,
					Message: "the gateway holds as many connections as it may; further ones are closed until others end"})
			}
		}
	}
}

// held is a connection that gives its place back when it is closed.
type held struct {
	net.Conn
	give func()
}

func (h *held) Close() error {
	h.give()
	return h.Conn.Close()
}

// told passes on what the HTTP server has to say of itself: a listener that fails, a
// handler that broke. Only the first line, for the rest is a trace.
type told struct {
	say func(fault.Problem)
}

func (t *told) Enabled(context.Context, slog.Level) bool { return true }
func (t *told) WithAttrs([]slog.Attr) slog.Handler       { return t }
func (t *told) WithGroup(string) slog.Handler            { return t }

func (t *told) Handle(_ context.Context, r slog.Record) error {
	line, _ := clean.Cut(clean.Line(firstLine(r.Message)), 300)
	t.say(fault.Problem{Rule: "serve/http", Severity: fault.SeverityWarning, Message: line})
	return nil
}

func firstLine(s string) string {
	for i := range len(s) {
		if s[i] == '\n' {
			return s[:i]
		}
	}
	return s
}
