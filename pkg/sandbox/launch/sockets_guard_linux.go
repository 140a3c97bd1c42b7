package launch

import (
	"golang.org/x/sys/unix"
)

// loopbackDevice is the name that Linux gives it in every network namespace.
const loopbackDevice = "lo"

// socket makes a TCP socket in the network of this computer, guarded, and hands it
// over as the result of the call. Everything that is said in the call is a number.
//
// A socket is handed out when it is made and not when it connects: one that takes
// the place of another by then leaves behind what was duplicated, watched by epoll
// or set on the first one.
func (s *supervisor) socket(n *notification) {
	domain, kind, protocol := int(int32(n.args[0])), int(int32(n.args[1])), int(int32(n.args[2]))
	flags := kind &^ typeMask
	switch {
	case domain != unix.AF_INET && domain != unix.AF_INET6 || kind&typeMask != unix.SOCK_STREAM:
		s.listener.answer(n, unix.EAFNOSUPPORT)
		return
	case protocol != 0 && protocol != unix.IPPROTO_TCP: // MPTCP too, which every program can do without
		s.listener.answer(n, unix.EPROTONOSUPPORT)
		return
	case flags&^(unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK) != 0:
		s.listener.answer(n, unix.EINVAL)
		return
	}
	fd, err := guardedSocket(domain, flags)
	if err != nil {
		s.listener.answer(n, errnoOf(err))
		return
	}
	defer unix.Close(fd)
	if errno := s.listener.hand(n, fd, uint32(flags&unix.SOCK_CLOEXEC)); errno != 0 {
		s.listener.answer(n, errno)
	}
}

// guardedSocket is a TCP socket that stays on this computer whoever holds it and
// whatever it is told: bound to the loopback device, which only a right to raw
// sockets in this network could undo. Sockets that it accepts inherit that.
//
// Where the kernel lets an ordinary user have it, a filter besides drops what does
// not come from a loopback address to a loopback address; nothing takes it off. It
// is a second wall: no connect goes by an address that was not decided on.
func guardedSocket(domain, flags int) (int, error) {
	fd, err := unix.Socket(domain, unix.SOCK_STREAM|unix.SOCK_CLOEXEC|flags, unix.IPPROTO_TCP)
	if err != nil {
		return -1, err
	}
	if err = guard(fd); err != nil {
		_ = unix.Close(fd)
		return -1, err
	}
	return fd, nil
}

func guard(fd int) error {
	if err := unix.BindToDevice(fd, loopbackDevice); err != nil {
		return err
	}
	_ = keepLoopback(fd)
	return unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_LOCK_FILTER, 1)
}

// keepLoopback attaches the filter. Some kernels keep it for the administrator.
func keepLoopback(fd int) error {
	filter := loopbackPackets()
	return unix.SetsockoptSockFprog(fd, unix.SOL_SOCKET, unix.SO_ATTACH_FILTER,
		&unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]})
}

// guarded reports that a socket is one of ours, or was accepted by one.
func guarded(fd int) bool {
	locked, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_LOCK_FILTER)
	return err == nil && locked == 1
}

// errnoOf is what the kernel said, in the words of a call.
func errnoOf(err error) unix.Errno {
	if errno, ok := err.(unix.Errno); ok {
		return errno
	}
	return unix.EACCES
}
