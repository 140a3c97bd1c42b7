//go:build unix && (!linux || usher_direct)

package proc

import (
	"os"
	"strconv"
	"syscall"
)

// keepOwn keeps descriptors that whoever started us left open from going on to
// a program that outlives us.
func keepOwn() {
	dir, err := os.Open("/dev/fd")
	if err != nil {
		return
	}
	defer func() { _ = dir.Close() }()
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		if fd, err := strconv.Atoi(name); err == nil && fd > 2 {
			syscall.CloseOnExec(fd)
		}
	}
}
