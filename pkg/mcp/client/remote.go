package client

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"sync"

	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"usher/pkg/strictjson"
)

// remote is a server reached over streamable HTTP. Each request is a POST of its
// own, so one never waits for another.
type remote struct {
	target  Target
	words   words
	calls   *calls
	address *url.URL
	own     origin
	carried http.Header // with every request, and never elsewhere
	http    *http.Client
	base    *http.Transport // nil where a test put something in its place
	changed func()
	notices *notices

	over context.Context // ends with the connection
	end  context.CancelFunc

	meta     []byte                 // see Conn.meta
	mirrored map[string]*mcpgo.Tool // some of their arguments go along as headers

	renewing chan struct{} // one token: a session is being begun
	askMu    sync.Mutex
	asks     asks
	listens  sync.Once

	mu     sync.Mutex
	now    *session
	closed bool
	tails  sync.WaitGroup // what goes on after a request has returned
	counts Counts
}

// request is Conn.request for a remote server. Where the server forgot the session
// a new one is begun, once, and only what changes nothing is asked a second time.
func (r *remote) request(ctx context.Context, a ask) (*strictjson.Value, error) {
	inner, cancel := context.WithDeadline(ctx, a.since.Add(a.limit))
	defer cancel()
	defer context.AfterFunc(r.over, cancel)()
	s, fault := r.fresh(ctx, inner, a)
	if fault != nil {
		return nil, fault
	}
	v, fault := r.send(ctx, inner, s, a)
	if fault == nil {
		return v, nil
	}
	if fault.Kind != SessionLost {
		return nil, fault
	}
	next, fault := r.renew(ctx, inner, s, a)
	if fault != nil {
		return nil, fault
	}
	if !a.again {
		return nil, r.unrepeated(a.method)
	}
	if v, fault = r.send(ctx, inner, next, a); fault == nil {
		return v, nil
	}
	if fault.Kind == SessionLost {
		return nil, r.drops()
	}
	return nil, fault
}

// send sends one request in one session.
func (r *remote) send(ctx, inner context.Context, s *session, a ask) (*strictjson.Value, *Failure) {
	id := r.calls.begin(a.method, a.most)
	var err error
	if r.meta != nil {
		r.transmit(inner, s, id, a)
	} else {
		_, err = s.tr.SendRequest(inner, transport.JSONRPCRequest{
			JSONRPC: "2.0", ID: mcpgo.NewRequestId(id), Method: a.method, Params: raw(a.params)})
	}
	got := r.calls.finish(id)
	switch {
	case got.fault != nil && got.fault.Kind == Unauthorized:
		return nil, r.offered(inner, got.fault)
	case got.fault != nil:
		return nil, got.fault
	case got.answered:
		return got.result, nil
	case inner.Err() == nil && err != nil:
		return nil, r.broken(a.method, err)
	case inner.Err() == nil:
		return nil, r.words.fail(Protocol, "did not answer "+a.method)
	}
	if a.method != "initialize" && r.over.Err() == nil {
		r.later(func(late context.Context) { r.cancelled(late, s, id) })
	}
	return nil, r.late(ctx, a)
}

// late is why a request was given up.
func (r *remote) late(ctx context.Context, a ask) *Failure {
	if r.over.Err() != nil {
		return r.words.fail(Closed, "was ended by usher")
	}
	return r.words.late(ctx, a)
}

// cancelled tells the server that nobody waits any more; closing the stream is no
// such word (MCP 2025-11-25). Where it does not listen there is nobody to tell.
func (r *remote) cancelled(ctx context.Context, s *session, id int64) {
	if s.tr == nil {
		return // in the newer version the end of the stream is that word
	}
	n := mcpgo.JSONRPCNotification{JSONRPC: "2.0"}
	n.Method = "notifications/cancelled"
	n.Params.AdditionalFields = map[string]any{"requestId": id, "reason": "nobody waits for the answer any more"}
	_ = s.tr.SendNotification(ctx, n)
}

// failed is an error as a Failure.
func (r *remote) failed(method string, err error) *Failure {
	var f *Failure
	if errors.As(err, &f) {
		return f
	}
	return r.broken(method, err)
}

func (r *remote) unrepeated(method string) *Failure {
	return r.words.fail(SessionLost, "lost the session; a new one was begun, and "+method+" was not sent again, for it may have had an effect")
}

func (r *remote) drops() *Failure {
	return r.words.fail(SessionLost, "keeps dropping the session: a new one was begun, and it was lost at once")
}
