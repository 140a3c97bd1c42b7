package client

import (
	"io"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"usher/pkg/proc"
)

// unwatched is the same end of a pipe out of the runtime's sight, and file is closed; nil
// where that cannot be had. Each byte that passes a pipe which the runtime watches wakes a
// thread of it, also where nobody waits by it: three times a call, which cost as much as
// the call (goal 14). What is read or written has to wait in the system.
func unwatched(file *os.File) *os.File {
	raw, err := file.SyscallConn()
	if err != nil {
		return nil
	}
	own := -1
	err = raw.Control(func(fd uintptr) {
		if n, err := unix.FcntlInt(fd, unix.F_DUPFD_CLOEXEC, 0); err == nil {
			own = n
		}
	})
	if err != nil || own < 0 {
		return nil
	}
	_ = file.Close()
	_ = syscall.SetNonblock(own, false) // one that does not block would be watched
	at := os.NewFile(uintptr(own), file.Name())
	_ = syscall.SetNonblock(own, true)
	return at
}

// outlet writes to a pipe that the runtime does not watch. Close, and a deadline, end for
// good what waits in it.
type outlet struct {
	file    *os.File
	raw     syscall.RawConn
	halt    *os.File // closed, it ends the waiting
	halted  *os.File
	waiting syscall.RawConn // of halted
}

// Outlet is w so that a write to it wakes nobody but who reads it, where it is a pipe of
// the system's that does not block; else it is w.
func Outlet(w io.WriteCloser) io.WriteCloser {
	file, ok := w.(*os.File)
	if !ok || file.SetWriteDeadline(time.Time{}) != nil { // which a file that blocks refuses
		return w
	}
	proc.Widen(file)
	var ends [2]int
	if syscall.Pipe2(ends[:], syscall.O_CLOEXEC) != nil {
		return w
	}
	o := &outlet{halted: os.NewFile(uintptr(ends[0]), "halted"), halt: os.NewFile(uintptr(ends[1]), "halt")}
	var err error
	if o.waiting, err = o.halted.SyscallConn(); err == nil {
		if o.file = unwatched(file); o.file != nil {
			if o.raw, err = o.file.SyscallConn(); err == nil {
				return o
			}
		}
	}
	_, _ = o.halted.Close(), o.halt.Close()
	return w
}

func (o *outlet) SyscallConn() (syscall.RawConn, error) { return o.raw, nil }

// SetWriteDeadline knows two: none, and over.
func (o *outlet) SetWriteDeadline(t time.Time) error {
	if !t.IsZero() {
		_ = o.halt.Close() // closed already, it has said so
	}
	return nil
}

// Close may be called while others write.
func (o *outlet) Close() error {
	_ = o.SetWriteDeadline(time.Now())
	_ = o.halted.Close() // by its number it is there until nobody waits
	return o.file.Close()
}

func (o *outlet) Write(b []byte) (n int, err error) {
	closed := o.waiting.Read(func(halted uintptr) bool {
		n, err = o.through(b, int32(halted))
		return true
	})
	if err == nil && closed != nil {
		err = os.ErrClosed
	}
	return n, err
}

func (o *outlet) through(b []byte, halted int32) (n int, err error) {
	closed := o.raw.Write(func(fd uintptr) bool {
		for n < len(b) && err == nil {
			m, e := syscall.Write(int(fd), b[n:])
			n += max(m, 0)
			switch {
			case e == syscall.EAGAIN:
				err = room(int32(fd), halted)
			case e != nil && e != syscall.EINTR:
				err = e
			}
		}
		return true
	})
	if err == nil && closed != nil {
		err = os.ErrClosed
	}
	return n, err
}

// room waits until something fits in.
func room(fd, halted int32) error {
	for {
		both := [2]unix.PollFd{{Fd: fd, Events: unix.POLLOUT}, {Fd: halted, Events: unix.POLLIN}}
		_, err := unix.Poll(both[:], -1)
		switch {
		case err == unix.EINTR:
		case err != nil:
			return err
		case both[1].Revents != 0:
			return os.ErrDeadlineExceeded
		default:
			return nil
		}
	}
}
