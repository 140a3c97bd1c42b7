package client

import (
	"context"
	"errors"
	"sync"

	"usher/pkg/mcp"
	"usher/pkg/names"
)

// State is how far a probe has come, for progress.
type State string

const (
	Starting  State = "starting"
	Listing   State = "listing tools"
	Ready     State = "ready"
	Failed    State = "unavailable"
	SignedOut State = "needs sign-in" // Status.Err tells whether one is offered
)

// Status is what a probe found. Err is a *Failure, or nil for a server that is
// ready; then Manifest is its list.
type Status struct {
	Tools    int
	Err      error
	Manifest mcp.Manifest
	Prompts  *mcp.PromptList // where they were asked for and came; a server without them is ready all the same
	Name     string          // the server's own, see Info
	Stderr   string          // the end of it, where it failed after the start
}

// Probe starts every server, takes its tool list and ends it again, all of them at
// the same time and each within its own StartTimeout, CallTimeout and Grace: a
// dead one never delays another (SPEC S11). progress may be nil; it is called from
// several goroutines, one at a time.
func Probe(ctx context.Context, targets []Target, progress func(names.ServerID, State)) map[names.ServerID]Status {
	p := prober{ctx: ctx, progress: progress, dial: Dial, found: map[names.ServerID]Status{}}
	for _, t := range targets {
		p.all.Go(func() { p.probe(t) })
	}
	p.all.Wait()
	return p.found
}

type prober struct {
	ctx      context.Context
	progress func(names.ServerID, State)
	dial     func(context.Context, Target) (*Conn, error)
	all      sync.WaitGroup

	mu    sync.Mutex
	found map[names.ServerID]Status
}

func (p *prober) probe(t Target) {
	p.tell(t.ID, Starting)
	conn, err := p.dial(p.ctx, t)
	if err != nil {
		p.settle(t.ID, Status{Err: err}, StateOf(err))
		return
	}
	// Nothing was asked of it that it would have to finish.
	defer conn.close(0)
	p.tell(t.ID, Listing)
	s := Status{Name: conn.name}
	if s.Manifest, s.Err = conn.Tools(p.ctx); s.Err != nil {
		s.Stderr = conn.Stderr()
		p.settle(t.ID, s, StateOf(s.Err))
		return
	}
	s.Tools = len(s.Manifest.Tools)
	if t.Prompts {
		if list, err := conn.Prompts(p.ctx); err == nil {
			s.Prompts = &list
		}
	}
	p.settle(t.ID, s, Ready)
}

// StateOf is the word of a listing for what Dial or a request came to (SPEC S11).
func StateOf(err error) State {
	var f *Failure
	switch {
	case err == nil:
		return Ready
	case errors.As(err, &f) && (f.Kind == NeedsSignIn || f.Kind == Unauthorized):
		return SignedOut
	}
	return Failed
}

func (p *prober) settle(id names.ServerID, s Status, state State) {
	p.mu.Lock()
	p.found[id] = s
	p.mu.Unlock()
	p.tell(id, state)
}

func (p *prober) tell(id names.ServerID, s State) {
	if p.progress == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.progress(id, s)
}
