package client

import (
	"context"
	"net/http"
	"time"
)

// fresh is the session for a request: a new one where the last is in doubt.
func (r *remote) fresh(ctx, inner context.Context, a ask) (*session, *Failure) {
	r.mu.Lock()
	s := r.now
	r.mu.Unlock()
	if !s.spent.Load() {
		return s, nil
	}
	return r.renew(ctx, inner, s, a)
}

// renew begins a session in the place of one that is lost, once for all who lost
// it: whoever waits gets the one that another began. It takes no longer than a start
// may, for what is passed on has no deadline of its own.
func (r *remote) renew(ctx, inner context.Context, lost *session, a ask) (*session, *Failure) {
	select {
	case r.renewing <- struct{}{}:
		defer func() { <-r.renewing }()
	case <-inner.Done():
		return nil, r.late(ctx, a)
	}
	r.mu.Lock()
	now := r.now
	r.mu.Unlock()
	if now != lost {
		return now, nil
	}
	inner, cancel := context.WithTimeout(inner, r.target.StartTimeout)
	defer cancel()
	next, fault := r.begin(ctx, inner, time.Now())
	if fault != nil {
		lost.spent.Store(true)
		switch fault.Kind {
		case SessionLost:
			return nil, r.drops()
		case Cancelled, TimedOut, Closed, NeedsSignIn, Unauthorized:
			return nil, fault
		default:
			return nil, r.words.fail(SessionLost, "lost the session, and a new one did not begin: it "+fault.Message)
		}
	}
	r.mu.Lock()
	r.now = next
	r.mu.Unlock()
	return next, nil
}

// doubt marks the session of a request that got an answer to nothing: servers that
// forgot a session say so in many ways. The request has failed; the next one
// begins a new session.
func (r *remote) doubt(used http.Header) {
	id := used.Get(sessionHeader)
	r.mu.Lock()
	defer r.mu.Unlock()
	if id != "" && r.now != nil && r.now.tr != nil && r.now.tr.GetSessionId() == id {
		r.now.spent.Store(true)
	}
}
