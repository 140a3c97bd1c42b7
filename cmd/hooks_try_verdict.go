package cmd

import (
	"usher/pkg/gate"
	"usher/pkg/hooks"
)

// ended writes the combined verdict: allow would mean that no hook has an opinion.
func (v hooksTestView) ended() hooksTestView {
	v.Verdict = v.verdict.String()
	switch {
	case v.verdict != gate.Allow:
	case v.DryRun:
		v.Verdict = "unknown"
	default:
		v.Verdict = "none"
	}
	v.Means = v.means()
	return v
}

// means says what a host would do with the verdict (SPEC H6, H7).
func (v hooksTestView) means() string {
	switch {
	case v.Verdict == "unknown":
		return "nothing was run" + either(v.Unread, ", and not every hook could be read", "")
	case v.Verdict == "ask":
		return "a person is asked before the call, even where you allowed the tool; where nobody can be asked it is refused"
	case len(v.Blocks) > 0:
		return "the call is refused whatever the hooks say"
	case hooks.Event(v.Event) == hooks.PreToolUse:
		return either(v.Verdict == "deny", "the call is refused", "no hook objects; your own marks decide the call")
	case v.Verdict == "deny":
		return either(hooks.Event(v.Event) == hooks.Stop, "the turn does not end, the assistant goes on", "the message is not sent")
	}
	switch hooks.Event(v.Event) {
	case hooks.UserPromptSubmit:
		return v.passes("the message is sent")
	case hooks.Stop:
		return v.passes("the turn ends")
	case hooks.PreToolUse, hooks.PostToolUse, hooks.TurnEnd, hooks.SessionStart:
	}
	return either(v.Unread, "not every hook could be read; ", "") + "a hook of this event only watches and can refuse nothing"
}

// passes says of what no hook refused whether a guard may be missing.
func (v hooksTestView) passes(says string) string {
	switch {
	case !v.Unread:
		return says
	case len(v.Hooks) == 0:
		return "no hook could be read: " + says + " unguarded"
	}
	return "not every hook could be read: " + says + " past those that are missing"
}

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// Exit is the combined verdict as a status (SPEC 20).
func (v hooksTestView) Exit() int {
	switch v.verdict {
	case gate.Allow:
		return 0
	case gate.Ask:
		return 3
	case gate.Deny:
		return 2
	}
	return 2
}
