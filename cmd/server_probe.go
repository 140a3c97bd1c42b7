package cmd

import (
	"context"
	"errors"
	"sync"
	"time"

	"usher/pkg/fault"
	"usher/pkg/mcp/client"
	"usher/pkg/names"
)

// listWait is the most one server may hold a listing up, from its start to its
// answer; all of them wait at the same time (SPEC S11).
const listWait = 10 * time.Second

// probe asks every server of the list that may run, in parallel, and writes what
// came of it into its row. A dead one costs the others nothing. An interrupt is the
// error: what it cut short says nothing about a server (SPEC Z2).
func (o *serverListOptions) probe(ctx context.Context, g ground, rows []serverRow) ([]fault.Problem, error) {
	found := client.Probe(ctx, o.targets(ctx, g, rows), o.progress())
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	log := logbook{app: o.app, state: g.at.State}
	for i := range rows { // in the order of the list, not of the answers
		if s, asked := found[names.ServerID(rows[i].ID)]; asked && rows[i].Status == notProbed {
			o.probed(ctx, g, &rows[i], s, &log)
		}
	}
	return log.problems, nil
}

// targets are the servers to be asked; why another cannot be is in its row. They
// are made side by side: a keychain that is silent holds up all of them once.
func (o *serverListOptions) targets(ctx context.Context, g ground, rows []serverRow) []client.Target {
	var targets []client.Target
	var mu sync.Mutex
	var group sync.WaitGroup
	for i := range rows {
		sv, ok := g.Set.Find(names.ServerID(rows[i].ID))
		if !ok || rows[i].Status != notProbed {
			continue
		}
		group.Go(func() {
			t, err := o.target(ctx, g, sv, g.Set.Launch(sv))
			if err != nil {
				rows[i].fails(client.Failed, err)
				return
			}
			if t.StartTimeout <= 0 || t.StartTimeout > listWait {
				t.StartTimeout = listWait
			}
			t.CallTimeout = listWait
			mu.Lock()
			defer mu.Unlock()
			targets = append(targets, t)
		})
	}
	group.Wait()
	return targets
}

func (o *serverListOptions) probed(ctx context.Context, g ground, r *serverRow, s client.Status, log *logbook) {
	sv, _ := g.Set.Find(names.ServerID(r.ID))
	if s.Err != nil {
		r.fails(client.StateOf(s.Err), s.Err)
		var f *client.Failure
		if errors.As(s.Err, &f) {
			r.LastError, r.Next = o.failed(ctx, g, sv, f)
			log.server(ctx, sv, f, asking{what: "list"})
		}
		return
	}
	r.Status, r.Tools = "ready", &s.Tools
	if _, err := o.learn(ctx, g, g.Set.Launch(sv).Key, s.Manifest); err != nil {
		r.LastError = "its tools could not be kept: " + err.Error()
	}
}

// fails is a row's status with its reason and, where it has them, the next commands.
func (r *serverRow) fails(status client.State, err error) {
	r.Status, r.LastError = string(status), err.Error()
	var fe *fault.Error
	if errors.As(err, &fe) {
		r.Next = fe.Hints
	}
}
