package gateway

import (
	"bytes"
	"context"
	"errors"

	"usher/pkg/mcp"
	"usher/pkg/mcp/client"
)

// Unstarted is a failure of a server before anything was asked of it: no word of it
// can repeat a call's arguments.
type Unstarted struct{ Err error }

func (u Unstarted) Error() string { return u.Err.Error() }

// Unwrap is the failure.
func (u Unstarted) Unwrap() error { return u.Err }

// start begins a start; the pool is locked.
func (p *Pool) start(k *kept) {
	ctx, cancel := context.WithCancel(context.Background())
	f := &flight{done: make(chan struct{})}
	k.flight, k.stop, k.began = f, cancel, p.o.Now()
	g := k.ground
	p.group.Go(func() {
		defer cancel()
		p.bring(ctx, g, k, f)
	})
}

// bring starts the server and notes what came of it.
func (p *Pool) bring(ctx context.Context, g Ground, k *kept, f *flight) {
	told, known := g.Known(k.launch.Key.Digest) // what assistants were told of it so far
	conn, list, fell, err := p.reach(ctx, g, k, f)
	p.mu.Lock()
	k.flight, k.stop = nil, nil
	dropped := k.dropped
	switch {
	case dropped:
		f.err = k.ended()
	case err == nil:
		f.conn, f.list = conn, list
		k.conn, k.list, k.began, k.calls = conn, list, p.o.Now(), k.calls+1
		ending := &flight{done: make(chan struct{}), again: true}
		k.ending = ending
		p.group.Go(func() { p.watch(k, conn, ending) })
	default:
		if f.err, k.last = err, err; fell {
			k.fell(p.o.Now(), err)
		}
	}
	p.mu.Unlock()
	if dropped && conn != nil {
		conn.Close()
	}
	close(f.done)
	if known && f.err == nil && !bytes.Equal(told.Encode(), list.Encode()) {
		p.o.Changed(k.server.ID)
	}
}

// reach starts the server, fetches its list and learns it; with an error nothing of
// it is left. fell says that the server failed: what a person has to settle first is
// no failure of it.
func (p *Pool) reach(ctx context.Context, g Ground, k *kept, f *flight) (conn *client.Conn, list mcp.Manifest, fell bool, err error) {
	t, err := g.Target(ctx, k.server, k.launch)
	if err != nil {
		return nil, list, false, err
	}
	if conn, err = p.o.Dial(ctx, t); err != nil {
		return nil, list, !cancelled(err), p.told(ctx, g, k, err)
	}
	p.hear(k, conn, f)
	if list, err = conn.Tools(ctx); err != nil {
		conn.Close()
		return nil, list, !cancelled(err), p.told(ctx, g, k, err)
	}
	if _, err = g.Learn(ctx, k.launch.Key, list); err != nil {
		conn.Close()
		return nil, list, false, err
	}
	return conn, list, false, nil
}

// told is a failure as it is told.
func (p *Pool) told(ctx context.Context, g Ground, k *kept, err error) error {
	if e := g.Failed(ctx, k.server, Unstarted{err}); e != nil {
		return e
	}
	return err
}

func cancelled(err error) bool { return errors.Is(err, context.Canceled) }

// hear has the server's own words passed on. It is set before the list is asked for:
// what changes meanwhile is asked for again.
func (p *Pool) hear(k *kept, conn *client.Conn, f *flight) {
	conn.OnListChanged(func() {
		<-f.done
		p.relist(k, conn)
	})
	if p.o.Notice != nil {
		conn.OnNotice(func(method string) func([]byte) { return p.o.Notice(k.server.ID, method) })
	}
}

// watch notes that a server ended.
func (p *Pool) watch(k *kept, conn *client.Conn, ending *flight) {
	<-conn.Done()
	why := conn.Why()
	p.mu.Lock()
	defer p.mu.Unlock()
	k.conn = nil
	switch {
	case k.dropped:
	case k.doubt != nil:
		k.fell(p.o.Now(), k.doubt)
	default:
		k.fell(p.o.Now(), k.says(why))
	}
	k.doubt = nil
	close(ending.done)
}

// relist fetches the list once more; calls of the server wait for it, so that none
// reaches a tool under a mark that was made for another definition (SPEC M4). A server
// whose list cannot be had is ended.
func (p *Pool) relist(k *kept, conn *client.Conn) {
	p.mu.Lock()
	if p.closed || k.dropped || k.conn != conn || k.flight != nil {
		p.mu.Unlock()
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	f := &flight{done: make(chan struct{})}
	k.flight, k.stop = f, cancel
	g := k.ground
	p.group.Add(1)
	p.mu.Unlock()
	defer p.group.Done()
	list, err := conn.Tools(ctx)
	if err != nil {
		err = p.told(ctx, g, k, err)
	} else {
		_, err = g.Learn(ctx, k.launch.Key, list)
	}
	p.mu.Lock()
	k.flight, k.stop = nil, nil
	switch {
	case k.dropped:
		f.err = k.ended()
	case err != nil:
		f.err, k.doubt = err, err
	default:
		f.conn, f.list, k.list = conn, list, list
	}
	p.mu.Unlock()
	close(f.done)
	if f.err != nil {
		conn.Close()
		return
	}
	p.o.Changed(k.server.ID)
}
