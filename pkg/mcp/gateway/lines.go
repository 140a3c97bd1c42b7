package gateway

import (
	"errors"
	"io"
	"slices"
	"sync"
	"time"

	"usher/pkg/mcp/client"
)

// lines writes frames to a stream, a line each. Whoever finds nobody writing writes,
// with what others have put there meanwhile: so frames go out in batches while the
// stream is slow, and at once while it is not. What waits is bounded: more waits for
// its turn.
type lines struct {
	out    io.Writer
	now    func([]byte) int // writes what fits and does not wait; nil: nothing can
	broken chan struct{}    // closed with the first error

	mu      sync.Mutex
	room    sync.Cond
	waiting []byte
	spare   []byte
	busy    bool
	err     error
}

const (
	keptBuffer = 1 << 20   // the largest buffer that is kept for the next frames
	largeFrame = 256 << 10 // a frame from here on is not copied where nobody else writes
)

var errClosed = errors.New("the assistant is gone")

func newLines(out io.Writer) *lines {
	l := &lines{out: out, now: client.AtOnce(out), broken: make(chan struct{})}
	l.room.L = &l.mu
	return l
}

// Send writes one frame.
func (l *lines) Send(frame []byte) error { return l.write(oneLine(frame)) }

func (l *lines) write(parts ...[]byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.err == nil && len(l.waiting) > maxWaiting {
		l.room.Wait()
	}
	size := 1
	for _, p := range parts {
		size += len(p)
	}
	switch {
	case l.err != nil:
		return l.err
	case !l.busy && size > largeFrame:
		l.busy = true
		l.unlocked(append(parts, []byte{'\n'})...)
	default:
		l.add(size, parts)
		if l.busy {
			return nil
		}
		l.busy = true
	}
	l.empty()
	return l.err
}

// add puts a frame behind what waits; the lock is held.
func (l *lines) add(size int, parts [][]byte) {
	if l.waiting == nil {
		l.waiting, l.spare = l.spare[:0], nil
	}
	l.waiting = slices.Grow(l.waiting, size)
	for _, p := range parts {
		l.waiting = append(l.waiting, p...)
	}
	l.waiting = append(l.waiting, '\n')
}

// empty writes until nothing waits; the lock is held by who is busy.
func (l *lines) empty() {
	for len(l.waiting) > 0 && l.err == nil {
		l.flush()
	}
	l.busy = false
}

// flush writes what waits.
func (l *lines) flush() {
	now := l.waiting
	l.waiting = nil
	l.unlocked(now)
	if cap(now) <= keptBuffer {
		l.spare = now
	}
	l.room.Broadcast()
}

// unlocked writes while the lock is let go; only who is busy may.
func (l *lines) unlocked(parts ...[]byte) {
	l.mu.Unlock()
	var err error
	for _, p := range parts {
		if err == nil {
			_, err = l.out.Write(p)
		}
	}
	l.mu.Lock()
	if err != nil {
		l.fail(err)
	}
}

// close lets nobody write or wait any more. A write that hangs ends where the stream
// knows a deadline.
func (l *lines) close() {
	l.mu.Lock()
	l.fail(errClosed)
	l.mu.Unlock()
	if d, ok := l.out.(interface{ SetWriteDeadline(time.Time) error }); ok {
		_ = d.SetWriteDeadline(time.Now()) // what knows none is left alone
	}
}

// fail keeps the first error; the lock is held.
func (l *lines) fail(err error) {
	if l.err == nil {
		l.err = err
		close(l.broken)
	}
	l.room.Broadcast()
}

func (l *lines) failure() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}
