package client

import (
	"bytes"
	"runtime"
	"time"
)

// entrust opens a request whose taker waits for nothing; late is called where its
// limit passes.
func (c *calls) entrust(r relay, t Taker, late func(id int64)) int64 {
	f := &forwarded{taker: t, limit: r.Limit, until: time.Now().Add(r.Limit)}
	if at := r.graft.token; at != (span{}) {
		f.token = bytes.Clone(r.Params[at.start:at.stop]) // the rest is not kept
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	id := c.last
	c.open[id] = &pending{method: r.Method, limit: maxLine, forward: f}
	if c.alarm == nil || f.until.Before(c.rings) {
		c.arm(f.until, late)
	}
	return id
}

// arm has what is late looked for at a time; the lock is held. One timer for all: to
// set one wakes a thread, which for each call would cost as much as the call.
func (c *calls) arm(at time.Time, late func(id int64)) {
	if c.alarm != nil {
		c.alarm.Stop()
	}
	c.rings = at
	c.alarm = time.AfterFunc(time.Until(at), func() { c.ring(late) })
}

// ring ends what is late, and looks at the rest later.
func (c *calls) ring(late func(id int64)) {
	now := time.Now()
	var over []int64
	var next time.Time
	c.mu.Lock()
	for id, p := range c.open {
		switch {
		case p.forward == nil || p.forward.taker == nil:
		case !p.forward.until.After(now):
			over = append(over, id)
		case next.IsZero() || p.forward.until.Before(next):
			next = p.forward.until
		}
	}
	if c.alarm = nil; !next.IsZero() {
		c.arm(next, late)
	}
	c.mu.Unlock()
	for _, id := range over {
		late(id)
	}
}

// release takes a request from its taker, nil where it is over or is none's.
func (c *calls) release(id int64) Taker {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.open[id]
	if p == nil || p.forward == nil || p.forward.taker == nil {
		return nil
	}
	delete(c.open, id)
	return p.forward.taker
}

// begun gives the end to a taker; false where there is none.
func (c *calls) begun(id int64, result []byte, fault *Failure) bool {
	t := c.release(id)
	if t == nil {
		return false
	}
	if fault != nil { // a nil *Failure is no nil error
		t.Take(nil, fault)
	} else {
		t.Take(result, nil)
	}
	c.taken = append(c.taken, t)
	return true
}

// flush has the takers send on what they took, and lets those who were woken go before the
// next reading: it waits in the system, and what was woken by a goroutine that waits there
// is found by another thread only after that thread has slept (goal 17).
func (c *calls) flush() {
	if c.woken {
		c.woken = false
		runtime.Gosched()
	}
	for i, t := range c.taken {
		t.Flush()
		c.taken[i] = nil
	}
	c.taken = c.taken[:0]
}

// entrusted are the numbers of all that was begun and is not over.
func (c *calls) entrusted() []int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []int64
	for id, p := range c.open {
		if p.forward != nil && p.forward.taker != nil {
			out = append(out, id)
		}
	}
	return out
}
