package gateway

import (
	"context"

	"usher/pkg/digest"
	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/mcp/client"
	"usher/pkg/trust"
)

// House says what holds.
type House interface {
	// Now is what holds at this moment (SPEC V4). An error refuses the request that
	// asked, in its own words.
	Now(ctx context.Context) (Ground, error)
}

// Still is a House that can also tell by a short look that what it gave last is what
// holds at this moment; false where it would have to read (SPEC V4).
type Still interface {
	Still() (Ground, bool)
}

// Ground is what holds for one request, and the doors through which it acts.
type Ground interface {
	Standing() *engine.Standing

	// Fire runs hooks for a conversation, "" for none; end is called when the request is
	// over.
	Fire(conversation string) (fire engine.Fire, end func())

	// Target is a server ready to be started or reached; why it may not be is the error.
	Target(ctx context.Context, sv effective.Server, l effective.Launch) (client.Target, error)

	// Known is the list of tools that was kept under a launch digest (SPEC M4).
	Known(launch digest.Digest) (mcp.Manifest, bool)

	// Learn compares a list with what the marks remember and keeps it. The names of the
	// tools whose allow or read-only mark fell asleep come back.
	Learn(ctx context.Context, key trust.Key, m mcp.Manifest) (changed []string, err error)

	// Failed is what is told of a server's failure: one line and the next commands. It is
	// kept in the log of what failed.
	Failed(ctx context.Context, sv effective.Server, err error) *fault.Error

	// Decided records a decision, with the hooks that ran, where that is wanted. An error
	// refuses the call (policy audit.required).
	Decided(ctx context.Context, at engine.At, r engine.Request, out engine.Outcome) error

	// Instructions is what an assistant is told at the start (SPEC X7), "" for nothing.
	Instructions() string

	// Prompts are usher's own templates, and Expand is the text of one with the rest of
	// its line.
	Prompts() []Prompt
	Expand(name, rest string) (string, error)

	// Skill is the result of app__skill_load with these arguments, a JSON object.
	Skill(args []byte) (result []byte, err error)
}

// Prompt is one of usher's own templates as it is offered.
type Prompt struct {
	Name, Description, Hint string // Hint: what its arguments are, "" where it takes none
}
