package cmd

import (
	"context"
	"sync"
	"time"

	"usher/pkg/mcp/client"
	"usher/pkg/names"
)

// listWait is the most one server may hold a listing up, from its start to its
// answer; all of them wait at the same time (SPEC S11).
const listWait = 10 * time.Second

// probe asks every server of the list that may run, in parallel, and writes what
// came of it into its row. A dead one costs the others nothing.
func (o *serverListOptions) probe(ctx context.Context, g ground, rows []serverRow) {
	targets, at := []client.Target{}, map[names.ServerID]int{}
	var mu sync.Mutex
	var group sync.WaitGroup
	for i, r := range rows {
		sv, ok := g.Set.Find(names.ServerID(r.ID))
		if !ok || r.Status != notProbed || sv.Remote() {
			continue
		}
		group.Go(func() { // side by side: a keychain that is silent holds up all of them once
			t, err := o.target(ctx, g, sv, g.Set.Launch(sv))
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				rows[i].Status, rows[i].LastError = "unavailable", err.Error()
				return
			}
			if t.StartTimeout <= 0 || t.StartTimeout > listWait {
				t.StartTimeout = listWait
			}
			t.CallTimeout = listWait
			targets, at[sv.ID] = append(targets, t), i
		})
	}
	group.Wait()
	for id, s := range client.Probe(ctx, targets, o.progress()) {
		o.probed(ctx, g, &rows[at[id]], s)
	}
}

func (o *serverListOptions) probed(ctx context.Context, g ground, r *serverRow, s client.Status) {
	if s.Err != nil {
		r.Status, r.LastError = "unavailable", s.Err.Error()
		return
	}
	r.Status, r.Tools = "ready", &s.Tools
	sv, _ := g.Set.Find(names.ServerID(r.ID))
	if _, err := o.learn(ctx, g, g.Set.Launch(sv).Key, s.Manifest); err != nil {
		r.LastError = "its tools could not be kept: " + err.Error()
	}
}
