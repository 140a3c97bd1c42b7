package cmd

import (
	"context"
	"errors"
	"time"

	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/journal"
	"usher/pkg/places"
)

// keepWait bounds one write to the log: an answer does not wait for it longer.
const keepWait = time.Second

// unloggedRule is the problem of a failure that could not be kept.
const unloggedRule = "log/unwritten"

// logbook keeps what failed and changed nothing else (SPEC H6, 20).
type logbook struct {
	*app
	state    string
	always   bool // hooks that a signal stopped too: nobody else would tell of them
	problems []fault.Problem
}

// keep logs a hook that failed, and how, without a word of its own: its words may
// hold the call's arguments (SPEC 20). One that a person's interrupt stopped has not.
func (l *logbook) keep(ctx context.Context, rep hooks.Report) {
	if rep.Verdict != hooks.Warned && rep.Verdict != hooks.FailedHook {
		return
	}
	if errors.Is(ctx.Err(), context.Canceled) && !l.always {
		return
	}
	l.write(ctx, journal.Entry{
		Kind: journal.Hook, Name: string(rep.Hook.Name), Layer: rep.Hook.Layer, File: rep.Hook.Where(),
		Event: string(rep.Hook.Event), Message: rep.Failure(),
	})
}

// write keeps one entry, also when ctx has ended. That it could not is said once.
func (l *logbook) write(ctx context.Context, e journal.Entry) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), keepWait)
	defer cancel()
	e.Time = now()
	if err := journal.Append(ctx, l.state, e); err != nil && len(l.problems) == 0 {
		l.problems = append(l.problems, fault.Problem{
			File: journal.Path(l.state), Rule: unloggedRule, Severity: fault.SeverityWarning,
			Message: "what failed could not be kept: " + err.Error(),
		})
	}
}

// logFailure keeps why an event came to nothing, where the log is to be found: the
// host may have thrown away what was said on stderr. A person's interrupt is no
// failure; behind, the hook that it stopped has been kept already.
func (o *hooksRunOptions) logFailure(err error) {
	var fe *fault.Error
	interrupted := errors.As(err, &fe) && fe.Kind == fault.Interrupted
	if o.event == "" || interrupted && (!o.detached || o.fired.Load()) {
		return
	}
	at, lost := places.Find(o.where())
	if lost != nil {
		return
	}
	log := logbook{app: o.app, state: at.State}
	log.write(context.Background(), journal.Entry{Kind: journal.Hook, Event: string(o.event), Message: err.Error()})
}
