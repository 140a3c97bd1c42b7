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
	"usher/pkg/names"
)

// ownTool is usher's own (SPEC G1).
const ownTool = "app__skill_load"

const ownDefinition = `{"name":"` + ownTool + `","description":"Load the text of a skill that the instructions name.",` +
	`"inputSchema":{"type":"object","properties":{"name":{"type":"string","description":"the skill's name"}},"required":["name"],"additionalProperties":false},` +
	`"annotations":{"readOnlyHint":true}}`

// listTools is tools/list: what may be called at all, each definition as its server
// sent it but for the name. Lists that are known are not asked for again, and start
// nothing (SPEC V1, V5).
func (r *request) listTools(ctx context.Context) ([]byte, error) {
	if err := r.onePage(); err != nil {
		return nil, err
	}
	gr, err := r.g.now(ctx)
	if err != nil {
		return nil, err
	}
	var items [][]byte
	if own, err := names.ParseTool(ownTool); err == nil && r.offers(gr, own) {
		items = append(items, []byte(ownDefinition))
	}
	for _, l := range r.g.lists(ctx, gr) {
		for _, n := range l.list.NotOffered {
			r.g.say(fault.Problem{Rule: "serve/not-offered", Severity: fault.SeverityWarning, Entry: string(l.server.ID),
				Message: fmt.Sprintf("the tool %q of server %q is not offered: %s", n.Name, l.server.ID, n.Why), Hint: "usher server tools " + string(l.server.ID)})
		}
		for _, t := range l.list.Tools {
			tool := names.NewTool(l.server.ID, t.Name)
			if !r.offers(gr, tool) {
				continue
			}
			members, _ := scan(t.Raw)
			if m := pick(members, "name"); m != nil {
				items = append(items, spliced(t.Raw, m.start, m.stop, quote(tool.String())))
			}
		}
	}
	return r.cached([]byte("tools"), list(items)), nil
}

// onePage refuses a cursor: usher gives every list whole.
func (r *request) onePage() error {
	if r.param("cursor") != nil {
		return badParams("usher gives its lists whole: there is no cursor")
	}
	return nil
}

// offers reports a tool that is not refused as things stand (SPEC V2). What a call of
// it needs beside that, its refusal says.
func (r *request) offers(gr Ground, tool names.Tool) bool {
	return gate.Screen(gr.Standing().Facts(r.s.requestFor(tool))).Verdict != gate.Deny
}

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
	ctx, cancel := context.WithTimeout(ctx, listWait)
	defer cancel()
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
			_, out[i].list, out[i].err = g.reach(ctx, gr, sv)
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
	if errors.Is(l.err, context.DeadlineExceeded) {
		p.Message = fmt.Sprintf("the tools of server %q are left out for now: it is not ready after %d seconds", id, listWait/time.Second)
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
