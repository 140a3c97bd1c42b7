package client

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
)

// maxSession bytes of a session id are sent back.
const maxSession = 1 << 10

// exchange is one request of usher's on its way: what it asked, and what came.
type exchange struct {
	r       *remote
	id      int64
	method  string
	limit   int                // bytes of the message that answers it
	session http.Header        // the headers of its session, for what belongs to the same
	heard   *string            // the first thing of its stream that is no message
	cut     context.CancelFunc // breaks the connection
}

// begun is the id of the session that an initialize began, "" for none. It goes
// into a header again, so nothing but visible ASCII is taken; what it is stands in
// no message (SPEC O2).
func (x exchange) begun(resp *http.Response) (string, *Failure) {
	if x.method != "initialize" || resp.StatusCode != http.StatusOK {
		return "", nil
	}
	id := resp.Header.Get(sessionHeader)
	if len(id) > maxSession {
		return "", x.r.words.fail(Protocol, "gave a session id of more than "+strconv.Itoa(maxSession)+" bytes")
	}
	for _, c := range []byte(id) {
		if c <= ' ' || c > '~' {
			return "", x.r.words.fail(Protocol, "gave a session id that holds other characters than visible ASCII")
		}
	}
	return id, nil
}

// read reads an answer and settles the request, or says why that cannot be.
func (x exchange) read(ctx context.Context, resp *http.Response) *Failure {
	switch {
	case resp.StatusCode == http.StatusAccepted, resp.StatusCode == http.StatusNoContent:
		return x.r.words.fail(Protocol, "accepted "+x.method+" without answering it (HTTP "+strconv.Itoa(resp.StatusCode)+")")
	case resp.StatusCode != http.StatusOK:
		return x.refused(resp)
	}
	given := resp.Header.Get("Content-Type")
	kind, _, err := mime.ParseMediaType(given)
	switch {
	case given == "":
		return x.r.words.fail(Protocol, "answered "+x.method+" with what is not MCP: no content type")
	case err == nil && kind == "application/json":
		body, fault := x.whole(resp.Body)
		if fault != nil {
			return fault
		}
		return x.message(body)
	case err == nil && kind == eventStream:
		return x.stream(ctx, resp.Body)
	}
	return x.r.words.fail(Protocol, "answered "+x.method+" with what is not MCP: "+given)
}

// refused is an answer with an error status. One that is a sound answer to this
// request counts as what it says.
func (x exchange) refused(resp *http.Response) *Failure {
	f := x.r.status(x.method, resp, x.cut)
	if f.Kind != HTTPStatus {
		return f
	}
	if a := readFrame(f.said); a.kind == answer && a.why == "" && a.failed != nil {
		if id, ok := number(a.id); ok && id == x.id {
			told := x.r.words.answered(x.method, a.failed)
			told.Status, told.RetryAfter, told.said = f.Status, f.RetryAfter, f.said
			return told
		}
	}
	if f.Status == http.StatusBadRequest {
		x.r.doubt(x.session)
	}
	return f
}

// whole reads a body within the bound of the message.
func (x exchange) whole(body io.Reader) ([]byte, *Failure) {
	data, err := io.ReadAll(io.LimitReader(body, int64(x.limit)+1))
	switch {
	case len(data) > x.limit:
		return nil, x.tooLarge()
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, x.r.words.fail(Unreachable, "broke off its answer to "+x.method)
	case err != nil:
		return nil, x.r.broken(x.method, err)
	}
	if data = bytes.TrimSpace(data); len(data) == 0 {
		return nil, x.r.words.fail(Protocol, "answered "+x.method+" with an empty body")
	}
	return data, nil
}

func (x exchange) tooLarge() *Failure {
	return x.r.words.fail(TooLarge, "answered "+x.method+" with more than "+strconv.Itoa(x.limit>>20)+" MiB in one message")
}

// message takes the one message that a body is. An error without an id is the
// answer all the same: there is nothing else it could be to.
func (x exchange) message(body []byte) *Failure {
	if x.straight(body) {
		return nil
	}
	f := readFrame(body)
	id, ok := number(f.id)
	switch {
	case f.kind == noise:
		return x.wrong("it is no message: " + x.r.words.begin(body))
	case f.kind != answer && f.why == "":
		return x.wrong("it asks or tells instead")
	case f.why != "":
		return x.wrong(f.why)
	case f.failed != nil && (f.id == "" || f.id == "null"):
		x.r.doubt(x.session)
		return x.r.words.answered(x.method, f.failed)
	case !ok || id != x.id:
		return x.wrong("it does not have the number of the request")
	}
	return x.take(f)
}

// straight settles a forwarded request with an answer of which nothing is built.
func (x exchange) straight(message []byte) bool {
	if !x.r.calls.forwards(x.id) {
		return false
	}
	e, ok := readEnvelope(message)
	id, ours := number(string(e.id))
	return ok && ours && id == x.id && e.result != nil && !e.asksBack && x.r.calls.passOn(id, e.result, func() bool { return true })
}

// take settles the request with its answer.
func (x exchange) take(f frame) *Failure {
	if f.failed != nil {
		return x.r.words.answered(x.method, f.failed)
	}
	if x.r.calls.forwards(x.id) && asksBack(f.result.Raw()) {
		return x.r.words.asking(x.method)
	}
	if x.r.calls.forwards(x.id) && f.unfit() != "" {
		return x.wrong(f.unfit())
	}
	x.r.calls.answer(x.id, f.result, nil)
	return nil
}

func (x exchange) wrong(why string) *Failure {
	return x.r.words.fail(Protocol, "answered "+x.method+" with what is no MCP answer: "+why)
}
