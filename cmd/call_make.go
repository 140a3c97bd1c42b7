package cmd

import (
	"context"
	"fmt"
	"slices"

	"usher/cmd/rungate"
	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/mcp"
	"usher/pkg/mcp/client"
	"usher/pkg/names"
	"usher/pkg/trust"
)

// calling is one call on its way through the gate.
type calling struct {
	*app
	conversation, line string

	tool     names.Tool
	about    seen           // the tool as it was known when it was decided about
	readOnly bool           // by the person's mark, once the server's tools were compared
	opinions []gate.Opinion // what the hooks said before the call
	reports  []hooks.Report // of those hooks, for the audit file
	problems []fault.Problem
	outputs  []hookOutput
}

// doing is what is asked of the server once it may be.
type doing func(context.Context, *client.Conn) (client.Result, error)

// through decides, asks where that is due, starts or reaches the server, compares its tools,
// makes the call and fires what comes after (SPEC G7).
func (c *calling) through(ctx context.Context, tool names.Tool, args []byte, do doing) (client.Result, error) {
	c.tool = tool
	if c.Getenv(hookEvent) != "" {
		return client.Result{}, fault.New(fault.Refused, "this was started inside a hook, where a call would run hooks without end", "take it out of the hook")
	}
	g, err := c.firm()
	if err != nil {
		return client.Result{}, err
	}
	if !g.named {
		if err := rungate.Located(c.WorkDir); err != nil {
			return client.Result{}, err
		}
	}
	fire, end := c.fire(g, c.conversation)
	defer end()
	r := engine.Request{
		Caller: gate.Command, Tool: tool, Args: args, Source: engine.Chat, ConversationID: c.conversation, CanAsk: true, Now: now(),
	}
	g, d, err := c.decide(ctx, g, r, fire)
	if err != nil {
		return client.Result{}, err
	}
	c.about = g.about(tool)
	if err := g.vanished(tool, d); err != nil {
		return client.Result{}, err
	}
	if g, err = c.settle(ctx, g, r, d); err != nil {
		return client.Result{}, err
	}
	id, _ := tool.Server()
	sv, ok := g.Set.Find(id)
	if !ok { // the one tool that is usher's own (SPEC G1)
		res, err := c.skill(g, args)
		if err == nil {
			c.after(ctx, g, r, res, fire)
		}
		return res, err
	}
	return c.make(ctx, g, sv, r, fire, do)
}

// make starts the server and makes the call. What the server says of the tool is
// compared first; a difference decides again (SPEC M4).
func (c *calling) make(ctx context.Context, g ground, sv effective.Server, r engine.Request, fire engine.Fire, do doing) (client.Result, error) {
	launch, err := g.launch(sv)
	if err != nil {
		return client.Result{}, err
	}
	t, err := c.target(ctx, g, sv, launch)
	if err != nil {
		return client.Result{}, err
	}
	at := asking{what: c.word()}
	conn, err := client.Dial(ctx, t)
	if err != nil {
		return client.Result{}, c.serverFailed(ctx, g, sv, err, at)
	}
	defer conn.Close()
	m, err := conn.Tools(ctx)
	if err != nil {
		return client.Result{}, c.serverFailed(ctx, g, sv, err, at)
	}
	changed, err := c.learn(ctx, g, launch.Key, m)
	if err != nil {
		return client.Result{}, err
	}
	if err := c.again(ctx, r, m, changed); err != nil {
		return client.Result{}, err
	}
	if c.readOnly, err = c.marksReadOnly(launch.Key); err != nil {
		return client.Result{}, err
	}
	at.sent = true
	res, err := do(ctx, conn)
	if err != nil {
		return client.Result{}, c.serverFailed(ctx, g, sv, err, at)
	}
	c.after(ctx, g, r, res, fire)
	return res, nil
}

// again decides once more where the tool is not what was decided about. The hooks
// have spoken already, and what they said still counts; the mark is what changed.
func (c *calling) again(ctx context.Context, r engine.Request, m mcp.Manifest, changed []string) error {
	name := r.Tool.Name()
	if _, offered := m.Tool(name); !offered && !reserved(name) {
		return notOffered(r.Tool, m)
	}
	if !slices.Contains(changed, name) && !c.about.differs(m) {
		return nil
	}
	g, err := c.firm()
	if err != nil {
		return err
	}
	_, err = c.settle(ctx, g, r, g.Judge(r, c.opinions))
	return err
}

// marksReadOnly reads the person's mark once more: what the server lists now may
// have put it to sleep. A server's own word is no mark (SPEC M3, Q5).
func (c *calling) marksReadOnly(key trust.Key) (bool, error) {
	g, err := c.firm()
	if err != nil {
		return false, err
	}
	s := g.Ledger.Standing(key, c.tool.Name())
	return s.ReadOnly && !s.Asleep, nil
}

// word is the command that asks, as the log names it.
func (c *calling) word() string {
	switch c.tool.Name() {
	case "resources/read":
		return "read"
	case "prompts/get":
		return "prompt"
	}
	return "call"
}

// reserved reports the names under which reads are granted; no tool has them (SPEC M2).
func reserved(name string) bool { return name == "resources/read" || name == "prompts/get" }

func notOffered(tool names.Tool, m mcp.Manifest) error {
	id, _ := tool.Server()
	for _, n := range m.NotOffered {
		if n.Name == tool.Name() {
			return fault.New(fault.Refused, fmt.Sprintf("the tool %q is listed but not offered: %s", n.Name, n.Why), "usher server tools "+string(id))
		}
	}
	return fault.New(fault.Refused, fmt.Sprintf("server %q has no tool %q", id, tool.Name()), "usher server tools "+string(id))
}
