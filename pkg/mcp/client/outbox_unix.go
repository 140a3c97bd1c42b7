//go:build unix

package client

import (
	"io"
	"syscall"
	"time"
)

// AtOnce writes as much as a pipe takes without waiting, where its end does not block;
// nil where it is no pipe of the system's. An error is left to whoever writes the rest.
// The smallest hand-over is none: a call's frame needs no other goroutine (goal 14).
func AtOnce(w io.Writer) func([]byte) int {
	file, ok := w.(interface {
		syscall.Conn
		SetWriteDeadline(time.Time) error
	})
	if !ok || file.SetWriteDeadline(time.Time{}) != nil { // which a file that blocks refuses
		return nil
	}
	raw, err := file.SyscallConn()
	if err != nil {
		return nil
	}
	p := &pipe{raw: raw}
	p.f = p.write
	return p.now
}

// pipe is used by one goroutine at a time.
type pipe struct {
	raw   syscall.RawConn
	f     func(uintptr) bool
	frame []byte
	n     int
}

func (p *pipe) now(frame []byte) int {
	p.frame, p.n = frame, 0
	err := p.raw.Write(p.f)
	if p.frame = nil; err != nil {
		return 0
	}
	return max(p.n, 0)
}

func (p *pipe) write(fd uintptr) bool {
	p.n, _ = syscall.Write(int(fd), p.frame)
	return true
}
