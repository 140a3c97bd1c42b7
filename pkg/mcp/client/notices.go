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
	f       func(method string) func(params []byte)
	queue   []notified
	size    int
	running bool
	stopped bool
}

type notified struct {
	params []byte
	take   func(params []byte)
}

// OnNotice sets what is called with the method of each notification of the server's while
// it is read, before the answers that come after it are handed on; it waits for nothing.
// What it returns gets the params as they were sent, nil where there are none, later, one
// notification at a time; nil is for those that nobody wants. Progress goes to whom it
// belongs, and that the tools changed to OnListChanged. It opens a remote server's own
// stream, where it has one.
func (c *Conn) OnNotice(f func(method string) (take func(params []byte))) {
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
	f := n.f
	n.mu.Unlock()
	if f == nil {
		return false
	}
	take := f(method)
	n.mu.Lock()
	defer n.mu.Unlock()
	if take == nil || n.stopped {
		return false
	}
	if len(n.queue) >= maxWaiting || n.size+len(params) > maxNotices {
		return true
	}
	n.queue = append(n.queue, notified{slices.Clone(params), take})
	n.size += len(params)
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
		next := n.queue[0]
		n.queue, n.size = n.queue[1:], n.size-len(next.params)
		n.mu.Unlock()
		next.take(next.params)
	}
}

func (n *notices) stop() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.stopped, n.queue, n.size = true, nil, 0
}
