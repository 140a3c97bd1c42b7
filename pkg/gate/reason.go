package gate

import "strings"

// Reason is one voice behind a decision (SPEC G5, G6, 20). By is "grant",
// "hook NAME", "server ID", "policy KEY", "file PATH", "folder" or "input"; File
// is path:line:column where there is one; Says is what it said; Hint is the next
// command.
type Reason struct {
	By    string `json:"by"`
	Layer string `json:"layer,omitempty"`
	File  string `json:"file,omitempty"`
	Says  string `json:"says"`
	Hint  string `json:"hint,omitempty"`
}

// or fills what a reason left empty: no refusal and no question is nameless or
// mute, whatever the caller forgot (SPEC G5).
func (r Reason) or(by, says string) Reason {
	if r.By == "" {
		r.By = by
	}
	if r.Says == "" {
		r.Says = says
	}
	return r
}

// voices is a copy of rs with nothing left empty.
func voices(rs []Reason, by, says string) []Reason {
	out := make([]Reason, len(rs))
	for i, r := range rs {
		out[i] = r.or(by, says)
	}
	return out
}

// byGrant names the person's own mark as the voice.
const byGrant = "grant"

func grantReason(says, hint string) Reason {
	return Reason{By: byGrant, Says: says, Hint: hint}
}

// stateReason says why a defined server's tool is refused.
func stateReason(f Facts) Reason {
	by := "input"
	if id, ok := f.Tool.Server(); ok {
		by = "server " + string(id)
	}
	return f.StateReason.or(by, f.State.refusal())
}

// refusal is the plainest sentence for a state that is not Ready.
func (s State) refusal() string {
	switch s {
	case Disabled:
		return "the server is disabled"
	case Shadowed:
		return "a server of the same id in a stronger layer shadows this one"
	case NotApproved:
		return "the server is not approved"
	case NotTrusted:
		return "the server's folder is not trusted"
	case Dropped:
		return "the server's entry was dropped"
	case Forbidden:
		return "a policy keeps the server from starting"
	case StateUnclear, Ready:
	}
	return "the server's state is not known"
}

// Why is the reasons of a decision in one sentence: who, what, and of a hook the file
// that it stands in (SPEC G5).
func (d Decision) Why() string {
	var b strings.Builder
	for i, r := range d.Reasons {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(r.By + ": " + r.Says)
		if r.File != "" && strings.HasPrefix(r.By, "hook ") {
			b.WriteString(" (" + r.File + ")")
		}
	}
	return b.String()
}
