package hosts

import "slices"

// Events whose fields differ, as SPEC H2 writes them.
const (
	preToolUse       = "PreToolUse"
	postToolUse      = "PostToolUse"
	userPromptSubmit = "UserPromptSubmit"
	turnEnd          = "TurnEnd"
	stopEvent        = "Stop"
	sessionStart     = "SessionStart"
)

// eventKeys are the keys with a meaning for one event or another: usher's own,
// then the names that hosts have for them, which count where usher's is absent.
func eventKeys() []string {
	return []string{
		"event", "tool", "args", "source", "conversationId", "files", "message", "result", "outcome",
		hostEvent, hostTool, hostArgs, hostConversation, hostMessage, hostResult,
	}
}

// means reports a key with a meaning for this event; every other is the host's.
func (r *eventReader) means(key string) bool {
	switch key {
	case "event", "source", "conversationId", "files", hostEvent, hostConversation:
		return true
	case "tool", "args", hostTool, hostArgs:
		return r.tells(preToolUse, postToolUse)
	case "result", hostResult:
		return r.tells(postToolUse)
	case "message", hostMessage:
		return r.tells(userPromptSubmit)
	case "outcome":
		return r.tells(turnEnd, stopEvent)
	}
	return false
}

// Unknown are the keys that mean nothing for this event and are only handed to hooks.
func (e Event) Unknown() []string {
	r := eventReader{name: e.Name}
	var out []string
	for _, f := range e.Host {
		if !r.means(f.Key) && f.Key != hostEventAgain {
			out = append(out, f.Key)
		}
	}
	return out
}

// tells reports whether the event is one of these.
func (r *eventReader) tells(events ...string) bool { return slices.Contains(events, r.name) }

const (
	hostEvent        = "hook_event_name"
	hostEventAgain   = "hookEventName"
	hostTool         = "tool_name"
	hostArgs         = "tool_input"
	hostConversation = "session_id"
	hostMessage      = "prompt"
	hostResult       = "tool_response"
)
