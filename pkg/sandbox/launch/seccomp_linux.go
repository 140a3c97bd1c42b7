package launch

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// installFilter puts the plan's filter on this thread and on what is forked or
// executed from it. Where the plan is supervised, the calls that the filter does
// not decide come out of listener; else that is -1.
func installFilter(p sandbox.Plan) (listener int, err error) {
	code, err := assemble(p)
	if err != nil {
		return -1, failed(stepSeccomp, "filter", err)
	}
	filters := make([]unix.SockFilter, len(code))
	for i, c := range code {
		filters[i] = unix.SockFilter{Code: c.Op, Jt: c.Jt, Jf: c.Jf, K: c.K}
	}
	whole := unix.SockFprog{Len: uint16(len(filters)), Filter: &filters[0]}
	defer runtime.KeepAlive(filters)
	if !supervised(p) {
		_, errno := seccomp(0, &whole)
		return -1, failed(stepSeccomp, "", errno)
	}
	// A call that waits for its answer is ended by death only, where the kernel can
	// do that: an interrupted one would be asked about again.
	listener, err = seccomp(unix.SECCOMP_FILTER_FLAG_NEW_LISTENER|unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, &whole)
	if err == unix.EINVAL {
		listener, err = seccomp(unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, &whole)
	}
	return listener, failed(stepSeccomp, "listener", err)
}

func seccomp(flags uintptr, filter *unix.SockFprog) (fd int, err error) {
	n, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(filter)))
	if errno != 0 {
		return -1, errno
	}
	return int(n), nil
}
