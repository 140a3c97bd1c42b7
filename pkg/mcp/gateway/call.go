package gateway

import (
	"context"
	"errors"
	"time"

	"usher/pkg/digest"
	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/names"
)

// call is one request for a server on its way through the gate: a tool's call, or a
// read under the grant that stands for it.
type call struct {
	*request
	engine.Request

	ask    string // the upstream method
	params []byte // for the server: the assistant's own bytes, but for the name
	tools  bool   // a tool's call, whose refusal is a result

	ground   Ground
	fire     engine.Fire
	opinions []gate.Opinion // what the hooks said before the call
	reports  []hooks.Report // of those hooks, for the record
	guards   string         // which these were
	late     bool           // others spoke after a wait

	allowedOnce bool          // by the person, when asked
	asked       digest.Digest // of the tool that this was about, "" where it was not known
}

// callTool is tools/call (SPEC V2, V3). A refusal is a result, so that the model is
// told (SPEC G5).
func (r *request) callTool(ctx context.Context) ([]byte, error) {
	name, bad := r.word("name")
	if bad != nil {
		return nil, bad
	}
	tool, err := names.ParseTool(name)
	if err != nil || tool.String() != name || !callable(tool.Name()) {
		return nil, badParams("name must be one of tools/list")
	}
	args := r.param("arguments")
	switch {
	case args == nil:
		args = []byte("{}")
	case args[0] != '{':
		return nil, badParams("arguments must be an object")
	}
	if r.param("task") != nil {
		return nil, badParams("usher has no tasks")
	}
	c := r.call(tool, args, "tools/call", r.upstream("name", quote(tool.Name())))
	c.tools = true
	result, err := c.through(ctx)
	return r.told(result, err)
}

// told makes a refusal the result of a call.
func (r *request) told(result []byte, err error) ([]byte, error) {
	var f *fault.Error
	if errors.As(err, &f) {
		return r.failed(worded(f)), nil
	}
	return result, err
}

// failed is the result of a call that was not made, or failed.
func (r *request) failed(why string) []byte {
	item := object([]byte("type"), []byte(`"text"`), []byte("text"), quote(why))
	return r.result([]byte("content"), list([][]byte{item}), []byte("isError"), []byte("true"))
}

// The names under which reads are granted; no tool has them (SPEC M2).
const (
	promptsGet    = "prompts/get"
	resourcesRead = "resources/read"
)

func (r *request) call(tool names.Tool, args []byte, method string, params []byte) *call {
	c := &call{request: r, ask: method, params: params}
	c.Request = r.s.requestFor(tool)
	c.Args, c.CanAsk = args, c.CanAsk && r.asks
	return c
}

// requestFor is the engine's request for a tool, as this session asks it (SPEC V2).
func (s *Session) requestFor(tool names.Tool) engine.Request {
	q := engine.Request{Caller: gate.Gateway, Tool: tool, Source: engine.Meta, Endpoint: true, Now: time.Now()}
	if s.g.o.Interactive {
		q.Source, q.Endpoint, q.ConversationID, q.CanAsk = engine.Chat, false, s.talk, true
	}
	return q
}

// through takes a call to its end: the gate, a question where that is due, the server,
// its tools compared, the call, what comes after (SPEC G1, V2).
func (c *call) through(ctx context.Context) ([]byte, error) {
	gr, err := c.g.now(ctx)
	if err != nil {
		return nil, err
	}
	c.ground = gr
	defer c.firing()()
	d, err := c.decide(ctx)
	if err != nil {
		return nil, err
	}
	if err := c.settle(ctx, d); err != nil {
		return nil, err
	}
	sv, ok := c.server()
	if !ok { // the one tool that is usher's own (SPEC G1)
		result, err := c.ground.Skill(c.Args)
		if err != nil {
			return nil, err
		}
		return c.after(ctx, c.finished(result)), nil
	}
	return c.make(ctx, sv)
}

// firing lets hooks be run for the call. What that takes is made ready for the first of
// them: a call that none covers needs nothing of it.
func (c *call) firing() (end func()) {
	gr := c.ground
	var fire engine.Fire
	over := func() {}
	c.fire = func(ctx context.Context, h hooks.Hook, p hooks.Payload) hooks.Report {
		if fire == nil {
			fire, over = gr.Fire(c.ConversationID)
		}
		return fire(ctx, h, p)
	}
	return func() { over() }
}

func (c *call) server() (effective.Server, bool) {
	id, _ := c.Tool.Server()
	return c.ground.Standing().Set.Find(id)
}
