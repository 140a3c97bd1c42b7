package client

import (
	"context"
	"net/http"
	"time"
)

// dialRemote shakes hands with a remote server. A test puts base in the place of
// the network. Nothing is sent before everything that may not be sent is refused.
func dialRemote(ctx context.Context, t Target, base http.RoundTripper) (*Conn, error) {
	began := time.Now()
	t = t.complete()
	w := newWords(append(t.covered(), spelled(proxiesOf(t.Remote.Environ).secrets())...))
	c := &Conn{target: t, words: w, ended: make(chan struct{}), settled: make(chan struct{}), relist: relist{every: relistEvery}}
	r, why := newRemote(t, w, base)
	switch {
	case why != "":
		return nil, w.fail(NotStarted, "was not reached: "+why)
	case ctx.Err() != nil:
		return nil, w.fail(Cancelled, "was not reached: the request was cancelled")
	}
	r.changed, r.notices, c.far = c.relist.changed, &c.notices, r
	inner, cancel := context.WithDeadline(ctx, began.Add(t.StartTimeout))
	defer cancel()
	s, fault := r.begin(ctx, inner, began)
	if fault != nil && fault.Kind == SessionLost { // it was forgotten within the handshake
		if s, fault = r.begin(ctx, inner, began); fault != nil && fault.Kind == SessionLost {
			fault = r.drops()
		}
	} else if fault != nil && r.meta == nil {
		fault = r.older(inner, fault)
	}
	if fault != nil {
		c.close(0)
		return nil, fault
	}
	r.mu.Lock()
	r.now = s
	r.mu.Unlock()
	c.greetedBy(s)
	c.meta = r.meta
	return c, nil
}

func newRemote(t Target, w words, base http.RoundTripper) (*remote, string) {
	r := &remote{target: t, words: w, calls: newCalls(w), renewing: make(chan struct{}, 1)}
	var why string
	if t.Protocol == Newer {
		r.meta = ownMeta(t.Protocol, t.Version)
	}
	if r.address, why = t.Remote.address(); why != "" {
		return nil, why
	}
	if r.carried, why = t.carried(); why != "" {
		return nil, why
	}
	if r.http, r.base, why = hardHTTP(t, dialer{}); why != "" {
		return nil, why
	}
	if base != nil {
		r.http.Transport, r.base = plain{base}, nil
	}
	r.own = originOf(r.address)
	r.over, r.end = context.WithCancel(context.Background())
	return r, ""
}

// older names a server that speaks only the transport of 2024: what it answers to
// a POST says nothing, but its GET begins with an event named endpoint. The event
// is not followed.
func (r *remote) older(ctx context.Context, f *Failure) *Failure {
	switch f.Status {
	case http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented:
	default:
		return f
	}
	ctx, cancel := context.WithTimeout(ctx, maxSaying)
	defer cancel()
	body, why := r.open(ctx, cursor{}, nil)
	if why != "" {
		return f
	}
	defer func() { _ = body.Close() }()
	in := newLines(body, maxEventID)
	for range 10 {
		line, err := in.next()
		if err != nil {
			return f
		}
		if string(line) == "event: endpoint" || string(line) == "event:endpoint" {
			return r.words.fail(OldTransport, "speaks the older HTTP+SSE transport only, which usher does not speak: ask for its streamable HTTP address, often /mcp")
		}
	}
	return f
}
