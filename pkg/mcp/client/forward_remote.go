package client

import (
	"bytes"
	"context"
	"net/http"
)

// forward is Conn.Forward for a remote server; sessions are begun again as for any
// request.
func (r *remote) forward(ctx context.Context, f relay) ([]byte, *Failure) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(r.over, cancel)()
	a := f.ask()
	s, fault := r.fresh(ctx, inner, a)
	if fault != nil {
		return nil, fault
	}
	result, fault := r.pass(ctx, inner, s, f)
	if fault == nil || fault.Kind != SessionLost {
		return result, fault
	}
	next, fault := r.renew(ctx, inner, s, a)
	switch {
	case fault != nil:
		return nil, fault
	case !f.Again:
		return nil, r.unrepeated(f.Method)
	}
	if result, fault = r.pass(ctx, inner, next, f); fault != nil && fault.Kind == SessionLost {
		return nil, r.drops()
	}
	return result, fault
}

// pass sends a forwarded request in one session, and hands its progress over while
// another goroutine reads.
func (r *remote) pass(ctx, inner context.Context, s *session, f relay) ([]byte, *Failure) {
	inner, cancel := context.WithCancel(inner)
	defer cancel()
	id, p := f.begin(r.calls)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		x := exchange{r: r, id: id, method: f.Method, limit: maxLine, session: r.headers(s, f.Method, f.Params), heard: new(string), cut: cancel}
		if fault := x.post(inner, f.frame(id, false, nil)); fault != nil && inner.Err() == nil {
			r.calls.answer(id, nil, fault)
		}
	}()
	over := f.wait(inner, r.calls, p, ended)
	cancel()
	<-ended
	got := r.calls.finish(id)
	f.tell(got.forward.told)
	switch {
	case got.fault != nil && got.fault.Kind == Unauthorized:
		return nil, r.offered(ctx, got.fault)
	case got.answered:
		return got.forward.body, got.fault
	case over && ctx.Err() == nil && r.over.Err() == nil:
		return nil, r.words.fail(Protocol, "did not answer "+f.Method)
	}
	if r.over.Err() == nil {
		r.later(func(late context.Context) { r.cancelled(late, s, id) })
	}
	return nil, r.late(ctx, f.ask())
}

// post sends a frame and reads what comes, without the transport, which would write
// the parameters anew.
func (x exchange) post(ctx context.Context, frame []byte) *Failure {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, x.r.address.String(), bytes.NewReader(frame))
	if err != nil {
		return x.r.broken(x.method, err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, "+eventStream)
	resp, err := x.r.sent(ctx, req, x.session)
	if err != nil {
		return x.r.broken(x.method, err)
	}
	defer func() { _ = resp.Body.Close() }()
	return x.read(ctx, resp)
}
