package cmd

import (
	"context"
	"sync"

	"usher/pkg/fault"
	"usher/pkg/mcp/gateway"
)

// house is what a gateway asks what holds: the same that every command reads, read
// again as soon as anything of it changed (SPEC V4).
type house struct {
	app *app
	say func(fault.Problem)

	mu    sync.Mutex
	fresh *fresh
}

func newHouse(a *app, say func(fault.Problem)) *house {
	h := &house{app: a, say: say}
	h.afresh()
	return h
}

// afresh forgets whatever was read.
func (h *house) afresh() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.fresh = &fresh{app: h.app}
}

func (h *house) ground() (ground, error) { return h.reader().ground() }

func (h *house) reader() *fresh {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.fresh
}

// Now is what holds at this moment.
func (h *house) Now(context.Context) (gateway.Ground, error) {
	g, err := h.ground()
	if err != nil {
		return nil, err
	}
	return served{h, g}, nil
}

// Still is what holds at this moment where a short look tells it.
func (h *house) Still() (gateway.Ground, bool) {
	g, ok := h.reader().still()
	if !ok {
		return nil, false
	}
	return served{h, g}, true
}
