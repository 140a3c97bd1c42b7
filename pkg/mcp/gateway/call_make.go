package gateway

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"usher/pkg/digest"
	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/mcp"
	"usher/pkg/mcp/client"
	"usher/pkg/names"
)

// settledTool is a tool as one list of a launch describes it, after what the marks
// remember was compared with it.
type settledTool struct {
	launch, tool digest.Digest
	name         string
}

// maxSettled of them are remembered; more are compared again.
const maxSettled = 100_000

// make reaches the server and makes the call. What the server says of the tool now is
// compared first; another definition than was decided about is decided again (SPEC M4).
func (c *call) make(ctx context.Context, sv effective.Server) ([]byte, error) {
	conn, m, err := c.g.reach(ctx, c.ground, sv)
	if err != nil {
		return nil, err
	}
	if err := c.compare(ctx, sv, m); err != nil {
		return nil, err
	}
	key := c.ground.Standing().Set.Launch(sv).Key
	mark := c.ground.Standing().Ledger.Standing(key, c.Tool.Name())
	f := client.Forward{Method: c.ask, Params: c.params, Again: mark.ReadOnly && !mark.Asleep}
	if find(c.b, c.meta, "progressToken") != nil {
		f.Progress = func(params []byte) {
			if ctx.Err() == nil {
				_ = send(c.out, notification("notifications/progress", params)) // who cannot be told is gone
			}
		}
	}
	result, err := conn.Forward(ctx, f)
	if err != nil {
		return nil, c.broke(ctx, sv, err)
	}
	if asksBack(result) {
		return nil, fault.New(fault.Failed, fmt.Sprintf("server %q asks for more input, which usher passes on to nobody", sv.ID))
	}
	return c.after(ctx, c.finished(result)), nil
}

// compare sees that the tool is one the server offers, and decides once more where its
// definition is not known to be the one the decision was about. The hooks have spoken
// already, and what they said still counts; the mark is what may have changed.
func (c *call) compare(ctx context.Context, sv effective.Server, m mcp.Manifest) error {
	if !c.tools {
		return nil
	}
	tool, offered := m.Tool(c.Tool.Name())
	if !offered {
		return notOffered(sv.ID, c.Tool.Name(), m)
	}
	this := settledTool{launch: c.launch(), tool: tool.Digest, name: c.Tool.Name()}
	c.g.mu.Lock()
	known := c.g.settled[this]
	c.g.mu.Unlock()
	if known {
		return nil
	}
	slept := c.asleep(sv)
	d, err := c.anew(ctx)
	if err != nil {
		return err
	}
	if c.launch() != this.launch {
		return fault.New(fault.Refused, "what the server runs changed meanwhile; nothing was called", "call it again")
	}
	// Who allowed the call just now is asked again only where the mark fell asleep since.
	if d.Verdict == gate.Deny || d.Verdict == gate.Ask && (!c.allowedOnce || c.asleep(sv) && !slept) {
		if err := c.settle(ctx, d); err != nil {
			return err
		}
	}
	c.g.mu.Lock()
	defer c.g.mu.Unlock()
	if len(c.g.settled) >= maxSettled {
		clear(c.g.settled)
	}
	c.g.settled[this] = true
	return nil
}

// asleep reports that the tool's mark does not count, because the tool changed.
func (c *call) asleep(sv effective.Server) bool {
	at := c.ground.Standing()
	return at.Ledger.Standing(at.Set.Launch(sv).Key, c.Tool.Name()).Asleep
}

func notOffered(id names.ServerID, tool string, m mcp.Manifest) error {
	hint := "usher server tools " + string(id)
	for _, n := range m.NotOffered {
		if n.Name == tool {
			return fault.New(fault.Refused, fmt.Sprintf("the tool %q is listed but not offered: %s", n.Name, n.Why), hint)
		}
	}
	return fault.New(fault.Refused, fmt.Sprintf("server %q has no tool %q", id, tool), hint)
}

// broke is why a call that was made failed: the server's own error as it came, or what
// is told of its failure.
func (c *call) broke(ctx context.Context, sv effective.Server, err error) error {
	var f *client.Failure
	if errors.As(err, &f) {
		if own := f.Answer(); own != nil {
			return &rpcError{raw: own}
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if told := c.ground.Failed(ctx, sv, err); told != nil {
		return told
	}
	return err
}

// asksBack reports a result that says it is no complete one: a server that was not
// told of anybody to ask has nothing to ask (SPEC Q7).
func asksBack(result []byte) bool {
	if !bytes.Contains(result, []byte("resultType")) && !bytes.Contains(result, []byte(`\u`)) {
		return false
	}
	members, _ := scan(result)
	said := find(result, members, "resultType")
	word, _ := textOf(said)
	return said != nil && word != "complete"
}
