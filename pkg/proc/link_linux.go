//go:build linux && !usher_direct

package proc

import (
	"io"
	"syscall"
	"time"
)

// link is one end of the control socket; its descriptor does not block.
type link struct {
	fd int
	in []byte
}

// next gives one whole frame, or none when it is not all there yet. It reads
// exactly one frame's bytes; the body is the caller's. io.EOF: the peer is gone.
func (l *link) next() (kind byte, body []byte, err error) {
	for {
		need := headLen
		if len(l.in) >= headLen {
			n := number32(l.in[1:])
			if n > maxFrame {
				return 0, nil, errFrame
			}
			if need += int(n); len(l.in) == need {
				kind, body = l.in[0], l.in[headLen:]
				l.in = nil
				return kind, body, nil
			}
		}
		if cap(l.in) < need {
			grown := make([]byte, len(l.in), need)
			copy(grown, l.in)
			l.in = grown
		}
		n, err := syscall.Read(l.fd, l.in[len(l.in):need])
		switch {
		case err == syscall.EINTR:
		case err == syscall.EAGAIN:
			return 0, nil, nil
		case err != nil || n == 0:
			return 0, nil, io.EOF
		default:
			l.in = l.in[:len(l.in)+n]
		}
	}
}

// send writes a whole frame. While the peer does not read, goOn is asked every
// 20 ms whether to keep trying. io.EOF: the peer is gone, or goOn gave up.
func (l *link) send(frame []byte, goOn func() bool) error {
	for len(frame) > 0 {
		n, err := syscall.Write(l.fd, frame)
		switch {
		case err == syscall.EINTR:
		case err == syscall.EAGAIN:
			if !goOn() {
				return io.EOF
			}
			poll([]pollFd{{fd: int32(l.fd), events: pollOut}}, 20*time.Millisecond)
		case err != nil:
			return io.EOF
		default:
			frame = frame[n:]
		}
	}
	return nil
}
