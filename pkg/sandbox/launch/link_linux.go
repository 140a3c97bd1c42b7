package launch

import (
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// The descriptors that a stage inside is started with, besides the server's
// three. They are fixed: this program starts itself, nobody else does.
const (
	talkFd = 3 // the link with the stage outside
	planFd = 4 // a file in memory with the plan
)

// What a stage inside says to the one outside. No word at all is its end: the
// server was executed in its place, or it has died.
const (
	saidNothing  = 0
	saidFailed   = 'F' // and why; there is no server
	saidReached  = 'R' // the inner step runs: what has built the root has done its work
	saidListener = 'L' // with the descriptor that notified calls come from
	saidStarted  = 'S' // the server runs
	saidEnded    = 'E' // and its wait status
)

// longestWord bounds what is said: a failure holds one path.
const longestWord = 16 << 10

// link is one end of the socket between the stage outside and those inside. It
// keeps the bounds of what is said.
type link struct{ fd int }

func newLink() (ours, theirs int, err error) {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	return ends[0], ends[1], err
}

// send says a word, with a descriptor where fd is one.
func (l link) send(word byte, text string, fd int) error {
	var rights []byte
	if fd >= 0 {
		rights = unix.UnixRights(fd)
	}
	said := append([]byte{word}, text[:min(len(text), longestWord-1)]...)
	for {
		if err := unix.Sendmsg(l.fd, said, rights, nil, unix.MSG_NOSIGNAL); err != unix.EINTR {
			return err
		}
	}
}

// receive waits for a word; fd is -1 where none came with it.
func (l link) receive() (word byte, text string, fd int) {
	buf, rights := make([]byte, longestWord), make([]byte, unix.CmsgSpace(4))
	for {
		n, m, _, _, err := unix.Recvmsg(l.fd, buf, rights, unix.MSG_CMSG_CLOEXEC)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil || n == 0:
			return saidNothing, "", -1
		}
		return buf[0], string(buf[1:n]), fdIn(rights[:m])
	}
}

func fdIn(rights []byte) int {
	messages, err := unix.ParseSocketControlMessage(rights)
	if err != nil || len(messages) != 1 {
		return -1
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(fds) != 1 {
		return -1
	}
	return fds[0]
}

// statusOf reads the wait status that saidEnded brings.
func statusOf(text string) syscall.WaitStatus {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		return syscall.WaitStatus(FailedStatus << 8)
	}
	return syscall.WaitStatus(n)
}

// planFile is the plan as a file in memory, ready to be read.
func planFile(p sandbox.Plan) (fd int, err error) {
	fd, err = unix.MemfdCreate("plan", unix.MFD_CLOEXEC)
	if err != nil {
		return -1, err
	}
	for text := p.Encode(); len(text) > 0; {
		n, err := unix.Write(fd, text)
		if err != nil {
			_ = unix.Close(fd)
			return -1, err
		}
		text = text[n:]
	}
	_, err = unix.Seek(fd, 0, unix.SEEK_SET)
	return fd, err
}
