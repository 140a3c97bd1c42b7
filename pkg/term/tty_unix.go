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
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT, unix.SIGTSTP)
	quiet, cancel := context.WithCancel(ctx)
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		heed(signals, done, cancel, func() {
			if inJob() {
				_ = t.setMode(was)
				pause(done)
				_ = t.setMode(&hush)
			}
			_ = t.put("\n" + prompt) // ctrl-Z has thrown away what was typed
		})
	}()
	show = func() {
		close(done)
		<-gone
		_ = t.setMode(was)
		signal.Stop(signals)
		cancel()
	}
	if err := t.setMode(&hush); err != nil {
		show()
		return ctx, nil, broken(err)
	}
	return quiet, show, nil
}

// heed answers signals until done.
func heed(signals <-chan os.Signal, done <-chan struct{}, end, stop func()) {
	for {
		select {
		case <-done:
			return
		case s := <-signals:
			if s == unix.SIGTSTP {
				stop()
			} else {
				end()
			}
		}
	}
}

// inJob reports whether a shell with job control started this program and could
// continue it: it then has a process group of its own.
func inJob() bool {
	session, err := unix.Getsid(0)
	return err == nil && session != unix.Getpgrp()
}

// pause stops this program and returns when it goes on. The call that stops may
// return before it has: only the signal to go on tells that it was.
func pause(done <-chan struct{}) {
	goesOn := make(chan os.Signal, 1)
	signal.Notify(goesOn, unix.SIGCONT)
	defer signal.Stop(goesOn)
	if unix.Kill(os.Getpid(), unix.SIGSTOP) != nil {
		return
	}
	select {
	case <-goesOn:
	case <-done:
	}
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
