package client

import (
	"slices"
	"sync"
)

const (
	maxWaiting   = 1_000   // notices wait to be handed over,
	maxNotices   = 4 << 20 // and this many bytes of them
	listChanged  = "notifications/tools/list_changed"
	progressTold = "notifications/progress"
)

// notices hands on what the server tells, in order, on one goroutine that lives while
// there is something to hand on. The reader never waits for it: what comes faster than
// it is taken is dropped and counted.
type notices struct {
	mu      sync.Mutex
	f       func(method string, params []byte)
	queue   []notified
	size    int
	running bool
	stopped bool
}

type notified struct {
	method string
	params []byte
}

// OnNotice sets what is called with each notification of the server's as it was sent,
// one at a time; params is nil where it has none. Progress goes to whom it belongs, and
// that the tools changed to OnListChanged. It opens a remote server's own stream, where
// it has one.
func (c *Conn) OnNotice(f func(method string, params []byte)) {
	c.notices.mu.Lock()
	c.notices.f = f
	c.notices.mu.Unlock()
	if f != nil {
		c.subscribe()
	}
}

// wanted reports that somebody listens.
func (n *notices) wanted() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.f != nil && !n.stopped
}

// add takes a notification; full where too much waits already.
func (n *notices) add(method string, params []byte) (full bool) {
	switch method {
	case listChanged, progressTold, "notifications/cancelled", "notifications/subscriptions/acknowledged": // these are this hop's own
		return false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.f == nil || n.stopped {
		return false
	}
	if len(n.queue) >= maxWaiting || n.size+len(method)+len(params) > maxNotices {
		return true
	}
	n.queue = append(n.queue, notified{method, slices.Clone(params)})
	n.size += len(method) + len(params)
	if !n.running {
		n.running = true
		go n.run()
	}
	return false
}

func (n *notices) run() {
	for {
		n.mu.Lock()
		if n.stopped || len(n.queue) == 0 {
			n.running, n.queue = false, nil
			n.mu.Unlock()
			return
		}
		next, f := n.queue[0], n.f
		n.queue, n.size = n.queue[1:], n.size-len(n.queue[0].method)-len(n.queue[0].params)
		n.mu.Unlock()
		if f != nil {
			f(next.method, next.params)
		}
	}
}

func (n *notices) stop() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.stopped, n.queue, n.size = true, nil, 0
}
