package hooks

// Event is a fixed point of an assistant's loop (SPEC H2). The zero value is no
// event at all.
type Event string

const (
	PreToolUse       Event = "PreToolUse"
	PostToolUse      Event = "PostToolUse"
	UserPromptSubmit Event = "UserPromptSubmit"
	TurnEnd          Event = "TurnEnd"
	Stop             Event = "Stop"
	SessionStart     Event = "SessionStart"
)

// Events are all six, in the order of SPEC H2.
func Events() []Event {
	return []Event{PreToolUse, PostToolUse, UserPromptSubmit, TurnEnd, Stop, SessionStart}
}

// ParseEvent takes an event's name exactly as it is written, case and all.
func ParseEvent(s string) (Event, bool) {
	for _, e := range Events() {
		if s == string(e) {
			return e, true
		}
	}
	return "", false
}

// OnTool reports whether the event is about a tool call, and may have a match.
func (e Event) OnTool() bool { return e == PreToolUse || e == PostToolUse }

// guards reports whether an entry of this event stands before calls: everything
// that is not exactly one of the other five does (SPEC H13).
func (e Event) guards() bool {
	switch e {
	case PostToolUse, UserPromptSubmit, TurnEnd, Stop, SessionStart:
		return false
	case PreToolUse:
		return true
	}
	return true
}

// refusable reports an event that exit 2 refuses (SPEC H6).
func (e Event) refusable() bool {
	switch e {
	case PreToolUse, UserPromptSubmit, Stop:
		return true
	case PostToolUse, TurnEnd, SessionStart:
		return false
	}
	return true
}
