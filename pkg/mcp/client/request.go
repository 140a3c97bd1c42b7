package client

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// request sends one request and gives the result exactly as sent. It ends with
// ctx, or when limit has passed, whatever the server or another request does; one
// that was given up is cancelled at the server (but for initialize, which MCP
// forbids), or taken back where the server has not begun to read it. The error is
// a *Failure.
func (c *Conn) request(ctx context.Context, method string, params []byte, limit time.Duration, most int) ([]byte, error) {
	inner, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	id := c.calls.begin(method, most)
	_, err := c.tr.SendRequest(inner, transport.JSONRPCRequest{
		JSONRPC: "2.0", ID: mcpgo.NewRequestId(id), Method: method, Params: json.RawMessage(params)})
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
	c.giveUp(id, method)
	if ctx.Err() != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return nil, c.words.fail(Cancelled, "was asked for "+method+", and the request was cancelled")
	}
	return nil, c.words.fail(TimedOut, "did not answer "+method+" within "+within(limit))
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
