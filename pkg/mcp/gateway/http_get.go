package gateway

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// get is the stream of what belongs to no request. A later one takes its place.
func (h *hall) get(w http.ResponseWriter, r *http.Request) {
	one, status, done := h.named(w, r)
	if status != 0 {
		return
	}
	defer done()
	ctx, leave := context.WithCancel(r.Context())
	defer leave()
	h.replace(one, leave)
	out := &open{w: w, waits: h.waits}
	defer out.close()
	h.waits.unread(w)
	begin(w)
	if out.beat() != nil {
		return
	}
	defer one.Listen(out)()
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(h.waits.breath):
			if out.beat() != nil {
				return
			}
		}
	}
}

// delete ends a session.
func (h *hall) delete(w http.ResponseWriter, r *http.Request) {
	one, status, done := h.named(w, r)
	if status != 0 {
		return
	}
	done()
	h.sessions.end(one.ID())
	w.WriteHeader(http.StatusNoContent)
}

// named is the session that a GET or DELETE names; a refusal was answered already.
func (h *hall) named(w http.ResponseWriter, r *http.Request) (one *seat, status int, done func()) {
	switch version := r.Header.Get("Mcp-Protocol-Version"); {
	case version != "" && !legacy(version):
		w.Header().Set("Allow", "POST")
		status = http.StatusMethodNotAllowed
	default:
		one, status, done = h.find(r)
	}
	switch status {
	case http.StatusMethodNotAllowed:
		refuse(w, status, "this version has sessions no more: POST only")
	case http.StatusNotFound:
		refuse(w, status, "there is no such session; begin another")
	case http.StatusBadRequest:
		refuse(w, status, "the header Mcp-Session-Id is missing")
	}
	return one, status, done
}

// open is a stream that listens.
type open struct {
	w      http.ResponseWriter
	waits  waits
	mu     sync.Mutex
	closed bool
}

func (o *open) Send(frame []byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return errOver
	}
	return o.waits.event(o.w, frame)
}

// beat is a sign of life, which clients skip and a dead connection fails at.
func (o *open) beat() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.waits.life(o.w)
}

func (o *open) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
}
