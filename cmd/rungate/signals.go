package rungate

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
)

// hold lets the signals that would end the program pass by, for the moment in
// which a call is decided that waits for nothing: the answer is there sooner than
// the three threads would be that catching them takes.
func hold() { signal.Ignore(asking()...) }

// watch cancels the context at the first signal that would end the program, and
// tells which one it was. Signals are caught, not ignored, so that children get
// their defaults back.
func watch(parent context.Context) (context.Context, func() os.Signal) {
	ctx, cancel := context.WithCancel(parent)
	ch := make(chan os.Signal, 4)
	signal.Notify(ch, ending()...)
	var got atomic.Value
	go func() {
		got.Store(<-ch)
		cancel()
	}()
	return ctx, func() os.Signal {
		s, _ := got.Load().(os.Signal)
		return s
	}
}
