package hooks

import (
	"context"

	"usher/pkg/gate"
	"usher/pkg/proc"
)

// Outcome is what a run means for the call. The zero value is a failed hook.
type Outcome uint8

const (
	FailedHook Outcome = iota // it did not end in 0, 2 or 3: refuses (SPEC H6)
	Refused
	AsksFirst
	Warned // it failed where a failure is only logged
	NoOpinion
)

// Report is one run of one hook.
type Report struct {
	Hook    Hook
	Result  proc.Result
	Verdict Outcome
	Reason  string
	Stdout  string
}

// Runner starts hooks.
type Runner struct {
	Run                      func(context.Context, proc.Spec) proc.Result
	Environ                  []string
	Project, Home, SessionID string
	Look                     func(name, dir string) (program, why string)
	Self                     string
}

// Fire runs one hook to its end.
func (r Runner) Fire(ctx context.Context, h Hook, p Payload) Report { return Report{Hook: h} }

// Opinion is what a report says to the gate; false when it says nothing.
func Opinion(rep Report) (gate.Opinion, bool) { return gate.Opinion{}, true }
