package hooks

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"usher/pkg/clean"
	"usher/pkg/proc"
)

const cutMark = " … (cut)"

func silence(h Hook, res proc.Result) string {
	says := `no reason given by hook "` + string(h.Name) + `"`
	if res.Code == 2 {
		says += " (exit code 2 with no text: did the script start?)"
	}
	return says
}

// ending is how a hook failed, in words.
func ending(h Hook, res proc.Result, ctxErr error) string {
	switch res.Ending {
	case proc.NotStarted:
		return because("could not start", res.Why)
	case proc.Exited:
		return because("exit code "+strconv.Itoa(res.Code), res.Why)
	case proc.TimedOut:
		return "timed out after " + strconv.FormatInt(h.Timeout.Milliseconds(), 10) + " ms"
	case proc.Killed:
		return because("died of a signal", res.Signal)
	case proc.Cancelled:
		if errors.Is(ctxErr, context.DeadlineExceeded) {
			return "stopped, because the time for the whole answer was up"
		}
		return "interrupted"
	case proc.TooMuchOutput:
		return "printed too much"
	case proc.Lost:
		return because("lost from sight and stopped", res.Why)
	}
	return "ended in an unknown way"
}

func because(how, why string) string {
	if why == "" {
		return how
	}
	short, cut := clean.Cut(clean.Line(text([]byte(why))), MaxReason/2)
	if cut {
		short += cutMark
	}
	return how + ": " + short
}

// spoken is what a hook wrote on stderr, on one line of at most room characters.
func spoken(res proc.Result, room int) string {
	return oneLine(text(res.Stderr), res.StderrCut, room)
}

func oneLine(s string, more bool, room int) string {
	line := clean.Line(strings.TrimSpace(s))
	short, cut := clean.Cut(line, room)
	if line == "" || !cut && !more {
		return line
	}
	short, _ = clean.Cut(short, room-utf8.RuneCountInString(cutMark))
	return short + cutMark
}

// text is bytes as UTF-8, with U+FFFD for each byte that is not (SPEC H11).
func text(b []byte) string { return string([]rune(string(b))) }
