package launch

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// theirs is a caller's own socket: the very one, under a number of ours. Whatever
// the caller's number leads to later, this is what is judged and acted on. So a
// descriptor that was duplicated, inherited or is watched by epoll is the same
// connected socket as before, with its options and its file flags.
type theirs struct {
	fd, domain, kind, protocol int
}

// fetch takes the socket that a call is about. The caller must still be valid
// after whatever else is read from it.
func fetch(n *notification) (t theirs, errno unix.Errno) {
	holder, err := unix.PidfdOpen(int(n.pid), unix.PIDFD_THREAD)
	if err == unix.EINVAL { // before 6.9 only a process has one
		holder, err = unix.PidfdOpen(process(int(n.pid)), 0)
	}
	if err != nil {
		return t, unix.EACCES
	}
	defer unix.Close(holder)
	t.fd, err = unix.PidfdGetfd(holder, int(int32(uint32(n.args[0]))), 0)
	switch err {
	case nil:
	case unix.EBADF:
		return t, unix.EBADF
	default:
		return t, unix.EACCES
	}
	for _, o := range [...]struct {
		name int
		to   *int
	}{{unix.SO_DOMAIN, &t.domain}, {unix.SO_TYPE, &t.kind}, {unix.SO_PROTOCOL, &t.protocol}} {
		if *o.to, err = unix.GetsockoptInt(t.fd, unix.SOL_SOCKET, o.name); err != nil {
			t.close()
			return t, unix.ENOTSOCK
		}
	}
	return t, 0
}

func (t theirs) close() { _ = unix.Close(t.fd) }

func (t theirs) tcp() bool {
	return (t.domain == unix.AF_INET || t.domain == unix.AF_INET6) && t.kind == unix.SOCK_STREAM
}

func (t theirs) option(level, name int) int {
	v, err := unix.GetsockoptInt(t.fd, level, name)
	if err != nil {
		return -1
	}
	return v
}

// act is the system call on our own copy. A signal of our own runtime does not end it.
func act(number uintptr, fd int, a *sockaddr) unix.Errno {
	for {
		_, _, errno := unix.Syscall(number, uintptr(fd), uintptr(unsafe.Pointer(&a.b[0])), uintptr(a.n))
		if errno != unix.EINTR {
			return errno
		}
	}
}
