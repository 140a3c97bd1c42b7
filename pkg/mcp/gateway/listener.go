package gateway

import (
	"strconv"

	"usher/pkg/fault"
)

// listener is who hears what belongs to no request.
type listener struct {
	frames chan []byte
	ended  chan struct{}
}

// Listen has what belongs to no request (list_changed and the like) sent to out until
// stop is called. At most one listens: a later one takes the place.
func (s *Session) Listen(out Sink) (stop func()) {
	l := &listener{frames: make(chan []byte, maxNotices), ended: make(chan struct{})}
	s.mu.Lock()
	s.hears = l
	s.mu.Unlock()
	go func() {
		for {
			select {
			case f := <-l.frames:
				_ = send(out, f) // who cannot be told is gone
			case <-l.ended:
				return
			}
		}
	}()
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.hears == l {
			s.hears = nil
		}
		select {
		case <-l.ended:
		default:
			close(l.ended)
		}
	}
}

// tell puts a frame before whoever listens; where nobody does, before who waits for an
// answer at out, nil for none. One that listens too slowly loses some, and the person is
// told of it.
func (s *Session) tell(out Sink, frame []byte, wants func() bool) {
	switch s.heard(frame, wants) {
	case toNobody:
		if out != nil {
			_ = send(out, frame) // what has its answer by now hears no more
		}
	case dropped:
		s.slow()
	case toListener, unwanted:
	}
}

func (s *Session) slow() {
	s.g.say(fault.Problem{Rule: "serve/unheard", Severity: fault.SeverityWarning,
		Message: "the assistant reads too slowly: notifications are dropped where more than " + strconv.Itoa(maxNotices) + " wait"})
}

// hearing is what came of a frame that belongs to no request.
type hearing int

const (
	unwanted   hearing = iota
	toNobody           // nobody listens
	toListener         // it will be sent
	dropped            // who listens is too slow
)

func (s *Session) heard(frame []byte, wants func() bool) hearing {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.version == "" || !wants():
		return unwanted
	case s.hears == nil:
		return toNobody
	}
	select {
	case s.hears.frames <- frame:
		return toListener
	default:
		return dropped
	}
}

func (g *Gateway) everySession(frame []byte, wants func(*Session) bool) {
	g.mu.Lock()
	all := make([]*Session, 0, len(g.sessions))
	for s := range g.sessions {
		all = append(all, s)
	}
	g.mu.Unlock()
	for _, s := range all {
		s.tell(nil, frame, func() bool { return wants(s) })
	}
}

func anySession(*Session) bool { return true }
