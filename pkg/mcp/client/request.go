package client

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"usher/pkg/strictjson"
)

// ask is one request.
type ask struct {
	method string
	params []byte        // a sound JSON object
	limit  time.Duration // how long it may take, from since on
	since  time.Time     // zero: from now
	most   int           // bytes of the message that answers it
	again  bool          // may be made a second time, where a remote server lost the session
}

// request sends one request and gives its result, read strictly. It ends with
// ctx, or when its limit has passed, whatever the server or another request does;
// one that was given up is cancelled at the server (but for initialize, which MCP
// forbids), or taken back where the server has not begun to read it. The error is
// a *Failure.
func (c *Conn) request(ctx context.Context, a ask) (*strictjson.Value, error) {
	if a.since.IsZero() {
		a.since = time.Now()
	}
	if c.far != nil {
		return c.far.request(ctx, a)
	}
	inner, cancel := context.WithDeadline(ctx, a.since.Add(a.limit))
	defer cancel()
	id := c.calls.begin(a.method, a.most)
	_, err := c.tr.SendRequest(inner, transport.JSONRPCRequest{
		JSONRPC: "2.0", ID: mcpgo.NewRequestId(id), Method: a.method, Params: json.RawMessage(withOwn(a.params, c.meta))})
	switch got := c.calls.finish(id); {
	case got.fault != nil:
		return nil, got.fault
	case got.answered:
		return got.result, nil
	case errors.Is(err, errUnread):
		return nil, c.words.fail(Unread, "does not read its input, and too much waits for it")
	case inner.Err() == nil:
		return nil, c.lost()
	}
	c.giveUp(id, a.method)
	return nil, c.words.late(ctx, a)
}

// late is why a request was given up: the caller's own end, or its limit.
func (w words) late(ctx context.Context, a ask) *Failure {
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return w.fail(Cancelled, "was asked for "+a.method+", and the request was cancelled")
	case ctx.Err() != nil:
		return w.fail(TimedOut, "did not answer "+a.method+" in the time that the caller had")
	}
	return w.fail(TimedOut, "did not answer "+a.method+" within "+within(a.limit))
}

// giveUp tells the server that nobody waits any more.
func (c *Conn) giveUp(id int64, method string) {
	if c.out.withdraw(id) || method == "initialize" {
		return
	}
	n := mcpgo.JSONRPCNotification{JSONRPC: "2.0"}
	n.Method = "notifications/cancelled"
	n.Params.AdditionalFields = map[string]any{"requestId": id, "reason": "nobody waits for the answer any more"}
	// Where the server is gone or does not read, there is nobody to tell.
	_ = c.tr.SendNotification(context.Background(), n)
}
