package gateway

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"usher/pkg/clean"
	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/mcp"
)

// serverList is a server with its list.
type serverList struct {
	server effective.Server
	list   mcp.Manifest
	err    error
}

// usable are the servers that may run, by precedence.
func usable(gr Ground) []effective.Server {
	var out []effective.Server
	at := gr.Standing()
	for _, sv := range at.Set.Servers {
		if sv.ShadowedBy != "" {
			continue
		}
		if state, _ := at.State(sv, at.Set.Launch(sv)); state == gate.Ready {
			out = append(out, sv)
		}
	}
	return out
}

// lists are the tools of every usable server. One whose list is not known yet is
// started, all of them at once; who is not ready within listWait is left out, said, and
// told of when it comes (SPEC V5).
func (g *Gateway) lists(ctx context.Context, gr Ground) []serverList {
	servers := usable(gr)
	out := make([]serverList, len(servers))
	var starting sync.WaitGroup
	for i, sv := range servers {
		out[i].server = sv
		var known bool
		if out[i].list, known = gr.Known(gr.Standing().Set.Launch(sv).Key.Digest); known {
			continue
		}
		starting.Go(func() {
			defer func() {
				if recover() != nil {
					out[i].err = fmt.Errorf("usher failed at it")
				}
			}()
			_, out[i].list, out[i].err = g.reachForList(ctx, gr, sv)
		})
	}
	starting.Wait()
	for i := range out {
		if out[i].err != nil {
			out[i].list = mcp.Manifest{}
			g.leftOut(gr, out[i])
		}
	}
	return out
}

// leftOut says why a server's tools are not in a list. One that is only slow is waited
// for behind, and told of.
func (g *Gateway) leftOut(gr Ground, l serverList) {
	id := l.server.ID
	p := fault.Problem{Rule: "serve/left-out", Severity: fault.SeverityWarning, Entry: string(id), Hint: "usher server show " + string(id),
		Message: fmt.Sprintf("the tools of server %q are left out: %s", id, clean.Line(l.err.Error()))}
	if notYet(l.err) {
		if !errors.As(l.err, new(slowError)) {
			p.Message = fmt.Sprintf("the tools of server %q are left out for now: it is not ready after %d seconds", id, listWait/time.Second)
		}
		g.awaitLate(gr, l.server)
	}
	g.say(p)
}

// awaitLate waits for a slow server, once at a time, and has the list asked for again.
func (g *Gateway) awaitLate(gr Ground, sv effective.Server) {
	g.mu.Lock()
	waits := g.late[sv.ID]
	g.late[sv.ID] = true
	g.mu.Unlock()
	if waits {
		return
	}
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), lateWait)
		defer cancel()
		_, _, err := g.reach(ctx, gr, sv)
		g.mu.Lock()
		delete(g.late, sv.ID)
		g.mu.Unlock()
		if err == nil {
			g.Changed(sv.ID)
		}
	}()
}
