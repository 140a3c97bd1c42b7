package client

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
)

// stream reads the answer to a request from an event stream, with what the server
// asks and tells before it. A stream that the server ended early is taken up again
// where it gave its events numbers (MCP 2025-11-25).
func (x exchange) stream(ctx context.Context, body io.Reader) *Failure {
	var at cursor
	for range maxResumes {
		err := events(body, x.limit, &at, x.event)
		var fault *Failure
		switch {
		case errors.Is(err, errAnswered):
			return nil
		case errors.As(err, &fault):
			return fault
		case errors.Is(err, errTooLong):
			return x.tooLarge()
		case err != nil && errors.Is(err, io.ErrUnexpectedEOF):
			return x.r.words.fail(Unreachable, "broke off its answer to "+x.method)
		case err != nil:
			return x.r.broken(x.method, err)
		case at.id == "":
			return x.unanswered("")
		}
		next, why := x.r.resume(ctx, at, x.session)
		if why != "" {
			return x.unanswered(why)
		}
		body = next
		defer func() { _ = next.Close() }()
	}
	return x.unanswered("")
}

// unanswered is a stream that ended and held no answer, with what it said
// instead.
func (x exchange) unanswered(why string) *Failure {
	x.r.doubt(x.session)
	said := "ended its answer to " + x.method + " before the answer came" + why
	if *x.heard != "" {
		said += ": " + *x.heard
	}
	return x.r.words.fail(Protocol, said)
}

// event takes one message of the stream; errAnswered and a *Failure end it.
func (x exchange) event(data []byte) error {
	if x.straight(data) {
		return errAnswered
	}
	f := readFrame(data)
	id, ok := number(f.id)
	if f.kind != answer || !ok || id != x.id {
		if f.kind == flawed && slices.Contains(claimed(data), x.id) {
			return x.wrong(f.why)
		}
		if *x.heard == "" && (f.kind == noise || f.kind == flawed || f.failed != nil && !ok) {
			*x.heard = x.r.words.begin(data)
		}
		return x.r.aside(f, data, x.session)
	}
	if f.why != "" {
		return x.wrong(f.why)
	}
	if fault := x.take(f); fault != nil {
		return fault
	}
	return errAnswered
}

// aside takes what answers no request of this stream: the answer to another one is
// nobody's (SPEC Q7).
func (r *remote) aside(f frame, data []byte, session http.Header) error {
	switch f.kind {
	case request:
		r.count(func(c *Counts) { c.Requests++ })
		return r.asked(f, session)
	case notice:
		r.notice(f.method, f.params.Raw())
	case answer:
		r.count(func(c *Counts) { c.Stray++ })
	case noise, flawed:
		r.count(func(c *Counts) {
			if c.Noise++; c.Noise == 1 {
				c.First = r.words.line(r.words.begin(data))
			}
		})
	}
	return nil
}

// notice is inbox.notice for a remote server; progress belongs to its request
// whatever stream it came in.
func (r *remote) notice(method string, params []byte) {
	full := false
	switch method {
	case listChanged:
		r.changed()
	case progressTold:
		_, full = r.calls.progress(params)
	default:
		full = r.notices.add(method, params)
	}
	r.count(func(c *Counts) {
		if c.Notices++; full {
			c.Dropped++
		}
	})
}

// asked answers the server's own request with a request of usher's.
func (r *remote) asked(f frame, session http.Header) error {
	r.askMu.Lock()
	defer r.askMu.Unlock()
	a := r.asks
	a.out = replies{r, session}
	err := a.answer(f, time.Now())
	r.asks.second, r.asks.n = a.second, a.n
	if errors.Is(err, errFlood) {
		return r.words.fail(Flooding, "sent too many requests of its own in a second")
	}
	return err
}

// replies is the writer of asks: each reply is posted on its own.
type replies struct {
	r       *remote
	session http.Header
}

func (p replies) Write(reply []byte) (int, error) {
	text := strings.TrimSpace(string(reply))
	p.r.later(func(ctx context.Context) { p.r.post(ctx, text, p.session) })
	return len(reply), nil
}
