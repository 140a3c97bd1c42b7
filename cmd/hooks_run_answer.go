package cmd

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"

	"usher/cmd/rungate"
	"usher/pkg/clean"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/hosts"
)

// fired says that hooks may have begun to run.
type fired struct{ atomic.Bool }

// handing is how far an event has come on its way to the background: it may be
// there, and it is there.
type handing struct{ sent, taken atomic.Bool }

// answered is an answer, or why there is none.
type answered struct {
	hosts.EventAnswer
	err error
}

// run answers one event and gives the exit status, 0 or 2; wrong is what was the
// matter with the command line.
func (o *hooksRunOptions) run(wrong error) int {
	a, err := answered{err: wrong}, error(nil)
	if wrong == nil {
		a, err = rungate.Attend(o.deadline, o.answer)
	}
	if err == nil || o.handing.taken.Load() { // behind, no deadline of this process counts
		err = a.err
	}
	if err != nil {
		a.EventAnswer = o.failure(err)
		o.logFailure(err)
	}
	code := o.status(a.Denied, err)
	if o.behind.Load() {
		return code
	}
	return o.deliver(a.EventAnswer, code)
}

// refusing reports the events where silence would let something through: a call
// or a message. What is not known counts as one.
func (o *hooksRunOptions) refusing() bool {
	switch o.event {
	case hooks.PreToolUse, hooks.UserPromptSubmit:
		return true
	case hooks.Stop, hooks.PostToolUse, hooks.SessionStart, hooks.TurnEnd:
		return false
	}
	return true
}

// status: a denied Stop keeps the assistant going, so no failure of usher's own
// and no interrupt is one (SPEC H12); one that was started inside a hook ends
// nobody's turn.
func (o *hooksRunOptions) status(denied bool, err error) int {
	switch {
	case denied, err != nil && (o.event != hooks.Stop || o.inside()):
		return rungate.ExitDeny
	}
	return rungate.ExitAllow
}

func (o *hooksRunOptions) inside() bool { return o.Getenv(hookEvent) != "" }

// failure is the answer for an event that came to no end of its own.
func (o *hooksRunOptions) failure(err error) hosts.EventAnswer {
	a := hosts.EventAnswer{Denied: o.refusing()}
	r := gate.Reason{By: "input", Says: err.Error()}
	var fe *fault.Error
	if errors.As(err, &fe) {
		r.Hint = strings.Join(fe.Hints, "; ")
		a.Problems = fe.Problems
	}
	switch {
	case a.Denied:
	case o.fired.Load():
		r.Says += "; the hook that ran was stopped"
	case o.handing.sent.Load():
		r.Says += "; its hooks may run in the background"
	default:
		r.Says += "; no hook was run"
	}
	a.Reasons = []gate.Reason{r}
	return a
}

// deliver writes the answer. One that cannot be handed over is a failure.
func (o *hooksRunOptions) deliver(a hosts.EventAnswer, code int) int {
	rungate.Outlive()
	if o.hosted {
		return o.deliverHost(a)
	}
	if !o.flags.quiet {
		_ = rungate.Hand(o.Stderr, []byte(a.Told()+o.troubles(a)))
	}
	if err := rungate.Hand(o.Stdout, a.Line()); err != nil {
		_ = rungate.Hand(o.Stderr, []byte("usher: error: the answer could not be written to stdout\n"))
		return o.status(a.Denied, err)
	}
	return code
}

// troubles names on stderr the hooks that failed and changed nothing, those that
// could not be read or count no more where the event goes on without them, and, with -v, every other
// reason and problem (SPEC F4).
func (o *hooksRunOptions) troubles(a hosts.EventAnswer) string {
	var b strings.Builder
	for i, r := range a.Reasons {
		if i > 0 && o.flags.verbose {
			b.WriteString("usher: " + clean.Line(r.By) + ": " + clean.Line(r.Says) + "\n")
		}
	}
	for _, p := range a.Problems {
		unread := !a.Denied && p.Severity == fault.SeverityError && strings.HasPrefix(p.Rule, "hooks/")
		lost := o.event == hooks.UserPromptSubmit && (p.Rule == engine.LostRule || p.Rule == engine.ProjectOffRule)
		if o.flags.verbose || unread || lost || p.Rule == "hooks/failed" || p.Rule == engine.AbsentRule || p.Rule == backgroundRule || p.Rule == unloggedRule {
			b.WriteString("usher: " + clean.Line(p.String()) + "\n")
		}
	}
	return b.String()
}

// answer reads the event, what stands for it, and fires its hooks.
func (o *hooksRunOptions) answer(ctx context.Context) (a answered) {
	if o.inside() {
		a.err = fault.New(fault.Refused, "hooks run was started inside a hook, where it would run hooks without end", "take it out of the hook")
		return a
	}
	data, err := rungate.Stdin(ctx, o.Stdin, "event", hosts.EventShape(string(o.event)))
	if err != nil {
		return answered{err: err}
	}
	if o.detached {
		if data, err = o.handedOver(data); err != nil {
			return answered{err: err}
		}
	}
	m, err := o.readEvent(data)
	if err != nil {
		return answered{err: err}
	}
	if o.event == hooks.TurnEnd && !o.detached {
		a.Problems = o.background(ctx, m.grounds, data)
		return a
	}
	a.EventAnswer = o.shootAll(ctx, m)
	if o.message && !a.Denied {
		o.along(ctx, m, &a)
	}
	return a
}
