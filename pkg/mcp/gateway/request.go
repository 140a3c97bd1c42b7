package gateway

import (
	"context"
	"errors"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

// request is one request of an assistant on its way.
type request struct {
	frame
	s      *Session
	g      *Gateway
	out    Sink
	meta   strictjson.Parts // of params._meta
	modern bool             // 2026-07-28
	asks   bool             // a question can be put to a person
	ticket *ticket
}

// admit begins a request: from here on it can be cancelled.
func (s *Session) admit(ctx context.Context, f frame, out Sink) (quick bool, run func()) {
	m, known := s.g.methods[f.method]
	ctx, cancel := context.WithCancel(ctx)
	t := &ticket{cancel: cancel, brief: !known || m.brief}
	if fault := s.enter(f, t); fault != nil {
		cancel()
		_ = sendError(out, f.id, fault) // who cannot be answered is gone
		return false, nil
	}
	r := &request{frame: f, s: s, g: s.g, out: out, ticket: t}
	if f.params != nil {
		if meta := f.params.Inside.Pick("_meta"); meta != nil {
			r.meta = meta.Inside
		}
	}
	return !known || m.quick, func() {
		defer s.group.Done()
		defer cancel()
		r.serve(ctx, m, known)
	}
}

func (s *Session) enter(f frame, t *ticket) *rpcError {
	s.mu.Lock()
	defer s.mu.Unlock()
	size := len(f.b)
	switch {
	case s.closed:
		return &rpcError{code: codeInternal, message: "the session is over"}
	case s.tickets[sameID(string(f.id))] != nil:
		return invalid("a request with this id is under way")
	case len(s.tickets) >= maxFlights || s.held+size > maxHeld:
		return &rpcError{code: codeRefused, message: "too many requests are under way, or too large ones: wait for some of their answers"}
	}
	t.size = size
	s.tickets[sameID(string(f.id))] = t
	s.held += t.size
	s.group.Add(1)
	return nil
}

// leave ends a request; false where the assistant cancelled it, and wants no answer.
func (s *Session) leave(id string, t *ticket) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tickets, sameID(id))
	s.held -= t.size
	return !t.gone
}

// serve answers a request. One that was cancelled, or whose assistant is gone, gets no
// answer.
func (r *request) serve(ctx context.Context, m method, known bool) {
	result, err := r.handled(ctx, m, known)
	r.conclude(ctx, result, err)
}

// conclude sends what came of a request.
func (r *request) conclude(ctx context.Context, result []byte, err error) {
	wanted := r.s.leave(string(r.id), r.ticket)
	if !wanted || ctx.Err() != nil {
		return
	}
	var more inputRequired
	if errors.As(err, &more) {
		result, err = more.result, nil
	}
	if err != nil {
		err = sendError(r.out, r.id, asError(err))
	} else {
		err = sendResult(r.out, r.id, result)
	}
	_ = err // who cannot be answered is gone, and the stream's own reader sees that
}

// handled does what the request wants. A fault of usher's own refuses it.
func (r *request) handled(ctx context.Context, m method, known bool) (result []byte, err error) {
	defer func() {
		if recover() != nil { // what it says may hold what was sent
			r.g.say(fault.Problem{Rule: "serve/panic", Message: "usher failed at a request and refused it: a fault of its own", Hint: "report it: " + r.knownMethod()})
			result, err = nil, &rpcError{code: codeInternal, message: "usher failed at this request; nothing was allowed"}
		}
	}()
	if !known {
		return nil, &rpcError{code: codeNoMethod, message: "no such method"}
	}
	if fault := r.speaks(m); fault != nil {
		return nil, fault
	}
	return m.do(r, ctx)
}

func (r *request) knownMethod() string {
	if _, ok := r.g.methods[r.method]; ok {
		return r.method
	}
	return "an unknown method"
}
