package client

import (
	"bytes"
	"time"
)

const (
	// maxProgress bytes of progress wait for one who takes it slowly, what each costs
	// besides its own counted in.
	maxProgress = 4 << 20
	progressOwn = 64
)

// forwarded is what a forwarded request has more than another: its result's own bytes,
// and the progress that came for it.
type forwarded struct {
	wake  chan struct{} // one token: something came
	token []byte        // the assistant's; nil: no progress is wanted
	body  []byte        // the result as sent

	told [][]byte // params of progress, its token put back
	size int

	taker Taker // who takes what comes, and waits for nothing; nil: Forward does
	until time.Time
	limit time.Duration // without an answer or progress
}

// passOn settles a forwarded request with its result's own bytes; keep is asked whether
// they are good for ever. false where none of that number waits.
func (c *calls) passOn(id int64, result []byte, keep func() bool) bool {
	result = c.words.ownWords(result)
	if c.begun(id, result, nil) {
		return true
	}
	if !keep() {
		result = bytes.Clone(result)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.open[id]
	if p == nil || p.answered || p.forward == nil {
		return false
	}
	p.answered, p.forward.body = true, result
	signal(p.forward.wake)
	c.woken = true
	return true
}

// forwards reports that a request waits whose result is passed on as it came.
func (c *calls) forwards(id int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.open[id]
	return p != nil && !p.answered && p.forward != nil
}

// progress keeps the params of a notifications/progress for the request whose token
// they hold; taken is false where there is none, full where too much waits already.
func (c *calls) progress(params []byte) (taken, full bool) {
	at, ok := progressOf(params)
	if !ok {
		return false, false
	}
	id, ok := number(string(params[at.start:at.stop]))
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.open[id]
	if !ok || p == nil || p.answered || p.forward == nil || p.forward.token == nil {
		return false, false
	}
	f := p.forward
	if f.taker != nil {
		f.until = time.Now().Add(f.limit)
		c.taken = append(c.taken, f.taker)
		return true, !f.taker.Tell(spliced(params, at, f.token))
	}
	if f.size+len(params)+progressOwn > maxProgress {
		return true, true
	}
	f.told = append(f.told, spliced(params, at, f.token))
	f.size += len(params) + progressOwn
	signal(f.wake)
	return true, false
}

// take is the progress that came since the last time, and whether the answer did.
func (c *calls) take(p *pending) (told [][]byte, answered bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	told, p.forward.told, p.forward.size = p.forward.told, nil, 0
	return told, p.answered
}
