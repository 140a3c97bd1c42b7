package engine

import (
	"time"

	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/names"
)

// Sources of a call (SPEC H10).
const (
	Chat = "chat"
	Meta = "meta"
)

// Request is one tool call to decide. Args is a JSON object, byte for byte.
type Request struct {
	Caller         gate.Caller
	Tool           names.Tool
	Also           []names.Tool // what else the caller's name for the tool could mean: the strictest decides
	Args           []byte
	Source         string
	ConversationID string
	Files          map[string][]byte
	Host           []hooks.Field // what else another assistant sent (SPEC H10)
	CanAsk         bool          // somebody can be asked; a meta call never has anybody (SPEC M6)
	Plan           bool
	Endpoint       bool      // the caller is a gateway that nobody sits at: serve.allowedTools must cover the tool (SPEC V2)
	Now            time.Time // for conversation allowances alone (SPEC M5)
}

// Outcome is the decision, what every hook that ran said, and every problem met
// on the way.
type Outcome struct {
	Decision gate.Decision
	Reports  []hooks.Report
	Problems []fault.Problem
}
