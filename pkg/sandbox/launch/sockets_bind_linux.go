package launch

import (
	"golang.org/x/sys/unix"
)

// goOn is what bind says when the kernel may do the call: no error of a call is it.
const goOn = unix.Errno(4096)

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
// guard lets in what comes over the loopback device, so from this computer alone.
func (t theirs) both(a *sockaddr) bool {
	return a.any6() && t.option(unix.IPPROTO_IPV6, unix.IPV6_V6ONLY) == 0
}
