package launch

import (
	"errors"
	"unsafe"

	"golang.org/x/sys/unix"
)

// notification is the kernel's struct seccomp_notif: a call that waits for an answer.
type notification struct {
	id    uint64
	pid   uint32 // the thread's, as it is numbered out here
	flags uint32
	nr    int32
	arch  uint32
	at    uint64
	args  [6]uint64
}

// reply is struct seccomp_notif_resp.
type reply struct {
	id    uint64
	value int64
	errno int32 // negative
	flags uint32
}

// addition is struct seccomp_notif_addfd: a descriptor of ours for the caller.
type addition struct {
	id       uint64
	flags    uint32
	ours     uint32
	theirs   uint32
	newFlags uint32
}

// listener is the descriptor that a filter's questions come by.
type listener struct{ fd int }

var errListener = errors.New("the sandbox's filter cannot be listened to")

// next waits for a question. An id of 0: nobody is left who could ask.
func (l listener) next() (notification, error) {
	for {
		fds := []unix.PollFd{{Fd: int32(l.fd), Events: unix.POLLIN}}
		_, err := unix.Poll(fds, -1)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return notification{}, err
		case fds[0].Revents&unix.POLLIN != 0:
		case fds[0].Revents&unix.POLLNVAL != 0:
			return notification{}, errListener
		default: // POLLHUP, which comes without POLLIN when the last one is gone
			return notification{}, nil
		}
		var n notification
		switch _, errno := l.once(unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&n)); errno {
		case 0:
			return n, nil
		case unix.EINTR, unix.ENOENT: // the one who asked was killed
		default:
			return n, errno
		}
	}
}

// valid reports that the caller still waits: what was read under its number is its own.
func (l listener) valid(n *notification) bool {
	_, errno := l.ioctl(unix.SECCOMP_IOCTL_NOTIF_ID_VALID, unsafe.Pointer(&n.id))
	return errno == 0
}

// answer ends the call with an error, or with 0. Whoever is gone gets none.
func (l listener) answer(n *notification, errno unix.Errno) {
	l.ioctl(unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&reply{id: n.id, errno: -int32(errno)}))
}

// pass lets the kernel do the call as it stands by then.
func (l listener) pass(n *notification) {
	l.ioctl(unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&reply{id: n.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}))
}

// hand gives the caller a descriptor of ours as the result of its call. It is not
// done in one go (SECCOMP_ADDFD_FLAG_SEND): a signal to us just then would take the
// descriptor back and leave the answer, which is 0, so the caller would take its
// standard input for what it asked for.
func (l listener) hand(n *notification, fd int, flags uint32) unix.Errno {
	a := addition{id: n.id, ours: uint32(fd), newFlags: flags}
	number, errno := l.ioctl(unix.SECCOMP_IOCTL_NOTIF_ADDFD, unsafe.Pointer(&a))
	if errno == 0 {
		l.ioctl(unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&reply{id: n.id, value: int64(number)}))
	}
	return errno
}

// wakeBySide has the kernel run us and the caller on one processor in turn, which
// is quicker. Kernels before 6.6 do not know it.
func (l listener) wakeBySide() {
	_, _, _ = unix.Syscall(unix.SYS_IOCTL, uintptr(l.fd), unix.SECCOMP_IOCTL_NOTIF_SET_FLAGS, unix.SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP)
}

// ioctl asks the kernel until it answers: a signal to us, such as those by which our
// runtime has its threads pause, is none.
func (l listener) ioctl(request uintptr, arg unsafe.Pointer) (uintptr, unix.Errno) {
	for {
		if value, errno := l.once(request, arg); errno != unix.EINTR {
			return value, errno
		}
	}
}

func (l listener) once(request uintptr, arg unsafe.Pointer) (uintptr, unix.Errno) {
	value, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(l.fd), request, uintptr(arg))
	return value, errno
}
