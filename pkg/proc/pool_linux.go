//go:build linux && !usher_direct

package proc

import (
	"context"
	"runtime"
	"sync"
)

const (
	maxIdle   = 2 // reaper processes kept for a next run
	maxParked = 8 // kept for what children left behind; beyond, the oldest lets go of it
)

// pool holds the reaper processes of a Reaper.
type pool struct {
	mu     sync.Mutex
	idle   []*helper
	parked []*helper
	let    adopted // what parked ones have let go of
	closed bool
}

func (p *pool) start(program Program) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || len(p.idle) > 0 {
		return
	}
	h := newHelper()
	p.idle = append(p.idle, h)
	go h.start(program)
	// Else it would wait until the caller blocks: its start is to overlap with
	// the caller's reading.
	runtime.Gosched()
}

func (p *pool) run(ctx context.Context, program Program, s Spec) Result {
	h, why := p.take(program)
	if h == nil {
		return Result{Why: why}
	}
	res, fate := h.runOne(ctx, s)
	p.put(h, fate)
	return res
}

// take gives a reaper process that is alive and has nothing below it.
func (p *pool) take(program Program) (h *helper, why string) {
	for {
		h, closed := p.pop()
		if closed {
			return nil, ending
		}
		if h == nil {
			h = newHelper()
			h.start(program)
			if h.why != "" {
				return nil, h.why
			}
			return h, ""
		}
		<-h.ready
		if h.why == "" && h.well() {
			return h, ""
		}
		h.destroy(0, bootTicks())
	}
}

func (p *pool) pop() (h *helper, closed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.idle); n > 0 {
		h, p.idle = p.idle[n-1], p.idle[:n-1]
	}
	return h, p.closed
}

// put takes a reaper process back after a run.
func (p *pool) put(h *helper, f fate) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case f == dead:
		return
	case p.closed:
		h.retire()
	case f == busy:
		p.park(h)
	case len(p.idle) < maxIdle:
		p.idle = append(p.idle, h)
	default:
		h.retire()
	}
}

// park keeps a process that stands over what a child left behind. It ends by
// itself when that has ended.
func (p *pool) park(h *helper) {
	kept := p.parked[:0]
	for _, old := range p.parked {
		if !old.ended() {
			kept = append(kept, old)
		}
	}
	p.parked = append(kept, h)
	p.let.collect()
	if len(p.parked) > maxParked {
		p.let.note(p.parked[0].pid)
		p.parked[0].retire()
		p.parked = append([]*helper(nil), p.parked[1:]...)
	}
}

func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, h := range append(p.idle, p.parked...) {
		<-h.ready
		h.retire()
	}
	p.idle, p.parked = nil, nil
}
