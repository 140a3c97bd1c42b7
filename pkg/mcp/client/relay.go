package client

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"time"

	"usher/pkg/strictjson"
)

// relay is a Forward on its way.
type relay struct {
	Forward
	graft   graft // of its params
	lineEnd bool  // they hold one
}

// newRelay is false where the params are no sound JSON object: what is put into a
// frame must not be able to close it. own are the members of _meta that go along.
func newRelay(f Forward, own []byte) (r relay, ok bool) {
	if len(f.Params) == 0 {
		f.Params = []byte("{}")
	}
	f.Limit = or(f.Limit, DefaultForward)
	if len(f.Params) > maxLine || !plainMethod(f.Method) {
		return r, false
	}
	members, ok := strictjson.Skim(f.Params, maxDepth)
	if !ok {
		return r, false
	}
	r.Forward, r.lineEnd = f, bytes.IndexByte(f.Params, '\n') >= 0 || bytes.IndexByte(f.Params, '\r') >= 0
	r.graft = graftOf(f.Params, members, f.Progress != nil, own)
	return r, true
}

func (r relay) ask() ask {
	return ask{method: r.Method, limit: r.Limit, since: time.Now(), most: maxLine, again: r.Again}
}

// begin opens the request; its number is its progress token too.
func (r relay) begin(c *calls) (int64, *pending) {
	f := &forwarded{wake: make(chan struct{}, 1)}
	if at := r.graft.token; at != (span{}) {
		f.token = r.Params[at.start:at.stop]
	}
	p := &pending{method: r.Method, limit: maxLine, forward: f}
	return c.start(p), p
}

// frame is the message that goes out, a line where it goes into a pipe, written into
// room where that suffices. outbox knows a frame by the number at this place.
func (r relay) frame(id int64, line bool, room []byte) []byte {
	g := r.graft
	out := slices.Grow(room[:0], len(r.Params)+len(r.Method)+len(g.before)+len(g.after)+96)
	out = strconv.AppendInt(append(out, `{"jsonrpc":"2.0","id":`...), id, 10)
	out = append(append(append(out, `,"method":"`...), r.Method...), `","params":`...)
	out = append(append(out, r.Params[:g.cut.start]...), g.before...)
	if g.token != (span{}) {
		out = strconv.AppendInt(out, id, 10)
	}
	out = append(append(out, g.after...), r.Params[g.cut.stop:]...)
	if out = append(out, '}'); !line {
		return out
	}
	if r.lineEnd {
		oneLine(out)
	}
	return append(out, '\n')
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
