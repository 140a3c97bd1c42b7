package gateway

import (
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// stream is what a POST is answered with: one JSON body where the answer is all there
// is, events where something comes before it. Who waits for long is told in between
// that there is still somebody: proxies in front cut off what is silent.
type stream struct {
	w        http.ResponseWriter
	waits    waits
	modern   bool
	began    string // id of a session that this answer begins
	accepted bool   // an answer was sent that is no error

	mu     sync.Mutex
	events bool
	over   bool
	life   *time.Timer
}

func newStream(w http.ResponseWriter, wait waits) *stream {
	s := &stream{w: w, waits: wait}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.life = time.AfterFunc(wait.breath, s.breathe)
	return s
}

// breathe gives a sign of life, and begins events with it. What may begin a session
// waits for its answer, which says whether it does.
func (s *stream) breathe() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return
	}
	if s.began == "" || s.events {
		s.open()
		if s.waits.life(s.w) != nil {
			return // the client is gone, and the server sees to that
		}
	}
	s.life.Reset(s.waits.breath)
}

// open begins events, if they have not begun.
func (s *stream) open() {
	if !s.events {
		s.events = true
		s.head()
		begin(s.w)
	}
}

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
	s.open()
	return s.waits.event(s.w, frame)
}

// whole answers with one frame of the door's own.
func (s *stream) whole(frame []byte) { _ = s.Send(frame) } // a client that is gone needs none

// end is called when the request is over; nothing is sent from then on.
func (s *stream) end() (silent bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	silent = !s.over && !s.events
	s.over = true
	s.life.Stop()
	s.waits.inTime(s.w)
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
	s.waits.inTime(s.w)
	s.w.WriteHeader(statusOf(frame, s.modern))
	_, err := s.w.Write(frame)
	return err
}
