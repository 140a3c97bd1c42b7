//go:build unix

package term

import "golang.org/x/sys/unix"

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
