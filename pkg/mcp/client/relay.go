package client

import (
	"context"
	"strconv"
	"time"
)

// relay is a Forward on its way.
type relay struct {
	Forward
	token, without span // of its params, see tokenIn
}

// newRelay is false where the params are no sound JSON object: what is put into a
// frame must not be able to close it.
func newRelay(f Forward) (r relay, ok bool) {
	if len(f.Params) == 0 {
		f.Params = []byte("{}")
	}
	f.Limit = or(f.Limit, DefaultForward)
	r.Forward = f
	r.token, r.without, ok = tokenIn(f.Params)
	return r, ok && len(f.Params) <= maxLine
}

func (r relay) ask() ask {
	return ask{method: r.Method, limit: r.Limit, since: time.Now(), most: maxLine, again: r.Again}
}

// begin opens the request; its number is its progress token too.
func (r relay) begin(c *calls) (int64, *pending) {
	f := &forwarded{wake: make(chan struct{}, 1)}
	if r.Progress != nil && r.token != (span{}) {
		f.token = r.Params[r.token.start:r.token.stop]
	}
	p := &pending{method: r.Method, limit: maxLine, forward: f}
	return c.start(p), p
}

// frame is the message that goes out, a line where it goes into a pipe. outbox knows
// a frame by the number at this place.
func (r relay) frame(id int64, line bool) []byte {
	out := make([]byte, 0, len(r.Params)+len(r.Method)+96)
	out = strconv.AppendInt(append(out, `{"jsonrpc":"2.0","id":`...), id, 10)
	out = append(append(append(out, `,"method":"`...), r.Method...), `","params":`...)
	switch {
	case r.token == span{}:
		out = append(out, r.Params...)
	case r.Progress == nil:
		out = append(append(out, r.Params[:r.without.start]...), r.Params[r.without.stop:]...)
	default:
		out = strconv.AppendInt(append(out, r.Params[:r.token.start]...), id, 10)
		out = append(out, r.Params[r.token.stop:]...)
	}
	if out = append(out, '}'); line {
		oneLine(out)
		out = append(out, '\n')
	}
	return out
}

// wait hands progress over until the answer came, ctx ended or the limit passed since
// the last of it; over says that nothing more is to come.
func (r relay) wait(ctx context.Context, c *calls, p *pending, ended <-chan struct{}) (over bool) {
	limit := time.NewTimer(r.Limit)
	defer limit.Stop()
	for {
		select {
		case <-p.forward.wake:
			told, answered := c.take(p)
			r.tell(told)
			if answered {
				return false
			}
			if len(told) > 0 {
				limit.Reset(r.Limit)
			}
		case <-ctx.Done():
			return false
		case <-limit.C:
			return false
		case <-ended:
			return true
		}
	}
}

// tell hands progress over; one that nobody waits for any more has none.
func (r relay) tell(told [][]byte) {
	for _, params := range told {
		r.Progress(params)
	}
}
