package gate

import "usher/pkg/names"

// Caller is the way a call came in; it settles what silence means (SPEC G1).
// The zero value denies every call.
type Caller uint8

const (
	CallerUnclear Caller = iota
	Native               // run-gate's own form: what has no rule asks
	Host                 // another assistant's hook form: what has no rule is its own affair
	Command              // usher call, read: what has no rule is refused
	Gateway              // usher serve: likewise
)

// Target is what the call names. The zero value denies.
type Target uint8

const (
	TargetUnclear Target = iota
	NoServer             // a host's own tool, or a tool of a server nobody defined
	ServerTool           // a tool of a defined server
	OwnTool              // app__skill_load: usher's own, base allow (SPEC G1)
)

// State is a defined server's state (SPEC G2). The zero value denies.
type State uint8

const (
	StateUnclear State = iota
	Ready
	Disabled
	Shadowed
	NotApproved
	NotTrusted
	Dropped
	Forbidden // a policy list keeps it from starting (SPEC C4)
)

// Grant is the person's own decision about the tool (SPEC M1). The zero value
// is unset, which asks.
type Grant uint8

const (
	GrantUnset Grant = iota
	GrantAsk
	GrantAllow
	GrantDeny
)

// Facts is everything a decision rests on. The zero value refuses.
type Facts struct {
	Caller Caller
	CanAsk bool // somebody can be asked, here and now
	Tool   names.Tool

	Target      Target
	State       State
	StateReason Reason // why the state is not Ready: who, where, what to do

	Grant     Grant
	ReadOnly  bool // the person said the tool only reads
	Asleep    bool // the tool's definition changed since the mark (SPEC M4): allow and ReadOnly do not count
	Allowance bool // "always in this conversation" (SPEC M5)
	PlanOnly  bool // plan mode: only ReadOnly tools run (SPEC M6)

	Blocks     []Reason // faults that refuse every call: guards that cannot be read, dropped entries, policy
	PolicyDeny []Reason // tools.deny patterns that match
	PolicyAsk  []Reason // tools.ask patterns that match
	LostGuard  []Reason // a trusted folder's hooks that no longer hold (SPEC G2): at least ask

	AllowHint string // the command by which a person would allow this tool (SPEC G4)
	DenyHint  string // the command by which a person would take a denial back
}
