//go:build unix

package rungate

import (
	"os"

	"golang.org/x/sys/unix"
)

// missing reports a stream that was closed when the program started. The Go
// runtime puts /dev/null, open for reading and writing, in the place of a closed
// descriptor 0, 1 or 2; a caller's own >/dev/null is open for writing only. An
// answer written there reaches nobody, so it counts as not delivered
// (TestClosedStdoutDenies).
func missing(f *os.File) bool {
	fi, err := f.Stat()
	if err != nil {
		return true
	}
	if fi.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	if err != nil || !os.SameFile(fi, null) {
		return false
	}
	flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFL, 0)
	return err != nil || flags&unix.O_ACCMODE == unix.O_RDWR
}
