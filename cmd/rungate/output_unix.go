//go:build unix

package rungate

import (
	"os"

	"golang.org/x/sys/unix"
)

// page is what a pipe or socket that is ready takes without waiting.
const page = 4096

// look tells what becomes of n bytes written to a stream. One that was closed
// when the program started is missing: the Go runtime puts /dev/null, open for
// reading and writing, in the place of a closed descriptor 0, 1 or 2; a caller's
// own >/dev/null is open for writing only. An answer written there reaches
// nobody, so it counts as not delivered (TestClosedStdoutDenies).
func look(f *os.File, n int) outlet {
	is := missing
	conn, err := f.SyscallConn()
	if err != nil {
		return is
	}
	_ = conn.Control(func(fd uintptr) { is = lookAt(int(fd), n) })
	return is
}

func lookAt(fd, n int) outlet {
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil {
		return missing
	}
	switch uint32(st.Mode) & unix.S_IFMT {
	case unix.S_IFREG:
		return roomy
	case unix.S_IFIFO, unix.S_IFSOCK:
		fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}
		if ready, err := unix.Poll(fds, 0); err == nil && ready == 1 && n <= page {
			return roomy
		}
	case unix.S_IFCHR:
		var null unix.Stat_t
		if unix.Stat(os.DevNull, &null) != nil || null.Dev != st.Dev || null.Ino != st.Ino {
			break
		}
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
		if err != nil || flags&unix.O_ACCMODE == unix.O_RDWR {
			return missing
		}
		return roomy
	}
	return unsure
}
