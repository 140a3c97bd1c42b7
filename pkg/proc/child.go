package proc

import (
	"os"
	"sync"
	"time"
)

// Child is a program that lives until Stop: an MCP server. What it starts dies
// with it, unlike what a hook leaves behind; when usher dies, all of it dies.
//
// The pipes are the caller's: it reads Stdout and Stderr to their end and closes
// them. On Linux and macOS they take deadlines, and Close wakes who waits in
// them; on Windows they do neither, and end with the tree.
type Child struct {
	Stdin  *os.File // closing it is how a server is asked to end; Stop does
	Stdout *os.File
	Stderr *os.File

	pid    int
	done   chan struct{} // closed when the program has ended
	gone   chan struct{} // closed when nothing of its tree is left, or all was tried
	first  sync.Once
	result Result
	left   bool // something of the tree could not be ended; good once gone is closed
	keeper keeper
}

const (
	// stopSlack is what the end of a tree may take beyond the grace, and
	// giveUpSlack what it may take by usher's own hand after that.
	stopSlack   = 900 * time.Millisecond
	giveUpSlack = 100 * time.Millisecond

	longestGrace = 24 * time.Hour
)

// Start starts a child that lives until Stop: a session of its own, exactly
// s.Env, descriptors 0, 1 and 2 and no others, which are pipes of ours (SPEC
// Q4). Child is nil when it did not start, and Result.Why says why in words, the
// same as Run's. The Stdin, caps and durations of s are not used.
//
// On Linux this process becomes a subreaper (BecomeSubreaper).
func Start(run Program, s Spec) (*Child, Result) {
	s = s.complete()
	if why := s.unfit(); why != "" {
		return nil, Result{Why: why}
	}
	c := &Child{done: make(chan struct{}), gone: make(chan struct{})}
	if res := c.start(run, s); res.Why != "" {
		return nil, res
	}
	return c, Result{}
}

// Pid is the program's process id; it is somebody else's some time after Done.
func (c *Child) Pid() int { return c.pid }

// Done is closed when the program itself has ended, or was lost. What it started
// may still live, and dies by Stop.
func (c *Child) Done() <-chan struct{} { return c.done }

// Result is how the program ended; it waits for Done. Exited and Killed are ends
// of its own, Cancelled one by Stop's signals, Lost one by usher's own hand
// because the reaper was stopped or killed.
func (c *Child) Result() Result {
	<-c.done
	return c.result
}

// Stop ends the child and everything it started, and returns how the program
// ended. Standard input is closed and the program has until grace to end; then
// what is left of its tree gets the polite signal, and 500 ms later the last
// one, again and again until nothing of it is left. Every caller has to Stop
// every child, also one that ended by itself.
//
// Safe to call again and from several goroutines, the shortest grace counts;
// each call returns within its grace + 1 s, and waits for no pipe.
func (c *Child) Stop(grace time.Duration) Result {
	grace = min(max(grace, 0), longestGrace)
	defer c.end(grace)()
	if !isClosed(c.gone, grace+stopSlack) {
		c.giveUp()
		isClosed(c.gone, giveUpSlack)
	}
	if !isClosed(c.done, 0) {
		return Result{Ending: Lost, Why: unending}
	}
	res := c.result
	if isClosed(c.gone, 0) && c.left {
		res.Why = "something it started could not be ended, and may live on"
	}
	return res
}

const unending = "it does not end, not even by the last signal"

// isClosed waits for a channel to be closed, for a bounded time.
func isClosed(c <-chan struct{}, limit time.Duration) bool {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-c:
		return true
	case <-timer.C:
	}
	select {
	case <-c: // both were ready
		return true
	default:
		return false
	}
}

// finish is the program's end, once.
func (c *Child) finish(res Result) {
	c.first.Do(func() {
		c.result = res
		close(c.done)
	})
}
