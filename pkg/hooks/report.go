package hooks

import (
	"strconv"
	"strings"

	"usher/pkg/proc"
)

// MaxReason is the longest reason shown, in characters (SPEC 18).
const MaxReason = 2000

// Outcome is what a run means for what fired it. The zero value is a failed
// hook, which refuses.
type Outcome uint8

const (
	FailedHook Outcome = iota // PreToolUse: it did not end with 0, 2 or 3 (SPEC H6)
	Refused                   // exit 2 of an event that can be refused
	AsksFirst                 // PreToolUse: exit 3
	Warned                    // it failed where a failure is only told
	NoOpinion                 // exit 0
)

// String is the outcome in words.
func (o Outcome) String() string {
	switch o {
	case FailedHook:
		return "failed"
	case Refused:
		return "refused"
	case AsksFirst:
		return "asks first"
	case Warned:
		return "failed, warned only"
	case NoOpinion:
		return "no opinion"
	}
	return "failed"
}

// Report is one run of one hook. Reason is one line of at most MaxReason visible
// characters, "" for no opinion: what the hook wrote on stderr when it refused or
// asked, and how it failed, with what it wrote, when it failed. Stdout is what it
// printed, made UTF-8; nothing in it can approve (SPEC H7).
type Report struct {
	Hook    Hook
	Result  proc.Result
	Verdict Outcome
	Reason  string
	Stdout  string
	foreign string // the end of Reason that the hook itself wrote
}

// rank orders outcomes by how much they take away; a refusal that was meant stands
// before one that is only a failure.
func (o Outcome) rank() int {
	switch o {
	case NoOpinion:
		return 0
	case Warned:
		return 1
	case AsksFirst:
		return 2
	case FailedHook:
		return 3
	case Refused:
		return 4
	}
	return 3
}

// Failure is how the hook failed in usher's own words, for what is kept: what a hook
// writes may hold the arguments of a call. Where it wrote something the next command
// shows it.
func (r Report) Failure() string {
	if r.foreign == "" {
		return r.Reason
	}
	own := strings.TrimSuffix(strings.TrimSuffix(r.Reason, r.foreign), ": ")
	return strings.TrimPrefix(own+" (to see what it wrote: usher hooks test "+string(r.Hook.Name)+")", " ")
}

// ModelOutput is what a PostToolUse hook adds to the tool's result, with its
// label; false when it adds nothing (SPEC H6). A hook that failed adds nothing.
func (r Report) ModelOutput() (string, bool) {
	if !r.Hook.ModelOutput || r.Hook.Event != PostToolUse || r.Verdict != NoOpinion || r.Stdout == "" {
		return "", false
	}
	text := label + " " + string(r.Hook.Name) + "]\n" + Unforged(r.Stdout)
	if r.Result.StdoutCut {
		text += "\n[cut at " + strconv.Itoa(modelOutputCap) + " bytes]"
	}
	return text, true
}
