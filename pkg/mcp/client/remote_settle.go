package client

import (
	"context"
	"net/http"
	"strconv"
)

// settled reads what came for a request. Where the caller's time is up nothing is
// settled: the request says so itself.
func (x exchange) settled(ctx context.Context, req *http.Request, resp *http.Response, err error) (*http.Response, error) {
	method, limit, ok := x.r.calls.waiting(x.id)
	if !ok {
		return nil, context.Canceled
	}
	x.method, x.limit = method, limit
	var session string
	var fault *Failure
	switch {
	case err != nil:
		fault = x.r.broken(method, err)
	default:
		session, fault = x.begun(resp)
		if fault == nil {
			fault = x.read(ctx, resp)
		}
	}
	if req.Context().Err() != nil {
		return nil, req.Context().Err()
	}
	if fault != nil {
		x.r.calls.answer(x.id, nil, fault)
	}
	out := done(req, http.StatusOK, `{"jsonrpc":"2.0","id":`+strconv.FormatInt(x.id, 10)+`,"result":{}}`)
	if session != "" {
		out.Header.Set(sessionHeader, session)
	}
	return out, nil
}
