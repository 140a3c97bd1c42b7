package client

import (
	"context"
	"io"
	"math/rand/v2"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxResumes is how often one answer's stream is taken up again.
const maxResumes = 100

// open asks for an event stream with a GET; why says what came instead. The stream
// begins within CallTimeout, and lasts as long as ctx.
func (r *remote) open(ctx context.Context, at cursor, session http.Header) (body io.ReadCloser, why string) {
	ctx, cancel := context.WithCancel(ctx)
	defer func() {
		if body == nil {
			cancel()
		}
	}()
	begins := time.AfterFunc(r.target.CallTimeout, cancel)
	defer begins.Stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.address.String(), nil)
	if err != nil {
		return nil, "no address"
	}
	req.Header.Set("Accept", eventStream)
	if at.id != "" {
		req.Header.Set("Last-Event-ID", at.id)
	}
	resp, err := r.sent(ctx, req, session)
	if err != nil {
		return nil, "no connection"
	}
	kind, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if resp.StatusCode != http.StatusOK || err != nil || kind != eventStream {
		_ = resp.Body.Close()
		return nil, "HTTP " + strconv.Itoa(resp.StatusCode)
	}
	return closer{resp.Body, cancel}, ""
}

// closer ends the request with its body.
type closer struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (c closer) Close() error {
	defer c.cancel()
	return c.ReadCloser.Close()
}

// sent sends what does not go through the transport, in a session.
func (r *remote) sent(ctx context.Context, req *http.Request, session http.Header) (*http.Response, error) {
	out, err := r.dressed(ctx, req)
	if err != nil {
		return nil, err
	}
	for name, values := range session {
		out.Header[name] = values
	}
	return r.http.Do(out)
}

// post sends the answer to a request of the server's; nobody waits for how that
// went.
func (r *remote) post(ctx context.Context, frame string, session http.Header) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.address.String(), strings.NewReader(frame))
	if err != nil {
		return
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, "+eventStream)
	if resp, err := r.sent(ctx, req, session); err == nil {
		_ = resp.Body.Close()
	}
}

// resume takes an answer's stream up again after the time that is due.
func (r *remote) resume(ctx context.Context, at cursor, session http.Header) (io.ReadCloser, string) {
	if !pause(ctx, at.wait()) {
		return nil, ""
	}
	body, why := r.open(ctx, at, session)
	if why != "" {
		return nil, ", and did not go on with it (" + why + ")"
	}
	return body, ""
}

// pause waits, and up to a quarter longer, so that many do not come back at once;
// false where ctx ended.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d + time.Duration(rand.Int64N(int64(d)/4+1)))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
