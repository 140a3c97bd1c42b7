//go:build unix

package term

import (
	"context"
	"os"
	"os/signal"

	"golang.org/x/sys/unix"
)

func openTTY() (in, out *os.File, err error) {
	f, err := os.OpenFile("/dev/tty", os.O_RDWR|unix.O_NOCTTY, 0)
	return f, f, err
}

// quiet turns the echo off until show is called. A signal that would end the
// program ends the context instead; one that stops it (ctrl-Z) shows typing
// until it goes on.
func (t *TTY) quiet(ctx context.Context, prompt string) (quiet context.Context, show func(), err error) {
	was, err := t.mode()
	if err != nil {
		return ctx, nil, broken(err)
	}
	hush := *was
	hush.Lflag = hush.Lflag&^unix.ECHO | unix.ICANON | unix.ISIG
	hush.Iflag |= unix.ICRNL
	signals, done, gone := make(chan os.Signal, 4), make(chan struct{}), make(chan struct{})
	signal.Notify(signals, unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT, unix.SIGTSTP)
	quiet, cancel := context.WithCancel(ctx)
	show = func() {
		close(done)
		<-gone
		_ = t.setMode(was)
		signal.Stop(signals)
		cancel()
	}
	go func() {
		defer close(gone)
		for {
			select {
			case <-done:
				return
			case s := <-signals:
				if s != unix.SIGTSTP {
					cancel()
					continue
				}
				_ = t.setMode(was)
				_ = unix.Kill(os.Getpid(), unix.SIGSTOP)
				_ = t.setMode(&hush)
				_ = t.put(prompt)
			}
		}
	}()
	if err := t.setMode(&hush); err != nil {
		show()
		return ctx, nil, broken(err)
	}
	return quiet, show, nil
}

func (t *TTY) mode() (m *unix.Termios, err error) {
	err = onFD(t.in, func(fd int) (err error) {
		m, err = unix.IoctlGetTermios(fd, getMode)
		return err
	})
	return m, err
}

func (t *TTY) setMode(m *unix.Termios) error {
	return onFD(t.in, func(fd int) error { return unix.IoctlSetTermios(fd, setMode, m) })
}
