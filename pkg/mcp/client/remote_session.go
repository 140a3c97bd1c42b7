package client

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// session is one handshake and what belongs to it. The transport keeps its id and
// the version that every request names.
type session struct {
	tr    *transport.StreamableHTTP
	hello *Conn // what the server said of itself
	spent atomic.Bool
}

// begin shakes hands. Where the server names in a 400 the versions it speaks, the
// newest that usher speaks too is asked for, once. since is when the time for it
// began.
func (r *remote) begin(ctx, inner context.Context, since time.Time) (*session, *Failure) {
	if r.meta != nil {
		return r.discover(ctx, inner, since)
	}
	version := protocol
	for {
		s, fault := r.greet(ctx, inner, version, since)
		if fault == nil {
			return s, nil
		}
		other := listed(fault)
		if version != protocol || other == "" || other == version {
			return nil, fault
		}
		version = other
	}
}

// listed is the newest version that an answer of 400 names and usher speaks.
func listed(f *Failure) string {
	if f.Status != http.StatusBadRequest {
		return ""
	}
	for _, v := range [...]string{"2025-06-18", "2025-03-26", "2024-11-05"} {
		if strings.Contains(string(f.said), v) {
			return v
		}
	}
	return ""
}

func (r *remote) greet(ctx, inner context.Context, version string, since time.Time) (*session, *Failure) {
	a, err := hello(r.target, version, since)
	if err != nil {
		return nil, r.words.fail(Protocol, err.Error())
	}
	tr, err := transport.NewStreamableHTTP(r.address.String(), transport.WithHTTPLogger(slog.New(slog.DiscardHandler)),
		transport.WithHTTPBasicClient(&http.Client{Transport: door{r, r.http.Transport}, CheckRedirect: stay}))
	if err != nil {
		return nil, r.words.fail(NotStarted, "was not asked: its url is not well formed")
	}
	s := &session{tr: tr, hello: &Conn{words: r.words}}
	v, fault := r.send(ctx, inner, s, a)
	if fault != nil {
		return nil, fault
	}
	if err := s.hello.greeted(v); err != nil {
		r.later(func(context.Context) { _ = tr.Close() }) // the server may have begun a session
		return nil, r.failed(a.method, err)
	}
	tr.SetProtocolVersion(s.hello.protocol)
	n := mcpgo.JSONRPCNotification{JSONRPC: "2.0"}
	n.Method = "notifications/initialized"
	if err := tr.SendNotification(inner, n); err != nil {
		if inner.Err() != nil {
			return nil, r.late(ctx, a)
		}
		return nil, r.failed("a notification", err)
	}
	return s, nil
}

// raw are parameters that the transport passes on.
func raw(params []byte) json.RawMessage { return params }

// belongs are the headers of the session in force, for requests that do not go
// through the transport.
func (r *remote) belongs() http.Header {
	r.mu.Lock()
	s := r.now
	r.mu.Unlock()
	if s == nil {
		return http.Header{}
	}
	return r.belongsTo(s)
}

func (r *remote) belongsTo(s *session) http.Header {
	h := http.Header{}
	if s.tr != nil && s.tr.GetSessionId() != "" {
		h.Set(sessionHeader, s.tr.GetSessionId())
	}
	h.Set(versionHeader, s.hello.protocol)
	return h
}

// greetedBy takes over what the server said of itself when it was reached.
func (c *Conn) greetedBy(s *session) {
	c.protocol, c.name, c.version = s.hello.protocol, s.hello.name, s.hello.version
	c.offersTools, c.offersPrompts, c.capabilities = s.hello.offersTools, s.hello.offersPrompts, s.hello.capabilities
}
