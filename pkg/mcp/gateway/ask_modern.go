package gateway

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"sync"
	"time"

	"usher/pkg/digest"
	"usher/pkg/gate"
	"usher/pkg/strictjson"
)

// inputRequired is an answer of 2026-07-28 that asks for more: the assistant makes the
// request again with the person's answer and the state (MRTR).
type inputRequired struct{ result []byte }

func (inputRequired) Error() string { return "a person is asked" }

// putModern asks in the way of 2026-07-28: the question is the answer to the request,
// and the request comes again with the person's. The state that comes with it holds for
// the same call of the same launch, for askWait, and once.
func (c *call) putModern(ctx context.Context, d gate.Decision, launch digest.Digest) (allowed bool, err error) {
	about := c.about(launch)
	state, _ := textOf(c.param("requestState"))
	if responses := c.param("inputResponses"); responses != nil && c.g.states.redeem(state, about, time.Now()) {
		members, ok := strictjson.Skim(responses, maxDepth, formKey, "content")
		answer := members.Pick(formKey)
		return ok && answer != nil && saysAllow(responses, answer.Inside), nil
	}
	if err := c.record(ctx, d); err != nil {
		return false, err
	}
	ask := object([]byte("method"), []byte(`"elicitation/create"`), []byte("params"), c.form(d))
	return false, inputRequired{result: object([]byte("resultType"), []byte(`"input_required"`),
		[]byte("inputRequests"), object([]byte(formKey), ask), []byte("requestState"), quote(c.g.states.issue(about, time.Now())))}
}

// about is the call that a state is for.
func (c *call) about(launch digest.Digest) []byte {
	h := sha256.New()
	for _, part := range [][]byte{[]byte(c.ask), []byte(c.Tool.String()), c.Args, []byte(launch)} {
		var size [8]byte
		binary.BigEndian.PutUint64(size[:], uint64(len(part)))
		h.Write(size[:])
		h.Write(part)
	}
	return h.Sum(nil)
}

// states are what assistants bring back with a person's answers. The key is this
// gateway's own and new at each start: a state of another is none, and its call is
// asked about again.
type states struct {
	key [32]byte

	mu   *sync.Mutex
	used map[[stateNonce]byte]time.Time // until when it would hold
}

const (
	stateNonce = 16
	maxUsed    = 10_000 // more at the same time: the question is put again
)

func newStates() states {
	s := states{mu: &sync.Mutex{}, used: map[[stateNonce]byte]time.Time{}}
	_, _ = rand.Read(s.key[:]) // which never fails
	return s
}

// issue makes a state for a call: until when it holds, something never used before,
// and the mark of both and the call.
func (s *states) issue(about []byte, now time.Time) string {
	b := binary.BigEndian.AppendUint64(nil, uint64(now.Add(askWait).Unix()))
	var nonce [stateNonce]byte
	_, _ = rand.Read(nonce[:]) // which never fails
	b = append(b, nonce[:]...)
	return base64.RawURLEncoding.EncodeToString(append(b, s.mark(b, about)...))
}

func (s *states) mark(b, about []byte) []byte {
	h := hmac.New(sha256.New, s.key[:])
	h.Write(b)
	h.Write(about)
	return h.Sum(nil)
}

// redeem takes a state for a call, once.
func (s *states) redeem(state string, about []byte, now time.Time) bool {
	b, err := base64.RawURLEncoding.Strict().DecodeString(state)
	const head = 8 + stateNonce
	if err != nil || len(b) != head+sha256.Size || !hmac.Equal(b[head:], s.mark(b[:head], about)) {
		return false
	}
	until := time.Unix(int64(binary.BigEndian.Uint64(b)), 0)
	nonce := [stateNonce]byte(b[8:head])
	s.mu.Lock()
	defer s.mu.Unlock()
	for n, t := range s.used {
		if now.After(t) {
			delete(s.used, n)
		}
	}
	if _, again := s.used[nonce]; again || now.After(until) || len(s.used) >= maxUsed {
		return false
	}
	s.used[nonce] = until
	return true
}
