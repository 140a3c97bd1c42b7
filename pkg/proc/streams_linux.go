//go:build linux && !usher_direct

package proc

import "syscall"

// scratchSize is what one read takes of a flooding child: a pipe's size.
const scratchSize = 64 << 10

// sink is the reading end of one of the child's streams. It is drained to its
// end; only the first limit bytes are kept (SPEC H11).
type sink struct {
	fd    int
	limit int
	kept  []byte
	cut   bool
}

// pump takes what is there, at most four reads' worth so that a flood cannot
// hold up the clock; it closes the descriptor at the stream's end.
func (s *sink) pump(scratch []byte) {
	for round := 0; s.fd >= 0 && round < 4; {
		n, err := syscall.Read(s.fd, scratch)
		switch {
		case err == syscall.EINTR:
			continue
		case err == syscall.EAGAIN:
			return
		case err != nil || n == 0:
			closeFd(&s.fd)
			return
		}
		s.keep(scratch[:n])
		if n < len(scratch) {
			return
		}
		round++
	}
}

func (s *sink) keep(b []byte) {
	if room := s.limit - len(s.kept); len(b) > room {
		s.cut = true
		b = b[:max(room, 0)]
	}
	s.kept = append(s.kept, b...)
}

// feed is the writing end of the child's standard input.
type feed struct {
	fd   int
	rest []byte
}

// push writes what the pipe takes and closes it at the end. A child that does
// not read its input is fine: a broken pipe is an end like any other (SPEC H10).
func (f *feed) push() {
	for f.fd >= 0 && len(f.rest) > 0 {
		n, err := syscall.Write(f.fd, f.rest)
		switch {
		case err == syscall.EINTR:
		case err == syscall.EAGAIN:
			return
		case err != nil:
			f.rest = nil
		default:
			f.rest = f.rest[n:]
		}
	}
	closeFd(&f.fd)
}

// openFeed makes the pipe of standard input and fills it as far as it goes:
// mostly all of it, so that the child never waits for us. theirs is the child's end.
func openFeed(input []byte) (f feed, theirs int, err error) {
	var p [2]int
	if err := syscall.Pipe2(p[:], syscall.O_CLOEXEC); err != nil {
		return feed{fd: -1}, -1, err
	}
	setNonblock(p[1])
	f = feed{fd: p[1], rest: input}
	f.push()
	return f, p[0], nil
}

// openSink makes the pipe of one output stream; theirs is the child's end.
func openSink(limit int) (s sink, theirs int, err error) {
	var p [2]int
	if err := syscall.Pipe2(p[:], syscall.O_CLOEXEC); err != nil {
		return sink{fd: -1}, -1, err
	}
	setNonblock(p[0])
	return sink{fd: p[0], limit: limit}, p[1], nil
}
