package client

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"sync"
	"time"
)

// maxUnread bytes may wait for a server that does not read its input.
const maxUnread = 64 << 20

// maxTogether bytes of frames are held to be written at once.
const maxTogether = 64 << 10

var (
	errUnread = errors.New("too much waits to be read")
	errClosed = errors.New("input is closed")
)

// outbox is the writer that the transport writes to. A frame is taken at once: what
// fits into the pipe is written there and then, without waiting, and the rest by one
// goroutine. The transport holds a lock while it writes, so a server that does not
// read would stop every other request past its time.
type outbox struct {
	w     io.WriteCloser
	now   func([]byte) int // writes what fits and does not wait; nil: nothing can
	limit int

	mu     sync.Mutex
	held   []byte // frames that go out with the next write or flush, where nothing else waits
	begun  []byte // the rest of what was written in part
	queue  [][]byte
	size   int // of both and of what is being written
	closed bool

	wake chan struct{} // one token: there is something to do
	done chan struct{} // the writing goroutine ended

	freed chan struct{} // one token: less waits than before
	stuck time.Duration // see maxStuck
}

func newOutbox(w io.WriteCloser, limit int) *outbox {
	o := &outbox{w: w, now: AtOnce(w), limit: limit, wake: make(chan struct{}, 1), done: make(chan struct{}),
		freed: make(chan struct{}, 1), stuck: maxStuck}
	go o.run()
	return o
}

// Write takes one whole frame, and keeps nothing of it.
func (o *outbox) Write(frame []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.closed:
		return 0, errClosed
	case o.size+len(frame) > o.limit:
		return 0, errUnread
	}
	o.push()
	n := 0
	if o.now != nil && o.size == 0 {
		if n = o.now(frame); n == len(frame) {
			return n, nil
		}
	}
	rest := bytes.Clone(frame[n:])
	if n > 0 {
		o.begun = rest
	} else {
		o.queue = append(o.queue, rest)
	}
	o.size += len(rest)
	signal(o.wake)
	return len(frame), nil
}

// hold takes one whole frame, which goes out with the next write or flush.
func (o *outbox) hold(frame []byte) error {
	o.mu.Lock()
	if o.closed || o.size > 0 || len(o.held)+len(frame) > maxTogether {
		o.mu.Unlock()
		_, err := o.Write(frame)
		return err
	}
	o.held = append(o.held, frame...)
	o.mu.Unlock()
	return nil
}

// flush sends what is held.
func (o *outbox) flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.push()
}

// push sends what is held; nothing else waits then, and the lock is held.
func (o *outbox) push() {
	if len(o.held) == 0 || o.closed {
		return
	}
	n := 0
	if o.now != nil {
		n = o.now(o.held)
	}
	if n < len(o.held) {
		o.begun = bytes.Clone(o.held[n:])
		o.size += len(o.begun)
		signal(o.wake)
	}
	o.held = o.held[:0]
}

// withdraw takes back a request that nothing was written of, so that what a
// person was told had timed out is not done later all the same.
func (o *outbox) withdraw(id int64) bool {
	// The transport writes the number as the second member of the frame.
	begin := []byte(`{"jsonrpc":"2.0","id":` + strconv.FormatInt(id, 10) + `,`)
	o.mu.Lock()
	defer o.mu.Unlock()
	for i, frame := range o.queue {
		if bytes.HasPrefix(frame, begin) {
			o.size -= len(frame)
			o.queue = append(o.queue[:i:i], o.queue[i+1:]...)
			return true
		}
	}
	return false
}

// Close closes the server's input; what waits is dropped.
func (o *outbox) Close() error {
	o.mu.Lock()
	o.closed, o.begun, o.queue = true, nil, nil
	signal(o.wake)
	o.mu.Unlock()
	return o.w.Close()
}

// run writes until the outbox is closed or nobody can read any more.
func (o *outbox) run() {
	defer close(o.done)
	for range o.wake {
		for {
			frame, ok := o.next()
			if !ok {
				return
			}
			if frame == nil {
				break
			}
			if _, err := o.w.Write(frame); err != nil {
				o.mu.Lock()
				o.closed, o.begun, o.queue = true, nil, nil
				o.mu.Unlock()
				return
			}
			o.mu.Lock()
			o.size -= len(frame)
			o.mu.Unlock()
			signal(o.freed)
		}
	}
}

// next is the next frame, nil while there is none; false once closed.
func (o *outbox) next() ([]byte, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if frame := o.begun; frame != nil && !o.closed {
		o.begun = nil
		return frame, true
	}
	if o.closed || len(o.queue) == 0 {
		return nil, !o.closed
	}
	frame := o.queue[0]
	if o.queue = o.queue[1:]; len(o.queue) == 0 {
		o.queue = nil
	}
	return frame, true
}
