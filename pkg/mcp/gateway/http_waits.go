package gateway

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"
)

// bound bounds a request before anything of it is looked at: its body, read or not, and
// what it is answered. What an earlier request on the connection left holds no more.
// Where there is nothing to be set there is no network.
func (t waits) bound(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(t.body))
	t.inTime(w)
}

// unread is for a request that is read: that its client waits quietly is no fault.
func (t waits) unread(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
}

// inTime bounds the next write: who does not take it in that time is gone.
func (t waits) inTime(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(t.write))
}

// message reads the body of a bound request. Where it does not come the bound stays, so
// that the server does not wait for the rest of it.
func (t waits) message(w http.ResponseWriter, r *http.Request) (message []byte, status int) {
	if r.ContentLength > maxBody {
		return nil, http.StatusRequestEntityTooLarge
	}
	message, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	t.inTime(w)
	switch {
	case len(message) > maxBody:
		return nil, http.StatusRequestEntityTooLarge
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, http.StatusRequestTimeout
	case err != nil:
		return nil, http.StatusBadRequest
	}
	t.unread(w)
	return message, 0
}

// overlong refuses a message that is, and takes as much again of it within its bound:
// many a client reads no answer before all of it is sent.
func overlong(w http.ResponseWriter, r *http.Request) {
	c := http.NewResponseController(w)
	_ = c.EnableFullDuplex() // else nothing is read after the answer
	refuse(w, http.StatusRequestEntityTooLarge, "the message is larger than 16 MiB")
	if c.Flush() == nil && r.Header.Get("Expect") == "" {
		_, _ = io.CopyN(io.Discard, r.Body, maxBody)
	}
}

// begin begins events.
func begin(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // a proxy in front passes each on at once
	w.WriteHeader(http.StatusOK)
}

// event sends one frame: it has no line end in it.
func (t waits) event(w http.ResponseWriter, frame []byte) error {
	return t.now(w, []byte("event: message\ndata: "), frame, []byte("\n\n"))
}

// life is a sign of it: a comment, which clients skip and a dead connection fails at.
func (t waits) life(w http.ResponseWriter) error { return t.now(w, []byte(":\n\n")) }

func (t waits) now(w http.ResponseWriter, parts ...[]byte) error {
	t.inTime(w)
	for _, part := range parts {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return http.NewResponseController(w).Flush()
}
