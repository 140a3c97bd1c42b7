package cmd

import (
	"context"
	"time"

	"usher/pkg/mcp/gateway"
)

// lookAgain is how often a gateway looks by itself whether its servers may run on, and
// lookShare the least part of the time in which it does not.
const (
	lookAgain = time.Second
	lookShare = 50
)

// watch ends what may not run any more, also where nobody calls: a call that is under
// way there fails (SPEC V4). It looks only while there is a server.
func (d *desk) watch(ctx context.Context) {
	var rest resting
	for wait := lookAgain; ; {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
		wait = lookAgain
		states := d.pool.States()
		rest.look(calls(states), time.Now())
		if len(states) == 0 {
			continue
		}
		began := time.Now()
		if g, err := d.house.ground(); err == nil && len(d.pool.Sweep(served{d.house, g})) > 0 {
			d.gate.Changed("")
		}
		wait = max(wait, lookShare*time.Since(began))
	}
}

func calls(states []gateway.ServerState) int {
	n := 0
	for _, s := range states {
		n += s.Calls
	}
	return n
}
