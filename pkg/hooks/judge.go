package hooks

import (
	"strings"
	"unicode/utf8"

	"usher/pkg/proc"
)

// judge reads an ending and, in the object shape, what stands on stdout; the
// stricter of the two holds (SPEC H6). In the list shape nothing there has a say.
func judge(h Hook, res proc.Result, ctxErr error) Report {
	rep := Report{Hook: h, Result: res, Verdict: verdict(h, res), Stdout: text(res.Stdout)}
	said, how := answer{verdict: NoOpinion}, ending(h, res, ctxErr)
	if a := answered(h, res); a.verdict.rank() > rep.Verdict.rank() {
		rep.Verdict, said = a.verdict, a
		how += ", but " + a.fault
	} else if a.verdict == rep.Verdict && spoken(res, MaxReason) == "" {
		said = a
	}
	switch rep.Verdict {
	case NoOpinion:
	case Refused, AsksFirst:
		rep.foreign = oneLine(said.reason, false, MaxReason)
		if rep.foreign == "" {
			rep.foreign = spoken(res, MaxReason)
		}
		rep.Reason = rep.foreign
		if rep.Reason == "" {
			rep.Reason = silence(h, res)
		}
	case FailedHook, Warned:
		rep.foreign = spoken(res, MaxReason-utf8.RuneCountInString(how)-2)
		rep.Reason = strings.TrimSuffix(how+": "+rep.foreign, ": ")
	}
	return rep
}

func verdict(h Hook, res proc.Result) Outcome {
	if res.Ending == proc.Exited {
		switch {
		case res.Code == 0:
			return NoOpinion
		case res.Code == 2 && h.Event.refusable():
			return Refused
		case res.Code == 3 && h.Event.guards():
			return AsksFirst
		}
	}
	return failure(h)
}

// failure is what it means that a hook failed.
func failure(h Hook) Outcome {
	if h.Event.guards() && !h.Warn {
		return FailedHook
	}
	return Warned
}
