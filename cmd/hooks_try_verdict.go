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
		return "nothing was run"
	case v.Verdict == "ask":
		return "a person is asked before the call, even where you allowed the tool; where nobody can be asked it is refused"
	case len(v.Blocks) > 0:
		return "the call is refused whatever the hooks say"
	}
	refuses := v.Verdict == "deny"
	switch hooks.Event(v.Event) {
	case hooks.PreToolUse:
		return either(refuses, "the call is refused", "no hook objects; your own marks decide the call")
	case hooks.UserPromptSubmit:
		return either(refuses, "the message is not sent", "the message is sent")
	case hooks.Stop:
		return either(refuses, "the turn does not end, the assistant goes on", "the turn ends")
	case hooks.PostToolUse, hooks.TurnEnd, hooks.SessionStart:
	}
	return "a hook of this event only watches and can refuse nothing"
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
