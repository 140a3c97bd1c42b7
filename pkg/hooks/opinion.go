package hooks

import (
	"strings"

	"usher/pkg/gate"
)

// policyWords end every refusal by a hook (SPEC G5).
const policyWords = "this is the person's own policy: do not retry, do not work around"

// failureWords end a refusal by a hook that failed: nobody's rule spoke, but the
// person wants calls refused while a guard of theirs does not work (SPEC H6, G5).
const failureWords = "the person has calls refused while a hook of theirs fails: do not retry, do not work around"

// Opinion is what a report says to the gate; false when it says nothing. There
// is none that allows (SPEC H7). What the hook itself wrote stands between “ and ”,
// which it cannot close, so that it reads as the hook's words and nobody else's.
func Opinion(rep Report) (gate.Opinion, bool) {
	reason := gate.Reason{By: "hook " + string(rep.Hook.Name), Layer: rep.Hook.Layer, File: rep.Hook.Where()}
	try := "usher hooks test " + string(rep.Hook.Name)
	switch rep.Verdict {
	case NoOpinion, Warned:
		return gate.Opinion{}, false
	case AsksFirst:
		reason.Says = "asks that a person confirms this call first: " + rep.quoted() + "; " + policyWords
		return gate.AskFirst(reason), true
	case Refused:
		reason.Says = "refused: " + rep.quoted()
		if rep.Hook.Event.guards() { // a message or a turn's end is no call to retry
			reason.Says += "; " + policyWords
		}
		if rep.foreign == "" {
			reason.Hint = try
		}
		return gate.Refuse(reason), true
	case FailedHook:
		reason.Says = "the hook failed: " + rep.quoted() + "; " + failureWords
		reason.Hint = try
		return gate.Refuse(reason), true
	}
	reason.Says = "the hook ended in an unknown way; " + policyWords
	return gate.Refuse(reason), true
}

// quoted is the reason with the hook's own words marked as such.
func (r Report) quoted() string {
	if r.foreign == "" {
		return r.Reason
	}
	own := strings.TrimSuffix(r.Reason, r.foreign)
	return own + "“" + strings.NewReplacer("“", `"`, "”", `"`).Replace(r.foreign) + "”"
}
