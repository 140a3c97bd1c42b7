//go:build unix

package safefile

import "golang.org/x/sys/unix"

// nonBlocking keeps an open from waiting for the other end of a pipe.
const nonBlocking = unix.O_NONBLOCK
