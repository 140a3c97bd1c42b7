package gateway

import (
	"context"
	"errors"
	"time"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/mcp"
)

const (
	listWait = 8 * time.Second        // for servers whose list is not known yet
	slowWait = 100 * time.Millisecond // for one of them that was slow the last time
	atOnce   = time.Second            // who needs longer to fail is slow too
)

// reachForList is reach for a list of all servers': one that was slow the last time is
// begun with, and not waited for again, so that it holds no list of the others (SPEC V5).
// Another launch of it is another server.
func (g *Gateway) reachForList(ctx context.Context, gr Ground, sv effective.Server) (server, mcp.Manifest, error) {
	launch := gr.Standing().Set.Launch(sv).Key.Digest
	wait := listWait
	g.mu.Lock()
	if g.slow[sv.ID] == launch && launch != "" {
		wait = slowWait
	}
	g.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	began := time.Now()
	conn, list, err := g.reach(ctx, gr, sv)
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case err == nil:
		delete(g.slow, sv.ID)
	case errors.Is(err, context.Canceled): // the asker is gone
	case notYet(err) || time.Since(began) > atOnce:
		g.slow[sv.ID] = launch
	}
	if notYet(err) && wait == slowWait {
		err = slowError{}
	}
	return conn, list, err
}

// slowError is of a server that was not waited for.
type slowError struct{}

func (slowError) Error() string { return "it was not ready the last time, and is not yet" }

func (slowError) Unwrap() error { return context.DeadlineExceeded }

// notYet reports the end of usher's own patience; a server that failed by its own bounds
// has said so in other words.
func notYet(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) && !errors.As(err, new(*fault.Error))
}
