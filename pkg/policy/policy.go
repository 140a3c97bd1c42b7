package policy

import "usher/pkg/names"

// Rule is one pattern of tools.deny or tools.ask: who wrote it and where.
// Place is file:line:column.
type Rule struct {
	Pattern names.Pattern
	Layer   string
	Place   string
	Key     string
}

// Policy is what holds. Only Default and Parse make one that Usable admits; the
// zero value is not usable.
type Policy struct {
	ApproveUnattended bool   // approve.unattended: approval by digest without a terminal (SPEC A4)
	HooksEnabled      bool   // hooks.enabled (SPEC H14)
	HooksOnError      string // hooks.onError: OnErrorDeny or OnErrorWarn (SPEC H6)
	ToolsDeny         []Rule // tools.deny, the machine's first
	ToolsAsk          []Rule // tools.ask, the machine's first

	usable bool
	from   [keyCount]origin
}

// Usable reports whether a decision may rest on this policy. Where it is false
// every call is refused.
func (p Policy) Usable() bool { return p.usable }

// Values of hooks.onError.
const (
	OnErrorDeny = "deny"
	OnErrorWarn = "warn"
)

type origin struct {
	layer, place string
	locked       bool
}

const keyCount = 5

// Default is the policy where no file says anything.
func Default() Policy {
	return Policy{HooksEnabled: true, HooksOnError: OnErrorDeny, usable: true}
}

// Where says which layer and file:line:column a key's value comes from; both
// are "" for a built-in default.
func (p Policy) Where(key string) (layer, place string) { return "", "" }

// Locked reports whether the machine's policy locks a key.
func (p Policy) Locked(key string) bool { return false }
