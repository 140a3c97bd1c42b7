package gateway

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"sync"
	"sync/atomic"

	"usher/pkg/clean"
	"usher/pkg/fault"
)

// bounded is a listener that holds so many connections and no more: one too many is
// closed at once, so that those who wait in front hold up nobody. Of those that have
// not shown the token it holds fewer, and the oldest makes room: whoever has none keeps
// nobody out who has it.
type bounded struct {
	net.Listener
	free chan struct{}
	full atomic.Bool
	say  func(fault.Problem)

	mu        sync.Mutex
	strangers []*held // oldest first
	crowded   bool    // it was said
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
			h := &held{Conn: c}
			h.give = sync.OnceFunc(func() { <-b.free; b.part(func(one *held) bool { return one == h }) })
			b.meet(h)
			return h, nil
		default:
			_ = c.Close() // nothing was said on it
			if !b.full.Swap(true) {
				b.say(fault.Problem{Rule: "serve/connections", Severity: fault.SeverityWarning,
					Message: "the gateway holds as many connections as it may; further ones are closed until others end"})
			}
		}
	}
}

// meet takes a connection in that has shown no token.
func (b *bounded) meet(h *held) {
	b.mu.Lock()
	b.strangers = append(b.strangers, h)
	var oldest *held
	tell := false
	if len(b.strangers) > maxStrangers {
		oldest = b.strangers[0]
		tell, b.crowded = !b.crowded, true
	}
	b.mu.Unlock()
	if oldest != nil {
		_ = oldest.Close() // which parts it
	}
	if tell {
		b.say(fault.Problem{Rule: "serve/strangers", Severity: fault.SeverityWarning,
			Message: fmt.Sprintf("more than %d connections were open that had shown no token; the oldest of them are closed", maxStrangers)})
	}
}

// knows is told that whoever is at addr has shown the token.
func (b *bounded) knows(addr string) {
	b.part(func(one *held) bool { return one.RemoteAddr().String() == addr })
}

func (b *bounded) part(is func(*held) bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.strangers = slices.DeleteFunc(b.strangers, is)
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
