package client

import (
	"io"
	"os"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// patient reads from a pipe on a thread that waits for it in the system. The runtime's
// own waiting hands each answer from thread to thread, which costs more than all else
// that is done with it (goal 14); here nobody but the system is asked.
type patient struct {
	raw syscall.RawConn
	f   func(uintptr) bool

	p   []byte
	n   int
	err error

	ends [2]sync.Once
	wake [2]int // its end ends the waiting; of whoever reads and of whoever stops
}

// waitingFor is r, read as a patient where it is a pipe of the system's; stop wakes who
// waits in it, for good, and free has to follow when nobody reads any more.
func waitingFor(r io.ReadCloser) (in io.Reader, stop, free func()) {
	file, ok := r.(interface {
		SyscallConn() (syscall.RawConn, error)
	})
	if !ok {
		return r, func() {}, func() {}
	}
	p := &patient{}
	var err error
	if p.raw, err = file.SyscallConn(); err != nil || syscall.Pipe2(p.wake[:], syscall.O_CLOEXEC) != nil {
		return r, func() {}, func() {}
	}
	p.f = p.read
	free = func() { p.shut(0) }
	if watched, ok := r.(*os.File); ok {
		if own := unwatched(watched); own != nil {
			p.raw, _ = own.SyscallConn() // which an open file gives
			free = func() {
				p.shut(0)
				_ = own.Close()
			}
		}
	}
	return p, func() { p.shut(1) }, free
}

func (p *patient) shut(end int) {
	p.ends[end].Do(func() { _ = syscall.Close(p.wake[end]) })
}

func (p *patient) Read(b []byte) (int, error) {
	p.p, p.n, p.err = b, 0, nil
	err := p.raw.Read(p.f)
	if p.p = nil; err == nil {
		err = p.err
	}
	return p.n, err
}

// read waits and reads once.
func (p *patient) read(fd uintptr) bool {
	for {
		both := [2]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}, {Fd: int32(p.wake[0]), Events: unix.POLLIN}}
		_, err := unix.Poll(both[:], -1)
		if err == unix.EINTR {
			continue
		}
		if err != nil || both[0].Revents == 0 {
			p.err = os.ErrClosed
			return true
		}
		n, err := syscall.Read(int(fd), p.p)
		switch {
		case err == syscall.EINTR || err == syscall.EAGAIN:
			continue
		case err != nil:
			p.err = err
		case n == 0:
			p.err = io.EOF
		}
		p.n = max(n, 0)
		return true
	}
}
