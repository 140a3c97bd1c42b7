package gateway

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// sessions are the assistants that began one. Whoever holds the token holds them all:
// there is one token, and the id alone opens nothing.
type sessions struct {
	mu     sync.Mutex
	of     map[string]*seat
	closed bool
}

// seat is a session and what goes on in it.
type seat struct {
	talker
	using int // requests and streams
	last  time.Time
	leave context.CancelFunc // ends the stream that listens, nil where none does
}

// find is the session that a request names, kept from being ended for idleness until
// done is called. Without one the status says why.
func (s *sessions) find(r *http.Request) (found *seat, status int, done func()) {
	id := r.Header.Get("Mcp-Session-Id")
	if id == "" {
		return nil, http.StatusBadRequest, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	found = s.of[id]
	if found == nil {
		return nil, http.StatusNotFound, nil
	}
	found.using++
	return found, 0, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		found.using--
		found.last = time.Now()
	}
}

// add keeps a new session, in use until done is called. Where there are too many the
// one that was idle for longest is ended; where none is idle, full is the answer.
func (s *sessions) add(t talker) (done func(), ok bool) {
	s.mu.Lock()
	over, ok := s.room()
	if ok {
		s.of[t.ID()] = &seat{talker: t, using: 1, last: time.Now()}
	}
	s.mu.Unlock()
	for _, o := range over {
		o.Close()
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if here := s.of[t.ID()]; here != nil {
			here.using--
			here.last = time.Now()
		}
	}, ok
}

// room takes out what nobody used for long, and the idlest where that is not enough.
func (s *sessions) room() (over []*seat, ok bool) {
	var idlest *seat
	for id, one := range s.of {
		switch {
		case one.using > 0:
		case time.Since(one.last) > longIdle:
			delete(s.of, id)
			over = append(over, one)
		case idlest == nil || one.last.Before(idlest.last):
			idlest = one
		}
	}
	if len(s.of) >= maxSessions && idlest != nil {
		delete(s.of, idlest.ID())
		over = append(over, idlest)
	}
	return over, !s.closed && len(s.of) < maxSessions
}

// end takes a session out and ends it; what is under way is cancelled.
func (s *sessions) end(id string) bool {
	s.mu.Lock()
	one := s.of[id]
	delete(s.of, id)
	s.mu.Unlock()
	if one == nil {
		return false
	}
	s.replace(one, nil)
	one.Close()
	return true
}

// replace ends the stream that listens, for there is one at most, and remembers the next.
func (s *sessions) replace(one *seat, next context.CancelFunc) {
	s.mu.Lock()
	before := one.leave
	one.leave = next
	s.mu.Unlock()
	if before != nil {
		before()
	}
}

// close ends all sessions, and lets none begin.
func (s *sessions) close() {
	s.mu.Lock()
	s.closed = true
	var all []string
	for id := range s.of {
		all = append(all, id)
	}
	s.mu.Unlock()
	for _, id := range all {
		s.end(id)
	}
}

func (s *sessions) ending() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}
