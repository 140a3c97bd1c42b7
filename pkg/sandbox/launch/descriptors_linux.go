package launch

import (
	"math"

	"golang.org/x/sys/unix"
)

// closeOnExec marks every descriptor from 3 up, whoever opened it: a server gets
// 0, 1 and 2 only (SPEC Q4).
func closeOnExec() error {
	return unix.CloseRange(3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC)
}
