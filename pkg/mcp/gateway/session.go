package gateway

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"sync"
)

// Sink takes the frames for an assistant: each one message of well-formed JSON,
// without a line end. Send may be called from several goroutines, and the frame is
// not kept nor changed after it returned.
type Sink interface {
	Send(frame []byte) error
}

// Session is one assistant, from its initialize on.
type Session struct {
	g     *Gateway
	id    string
	talk  string // what hooks are told the conversation is
	lone  bool   // one message of 2026-07-28, and no session
	front string // stdio or http

	mu      sync.Mutex
	version string // "" before initialize
	who     string // what the assistant calls itself
	asks    bool   // the assistant can put a question to a person
	level   int    // of the messages of servers that it wants; 0: none
	tickets map[string]*ticket
	held    int                    // bytes of their messages
	asked   map[string]chan []byte // questions to the assistant, by their id
	asking  int
	hears   *listener
	uris    map[string]bool // resources it wants to hear of, as it names them
	closed  bool
	group   sync.WaitGroup
}

// ticket is a request that is under way.
type ticket struct {
	cancel context.CancelFunc
	size   int
	brief  bool // it ends by itself, soon
	gone   bool // cancelled by the assistant: nothing more is sent
}

// NewSession begins a session for an assistant that is spoken to in single messages.
func (g *Gateway) NewSession() *Session {
	s := g.newSession()
	g.mu.Lock()
	g.sessions[s] = true
	g.mu.Unlock()
	return s
}

func (g *Gateway) newSession() *Session {
	return &Session{g: g, id: random(), talk: random(), front: "http", tickets: map[string]*ticket{}, asked: map[string]chan []byte{}, uris: map[string]bool{}}
}

// random is 128 bits in hex.
func random() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // which never fails
	return hex.EncodeToString(b[:])
}

// ID is the session's own: 128 random bits in hex.
func (s *Session) ID() string { return s.id }

// Take takes one message and returns when its answer was sent to out, for a
// notification or an answer at once. What belongs to the request (progress, a question
// to the person) goes to the same out, before the answer. Where ctx ends the request
// is cancelled, and nothing more is sent.
func (s *Session) Take(ctx context.Context, message []byte, out Sink) {
	if _, run := s.receive(ctx, message, out); run != nil {
		run()
	}
}

// Stateless answers one message of an assistant that speaks 2026-07-28, which has no
// sessions; it returns when the answer was sent.
func (g *Gateway) Stateless(ctx context.Context, message []byte, out Sink) {
	s := g.newSession()
	s.lone, s.talk = true, ""
	s.Take(ctx, message, out)
}

// receive reads a message and does what is done at once. run is the rest, nil for
// nothing; quick says that it waits for nobody.
func (s *Session) receive(ctx context.Context, message []byte, out Sink) (quick bool, run func()) {
	if len(message) > maxMessage {
		_ = sendError(out, nil, tooLarge()) // who cannot be answered is gone
		return false, nil
	}
	if message = oneLine(message); s.batches() && beginsWith(message, '[') {
		return false, s.batch(ctx, message, out)
	}
	return s.single(ctx, message, out)
}

func (s *Session) single(ctx context.Context, message []byte, out Sink) (quick bool, run func()) {
	switch f := readFrame(message); f.kind {
	case requested:
		return s.admit(ctx, f, out)
	case noticed:
		s.heed(f)
	case answered:
		s.answered(f)
	case flawed:
		defer s.spoiled(f)
		_ = sendError(out, f.id, f.fault)
	}
	return false, nil
}

func tooLarge() *rpcError {
	return invalid("the message is larger than 16 MiB; nothing of it was read")
}

// Close ends the session: what is under way is cancelled, and has ended when it returns.
func (s *Session) Close() {
	s.stop(false)
	s.group.Wait()
}

// stop lets nothing more begin and cancels what is under way, but for what is brief
// where that is wanted.
func (s *Session) stop(sparing bool) {
	s.g.mu.Lock()
	delete(s.g.sessions, s)
	s.g.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for _, t := range s.tickets {
		if !sparing || !t.brief {
			t.cancel()
		}
	}
}
