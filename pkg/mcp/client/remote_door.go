package client

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"
)

const (
	sessionHeader = "Mcp-Session-Id"
	versionHeader = "Mcp-Protocol-Version"
	eventStream   = "text/event-stream"

	// maxLate is how long what nobody waits for may take: a cancellation, an
	// answer to the server's own request, the end of a session.
	maxLate = 2 * time.Second
)

// errElsewhere is a request that would leave the server's own scheme, host and
// port. There is none; what a library does later must not make one.
var errElsewhere = errors.New("the request does not go to the server's own scheme, host and port")

// door is what the transport sends through. It adds what every request carries,
// reads the answer itself and strictly, settles what waits for it, and hands the
// transport nothing but "this was answered".
type door struct {
	r   *remote
	out http.RoundTripper
}

func (d door) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(req.Context())
	defer cancel()
	if req.Method == http.MethodDelete {
		ctx, cancel = context.WithTimeout(ctx, maxLate)
		defer cancel()
	}
	id, isRequest := requestID(req)
	out, err := d.r.dressed(ctx, req)
	if err != nil {
		return nil, err
	}
	resp, err := d.out.RoundTrip(out)
	if err == nil {
		defer func() { _ = resp.Body.Close() }()
	}
	switch {
	case isRequest:
		x := exchange{r: d.r, id: id, session: sessionOf(out.Header), heard: new(string), cut: cancel}
		return x.settled(ctx, req, resp, err)
	case req.Context().Err() != nil:
		return nil, req.Context().Err()
	case err != nil:
		return nil, d.r.broken(methodOf(req), err)
	case req.Method == http.MethodDelete, resp.StatusCode/100 == 2:
		return done(req, http.StatusAccepted, ""), nil
	}
	return nil, d.r.status(methodOf(req), resp, cancel)
}

// sessionOf are the headers that tell to which session a request belongs.
func sessionOf(h http.Header) http.Header {
	out := http.Header{}
	for _, name := range [...]string{sessionHeader, versionHeader} {
		if v := h.Get(name); v != "" {
			out.Set(name, v)
		}
	}
	return out
}

// methodOf is what a notification is called in a message.
func methodOf(req *http.Request) string {
	if req.Method == http.MethodDelete {
		return "the end of its session"
	}
	return "a notification"
}

// dressed is the request as it goes out, with the token and the headers, which no
// part of a library ever holds.
func (r *remote) dressed(ctx context.Context, req *http.Request) (*http.Request, error) {
	if originOf(req.URL) != r.own || req.Host != "" && req.Host != req.URL.Host {
		if req.Body != nil {
			_ = req.Body.Close()
		}
		return nil, errElsewhere
	}
	out := req.Clone(ctx)
	for name, values := range r.carried {
		out.Header[name] = values
	}
	return out, nil
}

// requestID is the number of the request in a body, as the transport writes it:
// the second member of the frame.
func requestID(req *http.Request) (int64, bool) {
	if req.Method != http.MethodPost || req.GetBody == nil {
		return 0, false
	}
	body, err := req.GetBody()
	if err != nil {
		return 0, false
	}
	var begin [64]byte
	n, _ := io.ReadFull(body, begin[:])
	rest, ok := bytes.CutPrefix(begin[:n], []byte(`{"jsonrpc":"2.0","id":`))
	end := bytes.IndexByte(rest, ',')
	if !ok || end < 0 {
		return 0, false
	}
	return number(string(rest[:end]))
}

// done is the answer that the transport gets to see.
func done(req *http.Request, status int, body string) *http.Response {
	return &http.Response{
		StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: req, ContentLength: int64(len(body)),
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)),
	}
}
