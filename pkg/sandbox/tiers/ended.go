package tiers

import (
	"slices"
	"strings"

	"usher/pkg/sandbox"
	"usher/pkg/sandbox/launch"
)

// End is how a start through usher-run's stages ended: its exit status, and the
// end of what it wrote on standard error.
type End struct {
	Status int
	Stderr string
}

// Ended turns the end of a start into words where it was the sandbox that failed
// and not the server (launch.FailedStatus and FailedWord): ok is false for a
// server's own end, also one that says the same (launch.OwnStatus).
func Ended(tier sandbox.Tier, end End, s Settings) (Cause, bool) {
	line, built := stageLine(end)
	if built {
		return Cause{}, false
	}
	return Evidence{Tier: tier, Sign: SignStage, Detail: line}.Cause(s), true
}

// Ended is the same where this computer was looked at again since. Of a tier that
// works no setting is the cause: what is left is what this one server is given.
func (f Found) Ended(tier sandbox.Tier, end End) (Cause, bool) {
	line, built := stageLine(end)
	e := Evidence{Tier: tier, Sign: SignStage, Detail: line}
	switch {
	case built || !slices.Contains(f.Tiers, tier):
		return Ended(tier, end, f.Settings)
	case short(e, f.Settings):
		return shortCause(e, f.Settings), true
	case usedUp(e, f.Settings):
		return usedUpCause(e, f.Settings), true
	case unanswered(e, f.Settings):
		return unansweredCause(e, f.Settings), true
	}
	return Cause{What: "a sandbox can be built here, and not with what this server is given: " + line}, true
}

// stageLine is what the stage that failed said, cleaned; built is true where none
// did. What bubblewrap said before it ended says more than that it ended.
func stageLine(end End) (line string, built bool) {
	if end.Status != launch.FailedStatus {
		return "", true
	}
	text := strings.TrimRight(end.Stderr, "\n")
	last := text[strings.LastIndexByte(text, '\n')+1:]
	rest, found := strings.CutPrefix(last, launch.FailedWord)
	if !found {
		return "", true
	}
	before := strings.TrimRight(text[:len(text)-len(last)], "\n")
	if said := before[strings.LastIndexByte(before, '\n')+1:]; strings.HasPrefix(said, "bwrap: ") {
		rest = said
	}
	return detail(rest), false
}
