//go:build unix

package rungate

import (
	"io"
	"os"

	"golang.org/x/sys/unix"

	"usher/pkg/hosts"
)

// usualCall is room for a call without large arguments.
const usualCall = 1000

// atOnce reads what stdin holds without waiting for more. Hosts mostly write the
// call and close their end before usher has started; then nothing needs to be
// watched while it is read.
func atOnce(stdin io.Reader) input {
	in := input{rest: stdin}
	f, ok := stdin.(*os.File)
	if !ok {
		return in
	}
	conn, err := f.SyscallConn()
	if err != nil {
		return in
	}
	_ = conn.Read(func(fd uintptr) bool {
		in.take(int(fd))
		return true
	})
	return in
}

func (in *input) take(fd int) {
	in.data = make([]byte, 0, usualCall)
	for len(in.data) <= hosts.MaxCall {
		fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		if n, err := unix.Poll(fds, 0); err != nil || n != 1 {
			return
		}
		if len(in.data) == cap(in.data) {
			in.data = append(in.data, 0)[:len(in.data)]
		}
		n, err := unix.Read(fd, in.data[len(in.data):cap(in.data)])
		if err != nil || n < 0 {
			return
		}
		if n == 0 {
			in.whole = true
			return
		}
		in.data = in.data[:len(in.data)+n]
	}
	in.whole = true // and too large
}
