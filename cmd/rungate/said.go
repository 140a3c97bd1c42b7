package rungate

import (
	"time"

	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hosts"
	"usher/pkg/names"
)

// Said is a call in flags, as --tool and its companions give it. Args is a JSON
// object; the other words may be empty.
type Said struct {
	Tool, Args, Mode, Source, Conversation string
	CanAsk                                 bool
}

// Call is what the flags say; beside an error it is the tool alone, where that is known.
func (s Said) Call() (hosts.Call, error) {
	t, err := names.ParseTool(s.Tool)
	if err != nil {
		return hosts.Call{}, fault.New(fault.Refused, "--tool: "+err.Error(), "usher run-gate --help")
	}
	c := hosts.Call{Tool: t, Source: engine.Chat, ConversationID: s.Conversation, CanAsk: s.CanAsk}
	if c.Args, err = hosts.ReadArgs(s.Args); err != nil {
		return hosts.Call{Tool: t}, err
	}
	if s.Source != "" {
		c.Source = s.Source
	}
	switch s.Mode {
	case "headless":
		c.Mode = hosts.Headless
	case "plan":
		c.Mode = hosts.Plan
	}
	return c, nil
}

// Request is a call in usher's own form as the engine decides it (SPEC M6).
func Request(c hosts.Call) engine.Request {
	r := engine.Request{
		Caller: gate.Native, Tool: c.Tool, Args: c.Args, Source: c.Source, ConversationID: c.ConversationID,
		CanAsk: c.CanAsk && c.Mode != hosts.Headless, Plan: c.Mode == hosts.Plan,
		Files: make(map[string][]byte, len(c.Files)), Now: time.Now(),
	}
	for _, f := range c.Files {
		r.Files[f.Key] = f.Value
	}
	return r
}
