package gateway

import "context"

// Sink takes the frames for an assistant: each one message of well-formed JSON,
// without a line end. Send may be called from several goroutines, and the frame is
// not kept nor changed after it returned.
type Sink interface {
	Send(frame []byte) error
}

// Session is one assistant, from its initialize on.
type Session struct {
	g  *Gateway
	id string
}

// NewSession begins a session for an assistant that is spoken to in single messages.
func (g *Gateway) NewSession() *Session { return &Session{g: g} }

// ID is the session's own: 128 random bits in hex.
func (s *Session) ID() string { return s.id }

// Take takes one message and returns when its answer was sent to out, for a
// notification or an answer at once. What belongs to the request (progress, a question
// to the person) goes to the same out, before the answer. Where ctx ends the request
// is cancelled, and nothing more is sent.
func (s *Session) Take(ctx context.Context, message []byte, out Sink) {}

// Listen has what belongs to no request (list_changed and the like) sent to out until
// stop is called. At most one listens: a later one takes the place.
func (s *Session) Listen(out Sink) (stop func()) { return func() {} }

// Close ends the session: what is under way is cancelled, and has ended when it returns.
func (s *Session) Close() {}
