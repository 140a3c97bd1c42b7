package gateway

import (
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// stream is what a POST is answered with: one JSON body where the answer is all there
// is, events where something comes before it.
type stream struct {
	w        http.ResponseWriter
	modern   bool
	began    string // id of a session that this answer begins
	accepted bool   // an answer was sent that is no error

	mu     sync.Mutex
	events bool
	over   bool
}

func newStream(w http.ResponseWriter) *stream { return &stream{w: w} }

// errOver is what a frame after the answer comes to.
var errOver = errors.New("the request has its answer")

// Send sends a frame. An answer ends it.
func (s *stream) Send(frame []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return errOver
	}
	what := kind(frame)
	if what != isMethod {
		s.over = true
		s.accepted = what == isAnswer
		if !s.events {
			return s.body(frame)
		}
	}
	if !s.events {
		s.events = true
		s.head()
		begin(s.w)
	}
	return event(s.w, frame)
}

// whole answers with one frame of the door's own.
func (s *stream) whole(frame []byte) { _ = s.Send(frame) } // a client that is gone needs none

// end is called when the request is over; nothing is sent from then on.
func (s *stream) end() (silent bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	silent = !s.over && !s.events
	s.over = true
	return silent
}

func (s *stream) head() {
	if s.began != "" {
		s.w.Header().Set("Mcp-Session-Id", s.began)
	}
}

func (s *stream) body(frame []byte) error {
	if s.accepted {
		s.head()
	}
	h := s.w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(frame)))
	inTime(s.w)
	s.w.WriteHeader(statusOf(frame, s.modern))
	_, err := s.w.Write(frame)
	return err
}

// begin begins events.
func begin(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // a proxy in front passes each on at once
	w.WriteHeader(http.StatusOK)
}

// event sends one frame: it has no line end in it.
func event(w http.ResponseWriter, frame []byte) error {
	inTime(w)
	for _, part := range [][]byte{[]byte("event: message\ndata: "), frame, []byte("\n\n")} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return http.NewResponseController(w).Flush()
}

// inTime bounds the next write: who does not take it in that time is gone.
func inTime(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeWait)) // where there is none to be set, there is no network
}
