package client

import (
	"errors"
	"io"
	"strconv"
	"sync"
)

// inbox takes the server's lines as they come, settles what waits for them in
// calls and answers the server's own requests. The transport reads from it, and
// gets only `{"jsonrpc":"2.0","id":7,"result":{}}` for each request that was
// settled.
type inbox struct {
	lines   *lines
	calls   *calls
	asks    *asks
	changed func() // the server's tool list did
	notices *notices
	reading envelopes
	words   words
	end     func(*Failure) // the output ended; nil where the reason is yet to be found
	done    chan struct{}  // closed after end

	mu     sync.Mutex
	more   sync.Cond // ready or over changed
	ready  []byte
	over   bool
	counts Counts
}

// Counts are what a server sent besides answers. Of it only notifications are passed
// on, to OnNotice and Forward.
type Counts struct {
	Noise    int    // lines that are no message, a banner for instance
	First    string // the first of them, cleaned and cut
	Stray    int    // answers that nobody waited for: a wrong id, a second one
	Requests int    // requests of its own; ping is answered, the rest refused
	Notices  int    // notifications
	Dropped  int    // of them, and of progress: what came faster than it was taken
}

func newInbox(l *lines, c *calls, a *asks, w words) *inbox {
	in := &inbox{lines: l, calls: c, asks: a, reading: newEnvelopes(), words: w, notices: &notices{}, done: make(chan struct{})}
	in.more.L = &in.mu
	l.idle = c.flush
	return in
}

// run reads until the output ends or a line breaks a bound. It never waits for
// the transport or for what it writes, so the server never waits for usher.
func (in *inbox) run() {
	for {
		line, err := in.lines.next()
		if err == nil {
			err = in.line(line)
		}
		if err != nil {
			in.finish(err)
			return
		}
	}
}

// Read gives the transport its next frames and ends with io.EOF only: what else
// ended the output is told by end, and the transport would log it.
func (in *inbox) Read(p []byte) (int, error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for len(in.ready) == 0 {
		if in.over {
			return 0, io.EOF
		}
		in.more.Wait()
	}
	n := copy(p, in.ready)
	in.ready = in.ready[n:]
	return n, nil
}

func (in *inbox) finish(err error) {
	switch {
	case errors.Is(err, errTooLong):
		in.end(in.words.fail(TooLarge, "answered with more than "+strconv.Itoa(in.lines.limit>>20)+" MiB in one message"))
	case errors.Is(err, errFlood):
		in.end(in.words.fail(Flooding, "sent more than "+strconv.Itoa(maxAsked)+" requests of its own in a second"))
	default:
		in.end(nil)
	}
	in.mu.Lock()
	in.over = true
	in.more.Broadcast()
	in.mu.Unlock()
	close(in.done)
}

func (in *inbox) count(f func(*Counts)) {
	in.mu.Lock()
	defer in.mu.Unlock()
	f(&in.counts)
}
