package client

import (
	"errors"
	"net/http"
	"time"
)

const (
	maxTold  = 1 << 20 // bytes of a message that nobody asked for
	maxTells = 1_000   // of them in a second end the stream
)

// errTells ends a stream that tells without end.
var errTells = errors.New("too many messages in a second")

// listen opens the server's own stream, once: it tells there what belongs to no
// request, that its tools changed for one. A server may have none.
func (r *remote) listen() {
	r.listens.Do(func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if !r.closed {
			listening := r.listening
			if r.meta != nil {
				listening = r.subscribing
			}
			r.tails.Go(listening)
		}
	})
}

// listening keeps the stream open until the connection is closed. It is opened
// again no faster than once a second, slower each time nothing came of it, and not
// at all where the server has no such stream.
func (r *remote) listening() {
	var at cursor
	for wait := minReopen; ; {
		session := r.belongs()
		body, why := r.open(r.over, at, session)
		switch {
		case r.over.Err() != nil:
			if why == "" {
				_ = body.Close()
			}
			return
		case why == "no connection":
		case why != "":
			return
		default:
			began := time.Now()
			err := events(body, maxTold, &at, r.told(session))
			_ = body.Close()
			if lasted := time.Since(began); lasted > maxReopen || err == nil && lasted > minReopen {
				wait = at.wait()
			}
		}
		if !pause(r.over, wait) {
			return
		}
		wait = min(2*wait, maxReopen)
	}
}

// told takes the messages of the stream: nothing there answers a request.
func (r *remote) told(session http.Header) func([]byte) error {
	second, n := time.Now(), 0
	return func(data []byte) error {
		if now := time.Now(); now.Sub(second) >= time.Second {
			second, n = now, 0
		}
		if n++; n > maxTells {
			return errTells
		}
		return r.aside(readFrame(data), data, session)
	}
}
