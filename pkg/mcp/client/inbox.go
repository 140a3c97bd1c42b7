package client

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"sync"
	"time"

	"usher/pkg/mcp"
	"usher/pkg/strictjson"
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
	words   words
	end     func(*Failure) // the output ended; nil where the reason is yet to be found
	done    chan struct{}  // closed after end

	mu     sync.Mutex
	more   sync.Cond // ready or over changed
	ready  []byte
	over   bool
	counts Counts
}

// Counts are what a server sent besides answers. None of it is passed on.
type Counts struct {
	Noise    int    // lines that are no message, a banner for instance
	First    string // the first of them, cleaned and cut
	Stray    int    // answers that nobody waited for: a wrong id, a second one
	Requests int    // requests of its own; ping is answered, the rest refused
	Notices  int    // notifications
}

func newInbox(l *lines, c *calls, a *asks, w words) *inbox {
	in := &inbox{lines: l, calls: c, asks: a, words: w, done: make(chan struct{})}
	in.more.L = &in.mu
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
		in.end(in.words.fail(TooLarge, "sent more than "+strconv.Itoa(in.lines.limit>>20)+" MiB in one message"))
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

// line takes one line; an error ends the server.
func (in *inbox) line(line []byte) error {
	if len(line) > mcp.MaxList && in.oversized(line) {
		return nil
	}
	f := readFrame(line)
	switch f.kind {
	case noise:
		in.noise(line)
	case answer:
		in.answer(f)
	case request:
		in.count(func(c *Counts) { c.Requests++ })
		return in.asks.answer(f, time.Now())
	case notice:
		in.count(func(c *Counts) { c.Notices++ })
		if f.method == "notifications/tools/list_changed" {
			in.changed()
		}
	case flawed:
		in.flawed(line, f.why)
	}
	return nil
}

// oversized settles a request whose answer is longer than it may be, before
// anything copies the line.
func (in *inbox) oversized(line []byte) (taken bool) {
	for _, id := range claimed(line) {
		if method, limit, ok := in.calls.waiting(id); ok && len(line) > limit {
			in.settle(id, nil, in.words.fail(TooLarge, "answered "+method+" with more than "+strconv.Itoa(limit>>20)+" MiB"))
			taken = true
		}
	}
	return taken
}

func (in *inbox) answer(f frame) {
	id, ok := number(f.id)
	method, _, waits := in.calls.waiting(id)
	switch {
	case !ok || !waits:
		in.count(func(c *Counts) { c.Stray++ })
	case f.why != "":
		in.settle(id, nil, in.wrong(method, f.why))
	case f.failed != nil:
		in.settle(id, nil, in.words.answered(method, f.failed))
	default:
		in.settle(id, f.result, nil)
	}
}

// flawed fails the requests that a line seems to answer; where there are none it
// is noise.
func (in *inbox) flawed(line []byte, why string) {
	taken := false
	for _, id := range claimed(line) {
		if method, _, ok := in.calls.waiting(id); ok {
			in.settle(id, nil, in.wrong(method, why))
			taken = true
		}
	}
	if !taken {
		in.noise(line)
	}
}

func (in *inbox) wrong(method, why string) *Failure {
	return in.words.fail(Protocol, "answered "+method+" with what is no MCP answer: "+why)
}

// settle hands an answer over, and tells the transport that it came.
func (in *inbox) settle(id int64, result *strictjson.Value, fault *Failure) {
	if in.calls.answer(id, result, fault) {
		in.mu.Lock()
		defer in.mu.Unlock()
		in.more.Broadcast()
		in.ready = append(in.ready, `{"jsonrpc":"2.0","id":`+strconv.FormatInt(id, 10)+`,"result":{}}`+"\n"...)
	}
}

// noise counts a line that is no message; blank ones are nothing. Only the first
// is kept, so that a flood of them costs no memory.
func (in *inbox) noise(line []byte) {
	if len(bytes.Trim(line, " \t\r\x00")) == 0 {
		return
	}
	in.count(func(c *Counts) {
		if c.Noise++; c.Noise == 1 {
			c.First = in.words.line(string(line))
		}
	})
}

func (in *inbox) count(f func(*Counts)) {
	in.mu.Lock()
	defer in.mu.Unlock()
	f(&in.counts)
}
