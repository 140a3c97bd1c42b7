package client

import "context"

// Taker takes what comes of a Begin. Its methods wait for nothing and call nothing of
// the Conn's. What they are given is good until they return.
type Taker interface {
	// Tell takes the params of progress, the assistant's own token put back; false where
	// they are dropped, because too much waits already.
	Tell(params []byte) bool

	// Take takes the end, once: what Forward would return.
	Take(result []byte, err error)

	// Flush follows the two where nothing more comes at once.
	Flush()
}

// Begin is Forward for who waits for nothing: what comes goes to t, on the goroutine
// that reads from the server. Of f Progress only says whether it is wanted. The frame is
// sent at the latest by Flush, and f.Params is not kept. false where it cannot be passed on at once, and then
// nothing of it was.
func (c *Conn) Begin(f Forward, t Taker) (cancel func(), ok bool) {
	if c.far != nil || over(c.ended) {
		return nil, false
	}
	r, ok := newRelay(f, c.meta)
	if !ok {
		return nil, false
	}
	id := c.calls.entrust(r, t, func(id int64) {
		c.abandon(id, r.Method, c.words.late(context.Background(), r.ask()))
	})
	room, _ := c.frames.Get().(*[]byte)
	if room == nil {
		room = new([]byte)
	}
	*room = r.frame(id, true, *room)
	err := c.out.hold(*room)
	if cap(*room) <= maxFrame {
		c.frames.Put(room)
	}
	if (err != nil || over(c.ended)) && c.calls.release(id) != nil {
		return nil, false
	}
	return func() {
		c.abandon(id, r.Method, c.words.fail(Cancelled, "was asked for "+r.Method+", and the request was cancelled"))
	}, true
}

// Flush sends what Begin held back.
func (c *Conn) Flush() { c.out.flush() }

// abandon ends a request that nobody waits for any more, or for too long.
func (c *Conn) abandon(id int64, method string, why *Failure) {
	if t := c.calls.release(id); t != nil {
		c.giveUp(id, method)
		t.Take(nil, why)
		t.Flush()
	}
}

// forsake ends what was begun with a server that says nothing more.
func (c *Conn) forsake() {
	for _, id := range c.calls.entrusted() {
		why := c.lost()
		if t := c.calls.release(id); t != nil {
			t.Take(nil, why)
			t.Flush()
		}
	}
}

func over(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}
