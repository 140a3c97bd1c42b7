package client

import (
	"context"
	"time"
)

// DefaultForward is the Limit of a Forward that names none.
const DefaultForward = 10 * time.Minute

// Forward is a request that is passed on for somebody else (SPEC V3).
type Forward struct {
	Method string

	// Params is the object as the assistant sent it, name already replaced. It goes out
	// byte for byte, but for _meta.progressToken, which is ours upstream.
	Params []byte

	// Progress gets the params of each notifications/progress with the assistant's own
	// token put back, in order and all of them before Forward returns, on the goroutine
	// that called it. nil: no token is sent.
	Progress func(params []byte)

	Again bool          // may be made a second time (the person marked it read-only)
	Limit time.Duration // without an answer or progress; 0: DefaultForward
}

// Forward passes a request on and gives the result's own bytes, which nothing has
// changed. It ends with ctx, and then the server is told; with its Limit, which
// progress begins anew; and with the server. The error is a *Failure: where the server
// answered with an error of its own, Answer holds that object's bytes.
func (c *Conn) Forward(ctx context.Context, f Forward) (result []byte, err error) {
	r, ok := newRelay(f, c.meta)
	if !ok {
		return nil, c.words.fail(Protocol, "was not asked: the parameters of "+f.Method+" are no JSON object")
	}
	var fault *Failure
	if c.far != nil {
		result, fault = c.far.forward(ctx, r)
	} else {
		result, fault = c.forward(ctx, r)
	}
	if fault != nil {
		return nil, fault
	}
	return result, nil
}

func (c *Conn) forward(ctx context.Context, r relay) ([]byte, *Failure) {
	id, p := r.begin(c.calls)
	if fault := c.send(ctx, r, id); fault != nil {
		c.calls.finish(id)
		return nil, fault
	}
	over := r.wait(ctx, c.calls, p, c.ended)
	got := c.calls.finish(id)
	r.tell(got.forward.told)
	switch {
	case got.answered:
		return got.forward.body, got.fault
	case over:
		return nil, c.lost()
	}
	c.giveUp(id, r.Method)
	return nil, c.words.late(ctx, r.ask())
}
