package launch

import (
	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// waits reports that a connect may take as long as the other end takes.
func (t theirs) waits() bool {
	flags, err := unix.FcntlInt(uintptr(t.fd), unix.F_GETFL, 0)
	return err != nil || flags&unix.O_NONBLOCK == 0
}

// errand is a call of connect that was decided on: what is connected, and to what.
type errand struct {
	socket theirs
	to     sockaddr
	by     int // the descriptor that to is a name of; -1: none
}

func (e *errand) end() {
	e.socket.close()
	if e.by >= 0 {
		_ = unix.Close(e.by)
	}
}

// connect does a call of connect for its caller, or says why not. What does not
// wait does not wait here either: the socket's own flags hold. What does gets a
// goroutine of its own.
func (s *supervisor) connect(n *notification) {
	var e errand
	var errno unix.Errno
	if e.socket, errno = fetch(n); errno != 0 {
		s.listener.answer(n, errno)
		return
	}
	e.by = -1
	if errno = s.decide(n, &e); errno == 0 && e.socket.waits() {
		s.wait(n, e)
		return
	}
	if errno == 0 {
		errno = act(unix.SYS_CONNECT, e.socket.fd, &e.to)
	}
	e.end()
	s.listener.answer(n, errno)
}

func (s *supervisor) wait(n *notification, e errand) {
	select {
	case s.slots <- struct{}{}:
	default:
		e.end()
		s.listener.answer(n, unix.EAGAIN)
		return
	}
	caller := *n
	go func() {
		errno := act(unix.SYS_CONNECT, e.socket.fd, &e.to)
		e.end()
		s.listener.answer(&caller, errno)
		<-s.slots
	}()
}

// decide reads the address, once, and says whether it may be connected to.
func (s *supervisor) decide(n *notification, e *errand) (errno unix.Errno) {
	if e.to, errno = readSockaddr(n); errno != 0 {
		return errno
	}
	if e.socket.domain == unix.AF_UNIX {
		return s.decideNamed(n, e)
	}
	if !s.listener.valid(n) {
		return unix.ESRCH
	}
	if s.plan.Network == sandbox.NetworkLocalhost && e.socket.tcp() && e.to.family() != unix.AF_UNSPEC {
		if errno = e.to.of(e.socket.domain); errno != 0 {
			return errno
		}
		if !guarded(e.socket.fd) || !e.to.loopback() {
			return unix.ENETUNREACH
		}
	}
	// What is left is of the cage's own network, or ends a connection: it reaches
	// what the caller itself would reach.
	return 0
}
