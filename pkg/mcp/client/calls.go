package client

import (
	"math/rand/v2"
	"sync"
	"time"

	"usher/pkg/strictjson"
)

// calls are the requests that wait for an answer, by their number.
type calls struct {
	words words // whose secrets are covered in what fails

	mu   sync.Mutex
	last int64
	open map[int64]*pending

	alarm *time.Timer // rings when the first of what was begun may be late
	rings time.Time
	taken []Taker // to be flushed by the goroutine that reads, which alone uses it
	woken bool    // who waits in Forward was; of the same goroutine
}

// pending is one request and what came for it.
type pending struct {
	method   string
	limit    int // bytes of the message that answers it
	answered bool
	result   *strictjson.Value
	fault    *Failure // or why there is no result

	forward *forwarded // the result is passed on as it came; else nil
}

// newCalls begins at a number a server cannot know, so that what it says before
// it was asked anything answers nothing. It fits in 32 bits, for servers that
// keep it there.
func newCalls(w words) *calls {
	return &calls{words: w, last: 1_000_000 + rand.Int64N(1_000_000_000), open: map[int64]*pending{}}
}

// begin opens a request under a number never used before.
func (c *calls) begin(method string, limit int) int64 {
	return c.start(&pending{method: method, limit: limit})
}

func (c *calls) start(p *pending) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	c.open[c.last] = p
	return c.last
}

// waiting is what a request asked for and how long its answer may be; false where
// none of that number waits: a second answer, one to a request that was given up
// and one to a number not yet used belong to nothing.
func (c *calls) waiting(id int64) (method string, limit int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p := c.open[id]; p != nil && !p.answered {
		return p.method, p.limit, true
	}
	return "", 0, false
}

// answer settles a request, once.
func (c *calls) answer(id int64, result *strictjson.Value, fault *Failure) bool {
	if c.begun(id, c.words.ownWords(result.Raw()), fault) {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.open[id]
	if p == nil || p.answered {
		return false
	}
	p.answered, p.result, p.fault = true, result, fault
	if p.forward != nil {
		p.forward.body = c.words.ownWords(result.Raw())
		signal(p.forward.wake)
	}
	return true
}

// finish closes a request and gives what had come for it.
func (c *calls) finish(id int64) pending {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.open[id]
	delete(c.open, id)
	return *p
}
