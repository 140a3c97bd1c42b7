package trust

import (
	"slices"
	"time"
	"unicode/utf8"

	"usher/pkg/digest"
	"usher/pkg/fault"
	"usher/pkg/names"
)

// AllowanceWindow is how long a conversation allowance lasts (SPEC M5). A clock
// that stands before the moment it was given, by more than clockSlack, ends it
// too: setting it back must not make a day longer.
const AllowanceWindow = 24 * time.Hour

const clockSlack = time.Minute

// maxConversation is the longest conversation id, in bytes.
const maxConversation = 1024

// Allowance is one "always allow in this conversation": it covers exactly this
// conversation id, this tool of a server, and this launch. It never covers a
// call that a hook asked about; that is the gate's to see (SPEC G3).
type Allowance struct {
	Conversation string
	Tool         names.Tool
	Digest       digest.Digest // of the launch
	Time         time.Time     // when it was given, in whole seconds
}

func (a Allowance) is(conversation string, tool names.Tool, launch digest.Digest) bool {
	return a.Conversation == conversation && a.Tool == tool && a.Digest == launch
}

func (a Allowance) holds(now time.Time) bool {
	since := now.Sub(a.Time)
	return since > -clockSlack && since < AllowanceWindow
}

// fault says why an allowance is none; "" for a good one.
func (a Allowance) fault() string {
	_, ofServer := a.Tool.Server()
	switch {
	case a.Conversation == "" || len(a.Conversation) > maxConversation || !utf8.ValidString(a.Conversation):
		return "a conversation id has 1 to 1024 bytes of UTF-8"
	case !ofServer || a.Tool.Name() == Star || !utf8.ValidString(a.Tool.Name()):
		return "an allowance is for one tool of a server"
	case !a.Digest.Valid():
		return "an allowance holds the digest of a launch"
	case a.Time.IsZero():
		return "an allowance holds the time when it was given"
	}
	return ""
}

// Allowances are all that stand. The zero value is none.
type Allowances struct{ list []Allowance }

// All is a copy of all of them, those that time has ended included.
func (a *Allowances) All() []Allowance { return slices.Clone(a.list) }

// Allows reports whether this very call is allowed in this very conversation. No
// conversation, no tool or no digest is allowed nothing.
func (a *Allowances) Allows(conversation string, tool names.Tool, launch digest.Digest, now time.Time) bool {
	return slices.ContainsFunc(a.list, func(o Allowance) bool {
		return o.fault() == "" && o.is(conversation, tool, launch) && o.holds(now)
	})
}

// Allow records an allowance, from now on. An empty or overlong conversation id,
// a host's own tool, '*' and a launch without a digest are errors.
func (a *Allowances) Allow(conversation string, tool names.Tool, launch digest.Digest, now time.Time) error {
	n := Allowance{Conversation: conversation, Tool: tool, Digest: launch, Time: now.UTC().Truncate(time.Second)}
	if why := n.fault(); why != "" {
		return fault.New(fault.Refused, why)
	}
	a.drop(func(o Allowance) bool { return o.is(conversation, tool, launch) })
	a.list = append(a.list, n)
	return nil
}

// End ends every allowance of a conversation and gives what was ended.
func (a *Allowances) End(conversation string) []Allowance {
	return a.drop(func(o Allowance) bool { return o.Conversation == conversation })
}

// EndServer ends every allowance of a server, whatever its launch, and gives
// what was ended.
func (a *Allowances) EndServer(server names.ServerID) []Allowance {
	return a.drop(func(o Allowance) bool {
		id, ok := o.Tool.Server()
		return ok && id == server
	})
}

func (a *Allowances) prune(now time.Time) {
	a.drop(func(o Allowance) bool { return !o.holds(now) })
}

func (a *Allowances) drop(hit func(Allowance) bool) []Allowance {
	var gone []Allowance
	a.list = slices.DeleteFunc(a.list, func(o Allowance) bool {
		if hit(o) {
			gone = append(gone, o)
			return true
		}
		return false
	})
	return gone
}
