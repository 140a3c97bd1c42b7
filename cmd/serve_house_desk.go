package cmd

import (
	"context"
	"os"
	"slices"
	"sync"
	"time"

	"usher/pkg/control"
	"usher/pkg/fault"
	"usher/pkg/mcp/gateway"
	"usher/pkg/names"
)

// desk is a gateway as other commands reach it (SPEC V6). Nothing that it does widens.
type desk struct {
	house       *house
	pool        *gateway.Pool
	gate        *gateway.Gateway
	say         *saying
	began       time.Time
	interactive bool

	mu    sync.Mutex
	front string
	last  ground // as it was read at the start, or when it was asked for last
}

// up notes where it speaks to assistants.
func (d *desk) up(front string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.front = front
}

// ground is what holds now, else what held last.
func (d *desk) ground() (ground, error) {
	g, err := d.house.ground()
	d.mu.Lock()
	defer d.mu.Unlock()
	if err == nil {
		d.last = g
	}
	return d.last, err
}

// Status is what it is doing.
func (d *desk) Status(context.Context) control.Status {
	g, err := d.ground()
	d.mu.Lock()
	front := d.front
	d.mu.Unlock()
	s := control.Status{
		PID: os.Getpid(), Version: newVersionOptions(d.house.app).view().Version, Since: d.began, Home: g.at.Home, Project: g.at.Project,
		Front: front, Interactive: d.interactive, Clients: append([]string{}, d.gate.Clients()...), Servers: []control.Server{},
	}
	offer := d.gate.Offered(served{d.house, g})
	s.Tools = offer.Tools
	s.LeftOut = append(problemsOf(err, "gateway/unread"), append(d.house.app.amissNow(g), offer.LeftOut...)...)
	for _, one := range d.pool.States() {
		s.Calls += one.Calls
		s.Servers = append(s.Servers, control.Server{
			ID: string(one.ID), Digest: string(one.Digest), State: one.State, Since: one.Since, Tools: one.Tools, Calls: one.Calls,
			Fails: one.Fails, Next: one.Next, Last: one.Last,
		})
	}
	return s
}

// Reload reads everything again, ends what may not run any more, and has assistants
// ask for their lists again.
func (d *desk) Reload(context.Context) (control.Reloaded, error) {
	d.house.afresh()
	g, err := d.ground()
	if err != nil {
		return control.Reloaded{}, err
	}
	d.say.again()
	done := control.Reloaded{Ended: []string{}, Problems: append([]fault.Problem{}, failing(g.Problems)...)}
	d.say.everything(d.house.app.amissNow(g))
	for _, id := range d.pool.Sweep(served{d.house, g}) {
		done.Ended = append(done.Ended, string(id))
	}
	slices.Sort(done.Ended)
	d.gate.Changed("")
	return done, nil
}

// Restart starts one server anew.
func (d *desk) Restart(ctx context.Context, server string) (control.Restarted, error) {
	g, err := d.ground()
	if err != nil {
		return control.Restarted{}, err
	}
	id, err := g.serverID(server)
	if err != nil {
		return control.Restarted{}, err
	}
	if _, err := g.server(server); err != nil { // with the reason why there is none
		d.pool.Keep(served{d.house, g})
		return control.Restarted{}, err
	}
	if err := d.pool.Restart(ctx, served{d.house, g}, id); err != nil {
		return control.Restarted{}, err
	}
	return control.Restarted{Tools: d.tools(id)}, nil
}

func (d *desk) tools(id names.ServerID) int {
	for _, s := range d.pool.States() {
		if s.ID == id {
			return s.Tools
		}
	}
	return 0
}
