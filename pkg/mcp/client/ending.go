package client

import (
	"strconv"
	"time"

	"usher/pkg/proc"
)

const (
	// lateOutput is how long what a server wrote before it ended may take to
	// arrive: a process it left behind can hold the pipe open for ever.
	lateOutput = 200 * time.Millisecond

	// lateEnd is how long a server may live on after it closed its output.
	lateEnd = 300 * time.Millisecond
)

// watch notices that the program ended.
func (c *Conn) watch() {
	select {
	case <-c.ended:
		return
	case <-c.child.done:
	}
	if !after(c.in.done, lateOutput) {
		c.end(nil)
	}
}

// after waits for a channel; false where the time is up first.
func after(done <-chan struct{}, limit time.Duration) bool {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}

// end is called when nothing more is to be had from the server; the first reason
// counts, nil stands for one to be found. What is left of the server is killed:
// it serves nobody any more.
func (c *Conn) end(why *Failure) {
	c.endOnce.Do(func() {
		c.why = why
		close(c.ended)
		if c.calls != nil { // a remote one begins nothing
			go c.forsake()
		}
		if why != nil {
			close(c.settled)
			if why.Kind == Closed {
				return
			}
		}
		go func() {
			if why == nil {
				c.why = c.autopsy()
				close(c.settled)
			}
			c.close(0)
		}()
	})
}

// autopsy says how the program ended, with its last words.
func (c *Conn) autopsy() *Failure {
	if !after(c.child.done, lateEnd) {
		return c.words.fail(Ended, "closed its output and said nothing more"+c.lastWords())
	}
	after(c.stderr.done, lateOutput)
	res := c.child.result()
	if why := c.unbuilt(res); why != nil {
		return why
	}
	how := "ended"
	switch res.Ending {
	case proc.Exited:
		how = "ended with status " + strconv.Itoa(res.Code)
	case proc.Killed:
		how = "was ended by " + res.Signal
	case proc.Lost, proc.NotStarted, proc.TimedOut, proc.Cancelled, proc.TooMuchOutput:
		if how = "was lost"; res.Why != "" {
			how += ": " + res.Why
		}
	}
	return c.words.fail(Ended, how+c.lastWords())
}

func (c *Conn) lastWords() string {
	if last := c.stderr.last(); last != "" {
		return ": " + last
	}
	return ""
}

// lost is why a request found nobody to talk to.
func (c *Conn) lost() *Failure {
	if !after(c.settled, lateEnd+2*lateOutput) {
		return c.words.fail(Ended, "does not take input any more"+c.lastWords())
	}
	return c.why
}
