package client

import (
	"sync"
	"time"
)

// relistEvery is how often a server may make usher look at its list again (SPEC Q7).
const relistEvery = time.Second

// relist tells that the tool list changed, at most once in every interval and
// never twice at once, however often the server says so. The first time tells at
// once; what comes in between is told at the interval's end.
type relist struct {
	every time.Duration

	mu      sync.Mutex
	f       func()
	last    time.Time
	timer   *time.Timer // set while telling is due
	running bool
	again   bool // said while f ran
	stopped bool
}

// changed is what the reader calls; it never runs f itself, which would wait for
// an answer that only the reader can bring.
func (r *relist) changed() {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.f == nil || r.stopped || r.timer != nil:
	case r.running:
		r.again = true
	default:
		r.timer = time.AfterFunc(time.Until(r.last.Add(r.every)), r.tell)
	}
}

func (r *relist) tell() {
	r.mu.Lock()
	r.timer = nil
	if r.stopped {
		r.mu.Unlock()
		return
	}
	r.running, r.last = true, time.Now()
	f := r.f
	r.mu.Unlock()
	f()
	r.mu.Lock()
	again := r.again
	r.running, r.again = false, false
	r.mu.Unlock()
	if again {
		r.changed()
	}
}

func (r *relist) set(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.f = f
}

func (r *relist) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stopped = true
	if r.timer != nil {
		r.timer.Stop()
	}
}
