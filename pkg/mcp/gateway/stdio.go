package gateway

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

// ServeStdio speaks with one assistant, a message a line, until in ends, ctx does or
// out breaks. Calls that are under way are cancelled then, and have ended when it
// returns; what ends by itself is still answered where in ended. The error is nil where
// in ended.
func (g *Gateway) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	out, shut := outward(out)
	defer shut()
	s, l := g.NewSession(), newLines(out)
	s.front = "stdio"
	defer s.Listen(l)()
	ended := make(chan error, 1)
	go func() { ended <- s.read(inner, in, l) }()
	var err error
	select {
	case err = <-ended:
		s.stop(true)
		within(endWait, &s.group)
	case <-ctx.Done():
		err = ctx.Err()
	case <-l.broken:
		err = l.failure()
	}
	s.stop(false)
	cancel()
	if err != nil {
		l.close() // nobody reads any more, or nobody is to
	}
	within(endWait, &s.group)
	l.close()
	if d, ok := in.(interface{ SetReadDeadline(time.Time) error }); ok {
		_ = d.SetReadDeadline(time.Now()) // what knows none is left alone
	}
	return err
}

// within waits for what is under way, at most so long: a write that nobody reads may
// never end.
func within(d time.Duration, group *sync.WaitGroup) {
	done := make(chan struct{})
	go func() {
		group.Wait()
		close(done)
	}()
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-done:
	case <-t.C:
	}
}

// read takes messages as they come. What waits for nobody is done at once, in order;
// every other request is on its own way.
func (s *Session) read(ctx context.Context, in io.Reader, out *lines) error {
	w := s.swift(ctx, out)
	r := lineReader{in: in, before: w.pause}
	for {
		line, large, err := r.next()
		switch {
		case large:
			_ = sendError(out, nil, tooLarge()) // who cannot be answered is gone
			continue
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if w.call(line) {
			continue
		}
		w.pause()
		quick, run := s.receive(ctx, bytes.Clone(line), out)
		switch {
		case run == nil:
		case quick:
			run()
		default:
			go run()
		}
	}
}
