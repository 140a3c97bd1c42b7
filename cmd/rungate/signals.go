package rungate

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
)

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
