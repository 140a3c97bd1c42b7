package launch

import (
	"os"
	"runtime"

	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// waiting bounds the calls of connect that wait for their other end at one time.
// Nothing else takes long. What is more is told EAGAIN, so nobody else waits for it.
const waiting = 256

// supervisor answers for one cage, from outside of it.
type supervisor struct {
	listener listener
	plan     sandbox.Plan
	data     unix.Statx_t // the server's own folder as it is out here
	placed   bool         // data is known
	slots    chan struct{}
}

// supervise answers what the filter of the cage asks (watches), until every
// process in it has ended: that is nil. An error is a listener that is none; the cage
// must not live on then (SPEC B5). Whether this kernel can was asked before the
// start (supervisable).
//
// It acts on numbers and on copies, never on what a process of the cage can still
// change, and lets no call of connect go on in the kernel: between the answer and
// the call, another thread may put another address or another socket there.
func supervise(l *os.File, p sandbox.Plan) error {
	s := &supervisor{listener: listener{int(l.Fd())}, plan: p, slots: make(chan struct{}, waiting)}
	s.placed = unix.Statx(unix.AT_FDCWD, p.Data, unix.AT_SYMLINK_NOFOLLOW, unix.STATX_INO, &s.data) == nil
	defer runtime.KeepAlive(l) // its number is in use until the end
	s.listener.wakeBySide()
	for {
		n, err := s.listener.next()
		if err != nil || n.id == 0 {
			return err
		}
		s.serve(&n)
	}
}

// serve answers one call. What is not expected is refused.
func (s *supervisor) serve(n *notification) {
	switch uintptr(n.nr) {
	case unix.SYS_SOCKET:
		s.socket(n)
	case unix.SYS_CONNECT:
		s.connect(n)
	case unix.SYS_BIND:
		if errno := s.bind(n); errno == goOn {
			s.listener.pass(n)
		} else {
			s.listener.answer(n, errno)
		}
	default:
		s.listener.answer(n, unix.ENOSYS)
	}
}
