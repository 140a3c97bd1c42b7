package client

import (
	"bytes"
	"strconv"
	"time"

	"usher/pkg/mcp"
	"usher/pkg/strictjson"
)

// line takes one line; an error ends the server.
func (in *inbox) line(line []byte) error {
	if passing(line) && !in.wants(line) {
		in.count(func(c *Counts) { c.Notices++ })
		return nil
	}
	if len(line) > mcp.MaxList && in.oversized(line) {
		return nil
	}
	if in.straight(line) {
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
		in.notice(f.method, f.params.Raw())
	case flawed:
		in.flawed(line, f.why)
	}
	return nil
}

// passing tells, without reading it, a notification that nobody looks at: with no
// id and no escape that could spell one, a line answers nothing and asks nothing.
// A flood of them is what a server can make cheapest.
func passing(line []byte) bool {
	return begins(line) && bytes.Contains(line, []byte(`"method"`)) && !bytes.Contains(line, []byte(`"id"`)) &&
		bytes.IndexByte(line, '\\') < 0 && !bytes.Contains(line, []byte("list_changed"))
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
	case in.calls.forwards(id) && asksBack(f.result.Raw()):
		in.settle(id, nil, in.words.asking(method))
	case in.calls.forwards(id) && f.unfit() != "":
		in.settle(id, nil, in.wrong(method, f.unfit()))
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
	if in.calls.forwards(id) {
		in.calls.answer(id, result, fault)
		return
	}
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
