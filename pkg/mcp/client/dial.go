package client

import (
	"context"
	"io"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"

	"usher/pkg/proc"
)

// Dial starts the server, or reaches it where it is remote, and shakes hands with
// it: the whole of it within StartTimeout. The error is a *Failure, and then nothing of the server is left.
// ctx ends the attempt; it does not own the server, which lives until Close.
func Dial(ctx context.Context, t Target) (*Conn, error) {
	if t.Remote.URL != "" {
		return dialRemote(ctx, t, nil)
	}
	return dial(ctx, t, startProcess)
}

// process is a started server: a proc.Child, or what a test puts in its place.
type process struct {
	stdin          io.WriteCloser
	stdout, stderr io.ReadCloser
	done           <-chan struct{}
	result         func() proc.Result
	stop           func(grace time.Duration) proc.Result
}

func startProcess(t Target) (process, proc.Result) {
	child, result := proc.Start(t.Reaper, spec(t))
	if child == nil {
		return process{}, result
	}
	return process{stdin: child.Stdin, stdout: child.Stdout, stderr: child.Stderr, done: child.Done(),
		result: child.Result, stop: child.Stop}, result
}

func dial(ctx context.Context, t Target, start func(Target) (process, proc.Result)) (*Conn, error) {
	t = t.complete()
	w := newWords(t.covered())
	if ctx.Err() != nil {
		return nil, w.fail(Cancelled, "was not started: the request was cancelled")
	}
	if t.Cage != nil && !t.Cage.Fits() {
		return nil, w.fail(NoSandbox, "was not started: its arguments, its environment and its folders are together too long")
	}
	began := time.Now()
	child, result := start(t)
	if child.stop == nil {
		return nil, w.fail(NotStarted, "did not start: "+result.Why)
	}
	c := connect(t, w, child)
	shake := c.initialize
	if t.Protocol == Newer {
		c.meta, shake = ownMeta(t.Protocol, t.Version), c.discover
	}
	if err := shake(ctx, began); err != nil {
		c.close(0)
		return nil, err
	}
	return c, nil
}

// connect lays the pipes: server, filter, transport, filter, server.
func connect(t Target, w words, child process) *Conn {
	c := &Conn{target: t, words: w, child: child, calls: newCalls(w), ended: make(chan struct{}), settled: make(chan struct{}),
		relist: relist{every: relistEvery}}
	c.out = newOutbox(Outlet(child.stdin), maxUnread)
	c.stderr = newTail(child.stderr, w)
	var answers io.Reader
	answers, c.hush, c.free = waitingFor(child.stdout)
	c.in = newInbox(newLines(answers, maxLine), c.calls, &asks{out: c.out}, c.words)
	c.in.changed, c.in.end, c.in.notices = c.relist.changed, c.end, &c.notices
	c.tr = transport.NewIO(c.in, c.out, nil)
	// Without a command it starts nothing but its reading, and cannot fail.
	_ = c.tr.Start(context.Background())
	if first := t.plan(); len(first) > 0 {
		_, _ = c.out.Write(first) // an empty outbox takes it
	}
	go c.in.run()
	go c.watch()
	return c
}
