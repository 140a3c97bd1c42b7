package launch

import (
	"unsafe"

	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// goOn is what bind says when the kernel may do the call: no error of a call is it.
const goOn = unix.Errno(4096)

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

// connect does a call of connect for its caller, or says why not. A call that does
// not block does not block here either: the socket's own flags hold.
func (s *supervisor) connect(n *notification) unix.Errno {
	t, errno := fetch(n)
	if errno != 0 {
		return errno
	}
	defer t.close()
	a, errno := readSockaddr(n)
	if errno != 0 {
		return errno
	}
	if t.domain == unix.AF_UNIX {
		return s.connectNamed(n, t, a)
	}
	if !s.listener.valid(n) {
		return unix.ESRCH
	}
	if s.plan.Network == sandbox.NetworkLocalhost && t.tcp() && a.family() != unix.AF_UNSPEC {
		if errno = a.of(t.domain); errno != 0 {
			return errno
		}
		if !guarded(t.fd) || !a.loopback() {
			return unix.ENETUNREACH
		}
	}
	// What is left is of the cage's own network, or ends a connection: it reaches
	// what the caller itself would reach.
	return act(unix.SYS_CONNECT, t.fd, &a)
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

// bind does a call of bind on a guarded socket. Every other one goes on in the
// kernel: it is of the cage's own network, or a name where the cage may write; and
// a guarded socket that is put in its place meanwhile is kept in by its guard.
func (s *supervisor) bind(n *notification) unix.Errno {
	t, errno := fetch(n)
	if errno != 0 {
		return errno
	}
	defer t.close()
	if !t.tcp() {
		return goOn
	}
	a, errno := readSockaddr(n)
	switch {
	case errno != 0:
		return errno
	case !s.listener.valid(n):
		return unix.ESRCH
	case !guarded(t.fd):
		return unix.EACCES
	}
	if t.domain == unix.AF_INET && a.family() == unix.AF_UNSPEC && [4]byte(a.b[address4:]) == [4]byte{} {
		a.setFamily(unix.AF_INET) // as the kernel takes it, for old programs
	}
	if errno = a.of(t.domain); errno != 0 {
		return errno
	}
	if !t.both(&a) && !a.loopback() {
		return unix.EADDRNOTAVAIL
	}
	return act(unix.SYS_BIND, t.fd, &a)
}

// both reports a bind to any address of both versions. Every other address that
// means any becomes 127.0.0.1 or ::1, so that programs outside reach it and the
// outside does not. No one address serves both versions, so this one stays: the
// guard lets in what comes from this computer's own loopback addresses alone.
func (t theirs) both(a *sockaddr) bool {
	return a.any6() && t.option(unix.IPPROTO_IPV6, unix.IPV6_V6ONLY) == 0
}
