package gateway

import (
	"context"

	"usher/pkg/effective"
)

// flying is a swift call that was passed on: a client.Taker.
type flying struct {
	s      *Session
	ctx    context.Context
	out    *lines
	id     string
	ticket *ticket
	ground Ground
	server effective.Server
}

// Tell passes progress on; false where it is dropped (SPEC Q7).
func (y *flying) Tell(params []byte) bool {
	return y.ctx.Err() != nil || y.out.offer(notification("notifications/progress", params))
}

// Take answers the call.
func (y *flying) Take(result []byte, err error) {
	if err == nil && asksBack(result) {
		err = asking(y.server)
	}
	if err != nil {
		go y.fail(err)
		return
	}
	defer y.s.group.Done()
	if y.s.leave(y.id, y.ticket) && y.ctx.Err() == nil {
		y.out.put([]byte(`{"jsonrpc":"2.0","id":`), []byte(y.id), []byte(`,"result":`), oneLine(result), []byte(`}`))
	}
}

// Flush sends what Tell and Take put there.
func (y *flying) Flush() { y.out.soon() }

// fail answers a call that failed as the long way does.
func (y *flying) fail(err error) {
	defer y.s.group.Done()
	r := &request{frame: frame{id: []byte(y.id), method: "tools/call"}, s: y.s, g: y.s.g, out: y.out, ticket: y.ticket}
	c := &call{request: r, ground: y.ground, tools: true}
	result, err := r.told(nil, c.broke(y.ctx, y.server, err))
	r.conclude(y.ctx, result, err)
}
