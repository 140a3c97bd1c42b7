//go:build unix

package term

import (
	"os"

	"golang.org/x/sys/unix"
)

// Controlling reports whether this process has a controlling terminal: whether
// /dev/tty can be opened (SPEC A5).
func Controlling() bool {
	fd, err := unix.Open("/dev/tty", unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	_ = unix.Close(fd)
	return true
}

// controls reports whether a stream is the controlling terminal: only of that
// one does the system tell the foreground processes.
func controls(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok || f == nil {
		return false
	}
	is := false
	err := onFD(f, func(fd int) error {
		_, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP)
		is = err == nil
		return nil
	})
	return err == nil && is
}
