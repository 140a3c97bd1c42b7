package rungate

import (
	"context"
	"io"
	"time"

	"usher/pkg/fault"
)

// Attend does what may take its time: a signal that would end the program, or the
// deadline (0: none), ends its context and is then the error; of Kind Interrupted
// for a signal. What it has started it may take a moment to kill. A panic is an
// error too. From here on such signals never end the program by themselves.
func Attend[T any](deadline time.Duration, run func(context.Context) T) (T, error) {
	ctx, caught := watch(context.Background())
	if deadline > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, deadline)
		defer cancel()
	}
	type end struct {
		value T
		err   error
	}
	done := make(chan end, 1)
	go func() {
		e := end{err: fault.New(fault.Refused, "usher failed inside while deciding", "report it with the call's shape")}
		defer func() {
			_ = recover()
			done <- e
		}()
		value := run(ctx)
		e = end{value: value}
	}()
	var e end
	select {
	case e = <-done:
	case <-ctx.Done():
		grace := time.NewTimer(killGrace)
		defer grace.Stop()
		select {
		case e = <-done:
		case <-grace.C:
		}
	}
	if ctx.Err() != nil {
		e.err = ended(ctx, deadline, caught())
	}
	return e.value, e.err
}

// Stdin reads what a command is given there to its end, bounded in size and time
// (SPEC 18). what is the word for it in messages, hint what to send.
func Stdin(ctx context.Context, stdin io.Reader, what, hint string) ([]byte, error) {
	in := atOnce(stdin)
	in.what, in.hint = what, hint
	return in.all(ctx)
}

// Hand writes an answer whole, or says that nobody reads it, within a few seconds.
func Hand(w io.Writer, data []byte) error { return hand(w, data) }

// Outlive makes a write to a reader that is gone an error and not a death. It is
// for the end: SIGPIPE is caught no more.
func Outlive() { outlive() }
