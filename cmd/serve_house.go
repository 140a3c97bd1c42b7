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

	mu   sync.Mutex
	look func() (ground, error)
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
	h.look = (&fresh{app: h.app}).ground
}

func (h *house) ground() (ground, error) {
	h.mu.Lock()
	look := h.look
	h.mu.Unlock()
	return look()
}

// Now is what holds at this moment.
func (h *house) Now(context.Context) (gateway.Ground, error) {
	g, err := h.ground()
	if err != nil {
		return nil, err
	}
	return served{h, g}, nil
}
