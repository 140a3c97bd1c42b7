package term

import (
	"context"
	"errors"
	"os"
	"os/signal"

	"golang.org/x/sys/windows"
)

func openTTY() (in, out *os.File, err error) {
	if in, err = os.OpenFile("CONIN$", os.O_RDWR, 0); err != nil {
		return nil, nil, err
	}
	if out, err = os.OpenFile("CONOUT$", os.O_RDWR, 0); err != nil {
		return nil, nil, errors.Join(err, in.Close())
	}
	return in, out, nil
}

func flushInput(fd int) error { return windows.FlushConsoleInputBuffer(windows.Handle(fd)) }

// quiet turns the echo off until show is called; ctrl-C ends the context.
func (t *TTY) quiet(ctx context.Context, _ string) (quiet context.Context, show func(), err error) {
	var was uint32
	err = onFD(t.in, func(fd int) error { return windows.GetConsoleMode(windows.Handle(fd), &was) })
	if err != nil {
		return ctx, nil, broken(err)
	}
	quiet, stop := signal.NotifyContext(ctx, os.Interrupt)
	show = func() {
		_ = onFD(t.in, func(fd int) error { return windows.SetConsoleMode(windows.Handle(fd), was) })
		stop()
	}
	hush := was&^windows.ENABLE_ECHO_INPUT | windows.ENABLE_LINE_INPUT | windows.ENABLE_PROCESSED_INPUT
	err = onFD(t.in, func(fd int) error { return windows.SetConsoleMode(windows.Handle(fd), hush) })
	if err != nil {
		show()
		return ctx, nil, broken(err)
	}
	return quiet, show, nil
}
