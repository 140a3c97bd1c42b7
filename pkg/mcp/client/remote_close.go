package client

import (
	"context"
)

// later does what nobody waits for, within its bound; close waits for it.
func (r *remote) later(f func(context.Context)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	r.tails.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), maxLate)
		defer cancel()
		f(ctx)
	})
}

// close ends what waits, tells the server that the session is over, and leaves no
// connection and no goroutine.
func (r *remote) close() {
	r.mu.Lock()
	r.closed = true
	s := r.now
	r.mu.Unlock()
	r.end()
	r.tails.Wait()
	if s != nil && s.tr != nil {
		_ = s.tr.Close() // the door bounds it
	}
	if r.base != nil {
		r.base.CloseIdleConnections()
	}
}
