package client

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"sync"
)

// maxUnread bytes may wait for a server that does not read its input.
const maxUnread = 64 << 20

var (
	errUnread = errors.New("too much waits to be read")
	errClosed = errors.New("input is closed")
)

// outbox is the writer that the transport writes to. A frame is taken at once and
// written by one goroutine: the transport holds a lock while it writes, so a
// server that does not read would stop every other request past its time.
type outbox struct {
	w     io.WriteCloser
	limit int

	mu     sync.Mutex
	queue  [][]byte
	size   int
	closed bool

	wake chan struct{} // one token: there is something to do
	done chan struct{} // the writing goroutine ended
}

func newOutbox(w io.WriteCloser, limit int) *outbox {
	o := &outbox{w: w, limit: limit, wake: make(chan struct{}, 1), done: make(chan struct{})}
	go o.run()
	return o
}

// Write takes one whole frame.
func (o *outbox) Write(frame []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.closed:
		return 0, errClosed
	case o.size+len(frame) > o.limit:
		return 0, errUnread
	}
	o.queue = append(o.queue, bytes.Clone(frame))
	o.size += len(frame)
	o.signal()
	return len(frame), nil
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
	o.closed, o.queue = true, nil
	o.signal()
	o.mu.Unlock()
	return o.w.Close()
}

func (o *outbox) signal() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
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
				o.closed, o.queue = true, nil
				o.mu.Unlock()
				return
			}
			o.mu.Lock()
			o.size -= len(frame)
			o.mu.Unlock()
		}
	}
}

// next is the next frame, nil while there is none; false once closed.
func (o *outbox) next() ([]byte, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed || len(o.queue) == 0 {
		return nil, !o.closed
	}
	frame := o.queue[0]
	if o.queue = o.queue[1:]; len(o.queue) == 0 {
		o.queue = nil
	}
	return frame, true
}
