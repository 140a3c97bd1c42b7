package cmd

import (
	"context"
	"time"
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
	for wait := lookAgain; ; {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
		wait = lookAgain
		if len(d.pool.States()) == 0 {
			continue
		}
		began := time.Now()
		if g, err := d.house.ground(); err == nil && len(d.pool.Sweep(served{d.house, g})) > 0 {
			d.gate.Changed("")
		}
		wait = max(wait, lookShare*time.Since(began))
	}
}
